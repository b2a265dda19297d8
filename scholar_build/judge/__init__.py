"""Reference + answers -> verdict; pure."""

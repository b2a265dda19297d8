"""What can go wrong through the user's doing, each as one clear sentence.

    ScholarBuildError
    ├── SettingsError   a setting is unknown, of the wrong type or out of range
    ├── SourceError     a source cannot be read at all (missing path, empty pattern)
    └── LockError       the lock file cannot be used

Provider failures are no exceptions: they are `model.Unavailable` answers.
Faults inside one source (a broken `.bib` entry) are no exceptions either: they are `model.Problem` values.
"""


class ScholarBuildError(Exception):
    """A user's mistake; `str()` is one sentence that names the file, line or key and says what to do."""


class SettingsError(ScholarBuildError):
    """A setting that cannot be used: names its origin (file, environment, option) and its key."""

    def __init__(self, origin: str, key: str, problem: str) -> None:
        super().__init__(f"{origin}: setting `{key}` {problem}")
        self.origin = origin
        self.key = key


class SourceError(ScholarBuildError):
    """A path, pattern or file that cannot be read as references."""


class LockError(ScholarBuildError):
    """A lock file that is damaged, too large or of another version."""

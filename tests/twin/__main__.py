"""`python -m tests.twin`: start the twin for hand trials; `--settings` prints nothing but a `scholar.toml`."""

from __future__ import annotations

import argparse
import signal
import threading

from tests.twin import Twin


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.twin", description=__doc__)
    parser.add_argument("--settings", action="store_true", help="print only lines that a scholar.toml can hold")
    parser.add_argument("--limits", choices=("real", "fast", "off"), default="fast")
    options = parser.parse_args()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.default_int_handler)
    with Twin(limits=options.limits) as twin:
        if not options.settings:
            print("# The twin runs until Ctrl-C. Put these lines into scholar.toml:")
        print("[endpoints]")
        for name, address in twin.endpoints().items():
            print(f'{name} = "{address}"')
        print("[paces]")
        for name, pace in twin.paces().items():
            print(f"{name} = {pace:g}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(f"# {twin.count()} requests were answered.")


if __name__ == "__main__":
    main()

"""The provider twin: a local server that speaks each scholarly provider's format and keeps its limits."""

from tests.twin.exchange import Asked, Reply, Switches
from tests.twin.faults import Fault
from tests.twin.server import Seen, Twin
from tests.twin.works import Update, Version, Work, generated

__all__ = ["Asked", "Fault", "Reply", "Seen", "Switches", "Twin", "Update", "Version", "Work", "generated"]

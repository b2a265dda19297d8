"""Questions in, one answer per question out; every failure becomes an answer here.

session   lock, then cache, then network
network   the asking itself: a provider's calls one after the other, its failures counted
"""

from scholar_build.lookup.session import Progress, Session, open_session

__all__ = ["Progress", "Session", "open_session"]

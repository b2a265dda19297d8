"""The only network code of the checks: who we are, limits, retries, redirects, caps.

identity   which address a request goes to, and what is told there about us
policy     pure: paces, retries, waits that providers ask for, budgets
deadline   a total time for an exchange, however slowly bytes drip
client     one exchange with a server: streamed, capped, every fault named
fetcher    slots, redirects and retries around exchanges
"""

from scholar_build.fetch.fetcher import Fetcher, FetchError, MootError

__all__ = ["FetchError", "Fetcher", "MootError"]

"""The cache: answers on disk, shared by processes, with the time and the provider of each.

answers   what is kept, for how long it counts as fresh
storage   where it is kept: on disk, or in memory where the disk cannot be used
"""

from scholar_build.cache.answers import Cache, CacheStats, cache_folder

__all__ = ["Cache", "CacheStats", "cache_folder"]

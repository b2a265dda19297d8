"""Which IP addresses are public, in every notation that an operating system connects to."""

from __future__ import annotations

import ipaddress

# Where the registries of special addresses (IANA, RFC 6890) and Python's `is_global` differ or say too little:
# all of the protocol assignments (a cloud's metadata service is there), 6to4 relays, a cloud's own virtual address.
_NOT_PUBLIC_4 = tuple(map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")))
# Global unicast, the only part of IPv6 that is given out. Outside of it: loopback, local addresses, multicast,
# and NAT64 and IPv4-compatible forms, which carry any IPv4 address.
_UNICAST_6 = ipaddress.IPv6Network("2000::/3")
# Inside of it: protocol assignments with Teredo, examples, and 6to4, which carries any IPv4 address too.
_NOT_PUBLIC_6 = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))


def is_public(address: str) -> bool:
    """Whether an IP address, as `getaddrinfo` or `getpeername` give it, is a public one of a single host."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None:
            return ip.scope_id is None and ip in _UNICAST_6 and not any(ip in net for net in _NOT_PUBLIC_6)
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and not any(ip in net for net in _NOT_PUBLIC_4)

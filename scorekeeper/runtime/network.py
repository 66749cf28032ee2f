"""The IP address that phones on the local network use to reach this machine."""

import socket

PROBE_ADDRESS = ("192.0.2.1", 9)  # TEST-NET-1, reserved for documentation


def local_ip_address() -> str:
    """Return the local IP address of the default route, or 127.0.0.1 without a network.

    Connecting a UDP socket selects the address, but does not send a packet.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as finder:
        try:
            finder.connect(PROBE_ADDRESS)
        except OSError:
            return "127.0.0.1"
        return str(finder.getsockname()[0])

"""What a trace of system calls tells of the network: made by `strace -f -e trace=%network`."""

import re
from pathlib import Path

# a connection to itself is one too; what has no address of the internet (unix, netlink) is none
CALL = re.compile(r"\b(bind|listen|connect|sendto|sendmsg|sendmmsg|accept4?)\((?P<rest>.*)")
INTERNET = re.compile(r"sa_family=AF_INET6?\b")
SOCKET = re.compile(r"\bsocket\(AF_INET6?\b.*= (?P<number>\d+)$")
LISTEN = re.compile(r"^(?P<thread>\d+).*\blisten\((?P<number>\d+)")


def internet_calls(trace: Path) -> list[str]:
    """Lines that bind, listen on, connect or send to an address of the internet."""
    found, internet = [], set()
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        made = SOCKET.search(line)
        if made:
            internet.add(made["number"])
        listens = LISTEN.search(line)
        if (CALL.search(line) and INTERNET.search(line)) or (listens and listens["number"] in internet):
            found.append(line)
    return found


def internet_sockets(trace: Path) -> int:
    """How many sockets of the internet were made, whether used or not."""
    return sum(bool(SOCKET.search(line)) for line in trace.read_text(errors="replace").splitlines())

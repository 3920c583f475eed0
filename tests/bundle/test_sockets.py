"""The reader of traces, on lines as strace writes them."""

import pytest

from tests.bundle.sockets import internet_calls, internet_sockets

QUIET = """\
101 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 3
101 connect(3, {sa_family=AF_UNIX, sun_path=@"/tmp/.X11-unix/X99"}, 20) = 0
102 socket(AF_INET6, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 7
102 socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE) = 8
102 bind(8, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0
"""


@pytest.mark.parametrize("line", [
    '103 bind(9, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '103 connect(9, {sa_family=AF_INET6, sin6_port=htons(53)}, 28) = -1 ENETUNREACH (Network is unreachable)',
    '103 connect(9, {sa_family=AF_INET, sin_port=htons(443)}, 16 <unfinished ...>',
    '103 sendto(9, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53)}, 16) = -1 ENETUNREACH (...)',
    "102 listen(7, 128) = 0"])
def test_use_of_the_network_is_found(tmp_path, line):
    trace = tmp_path / "trace"
    trace.write_text(QUIET + line + "\n", encoding="utf-8")
    assert internet_calls(trace) == [line]


def test_local_sockets_are_none_and_unused_ones_are_counted(tmp_path):
    trace = tmp_path / "trace"
    trace.write_text(QUIET, encoding="utf-8")
    assert internet_calls(trace) == [] and internet_sockets(trace) == 1

"""Addresses of servers: which are this computer, and that everything else needs the user's word."""

import pytest

from acceptability.errors import InputError
from acceptability.kinds.served import address

HERE = [
    "http://localhost",
    "http://localhost:8000",
    "http://localhost:8000/",
    "http://localhost:8000/v1",
    "https://localhost:8000/v1/",
    "HTTP://LOCALHOST:8000",
    "http://LocalHost:80/a/b-c_d.e~f",
    "http://127.0.0.1",
    "http://127.0.0.1:8000/v1",
    "http://[::1]",
    "http://[::1]:8000",
    "https://[::1]:65535/v1",
]
ELSEWHERE = [
    "http://models.example.org",
    "https://models.example.org:8000/v1",
    "http://localhost.example.org",
    "http://localhost.:8000",
    "http://localhost..example.org",
    "http://127.0.0.1.example.org",
    "http://127.0.0.1.:8000",
    "http://xlocalhost",
    "http://localhost-1",
    "http://127.0.0.2",
    "http://127.1",
    "http://0.0.0.0:8000",
    "http://2130706433",
    "http://0x7f000001",
    "http://0177.0.0.1",
    "http://0",
    "http://10.0.0.1:8000",
    "http://192.168.0.1",
    "http://[::]",
    "http://[::2]:8000",
    "http://[::ffff:127.0.0.1]:8000",
    "http://[0:0:0:0:0:0:0:1]",
    "http://[2001:db8::1]:8000",
    "http://ip6-localhost",
]
NO_ADDRESS = [
    "",
    "localhost:8000",
    "//localhost",
    "ftp://localhost",
    "file:///etc/hosts",
    "http:/localhost",
    "http://",
    "http://:8000",
    "http://[::1].example.org:8000",
    "http://[::1]example.org",
    "http://[::1",
    "http://::1",
    "http://[::1%25lo]:8000",
    "http://[localhost]",
    "http://localhost\\.example.org",
    "http://localhost;example.org",
    "http://localhost,example.org",
    "http://localhost%2eexample.org",
    "http://localhost%00.example.org",
    "http://localhost:0",
    "http://localhost:65536",
    "http://localhost:8000a",
    "http://localhost:80:80",
    "http://localhost:-1",
    "http://localhost:８０",
    "http://ｌocalhost",
    "http://локалхост",
    "http://local host",
    "http://local\thost",
    "http://localhost\n",
    "\nhttp://localhost",
    " http://localhost",
    "http://localhost\r\nHost: example.org",
    "http://localhost/\u2028",
    "http://localhost/é",
]
SECRET = ["http://user:word@localhost", "http://localhost@example.org", "http://localhost?key=w", "http://localhost#w"]


@pytest.mark.parametrize("server", HERE)
def test_this_computer_needs_no_word(server):
    assert address.is_here(server)
    address.check(server, False, "SERVER")


@pytest.mark.parametrize("server", ELSEWHERE)
def test_another_computer_needs_one(server):
    assert not address.is_here(server)
    with pytest.raises(InputError, match="your sentences would be sent to .*, which is not this computer"):
        address.check(server, False, "SERVER")
    address.check(server, True, "SERVER")


@pytest.mark.parametrize("server", NO_ADDRESS)
def test_what_is_no_plain_address_is_refused_even_with_a_word(server):
    assert not address.is_here(server)
    with pytest.raises(InputError, match="is not the address of a server"):
        address.check(server, True, "SERVER")


@pytest.mark.parametrize("server", SECRET)
def test_what_may_be_secret_is_not_repeated(server):
    with pytest.raises(InputError, match=r"has @, \? or # in it") as raised:
        address.check(server, True, "SERVER")
    assert server not in str(raised.value) and "user:word" not in str(raised.value)
    assert not address.is_here(server)


def test_the_host_is_what_names_a_server_in_results():
    assert address.host("https://Models.example.org:8000/v1") == "models.example.org:8000"
    assert address.host("http://[::1]") == "[::1]"
    with pytest.raises(InputError, match="is not the address"):
        address.host("http://[::1].example.org")


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ("http://10.0.0.1:8000", "would be sent to 10.0.0.1, which is not this computer"),
        ("https://localhost.example.org", "would be sent to localhost.example.org"),
        ("http://user:word@localhost:8000", "has @, . or # in it, as before a user, a password or a key"),
        ("http://user:word@localhost:8000a", "has @"),
        ("http://user:word@[::1", "has @"),
        ("localhost:8000", "is not the address of a server"),
        ("http://localhost:8000?key=word", "has @"),
        ("http://localhost:8000/é", "is not the address of a server"),
        ("http://local\thost:8000", "is not the address of a server"),
        ("http://localhost:8000/a b", "is not the address of a server"),
        ("http://localhost:eight", "is not the address"),
        ("ftp://localhost", "is not the address of a server"),
    ],
)
def test_addresses_that_are_not_asked(server, message):
    with pytest.raises(InputError, match=message) as raised:
        address.check(server, False, "models.m.server")
    assert "word" not in str(raised.value).replace("password", "")


def test_addresses_of_this_computer_and_those_that_one_allows():
    for server in ("http://localhost:8000/v1/", "http://127.0.0.1:8000", "http://[::1]:8000"):
        address.check(server, False, "server")
    address.check("https://models.example.org", True, "server")
    assert address.root("http://localhost:8000/v1/") == "http://localhost:8000"
    assert [address.host(one) for one in ("http://[::1]:80/v1", "https://a.org/x")] == ["[::1]:80", "a.org"]

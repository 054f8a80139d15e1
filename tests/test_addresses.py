"""The two settings from which every address of the service is made."""

from __future__ import annotations

import pytest

from sportlore.contract.addresses import Addresses, addresses, api_path, page_path
from sportlore.publication import Publication


@pytest.mark.parametrize(
    ("site_url", "base_url", "expected"),
    [
        ("http://a.example", None, Addresses("http://a.example", "http://a.example/v1")),
        ("https://a.example/", None, Addresses("https://a.example", "https://a.example/v1")),
        ("http://localhost:8000", "", Addresses("http://localhost:8000", "http://localhost:8000/v1")),
        ("http://a", "https://b/c/v1/", Addresses("http://a", "https://b/c/v1")),
        ("http://a", "https://b/~c.d/e-f/v1", Addresses("http://a", "https://b/~c.d/e-f/v1")),
        ("http://[::1]:8000", None, Addresses("http://[::1]:8000", "http://[::1]:8000/v1")),
        ("http://a:1", "http://b:65535/v1", Addresses("http://a:1", "http://b:65535/v1")),
        ("http://a:80", "http://v1/v1", Addresses("http://a:80", "http://v1/v1")),
        ("http://a", "http://b/v1/v1", Addresses("http://a", "http://b/v1/v1")),
    ],
)
def test_addresses(site_url: str, base_url: str | None, expected: Addresses) -> None:
    assert addresses(site_url, base_url) == expected


NO_ORIGIN = "site_url `{}` is not an origin, such as https://example.org or http://localhost:8000"
NO_ADDRESS = "base_url `{}` is not an address such as https://example.org/v1"


@pytest.mark.parametrize(
    "site_url",
    [
        "a.example",
        "ftp://a",
        "http://",
        "http://a/b",
        "/http://a",
        "XX/XX",
        "http://a//",
        "http://a:0",
        "http://a:65536",
        "http://a:",
        "http://-a",
        "http://a..b",
        "http://a b",
        "http://a?b",
    ],
)
def test_a_site_url_that_is_no_origin_is_refused(site_url: str) -> None:
    with pytest.raises(ValueError, match="site_url") as refused:
        addresses(site_url)
    assert str(refused.value) == NO_ORIGIN.format(site_url)


@pytest.mark.parametrize(
    ("base_url", "message"),
    [
        ("b/v1", NO_ADDRESS),
        ("http://b:0/v1", NO_ADDRESS),
        ("http://b:65536/v1", NO_ADDRESS),
        ("http://b//c/v1", NO_ADDRESS),
        ("http://b/c?d/v1", NO_ADDRESS),
        ("http://b/ü/v1", NO_ADDRESS),
        ("/http://b/v1", NO_ADDRESS),
        ("http://b", "base_url `{}` does not end in /v1"),
        ("http://b/v2", "base_url `{}` does not end in /v1"),
        ("http://b/v1/c", "base_url `{}` does not end in /v1"),
    ],
)
def test_a_base_url_that_is_no_address_is_refused(base_url: str, message: str) -> None:
    with pytest.raises(ValueError, match="base_url") as refused:
        addresses("http://a", base_url)
    assert str(refused.value) == message.format(base_url)


def test_where_an_entity_stands(world: Publication) -> None:
    tennis = world.graph.entities["sport/tennis"]
    assert page_path(tennis, world.vocabulary) == "/sports/tennis"
    assert addresses("http://a").page(tennis, world.vocabulary) == "http://a/sports/tennis"
    assert api_path(tennis) == "/v1/entities/sport/tennis"

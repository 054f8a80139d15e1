"""The recipes of deploy/: what a balancer makes of a replica that dies, what a cache keeps, and that the rest fits `serve`."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from cluster import (
    CODINGS,
    RECIPES,
    TARGETS,
    Cluster,
    Generations,
    accepted,
    balancer,
    cluster,
    haproxy,
    load,
    nginx_recipe,
    problems,
    wait_for_answers,
    wait_until_gone,
)
from conftest import PATIENCE, ROOT, free_port, nginx, open_connections, wait

from sportlore.cli import _parser, main

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture(scope="module")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Generations:
    """Two generations."""
    return Generations(tmp_path_factory, 2)


@pytest.fixture(scope="module")
def store(generations: Generations, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the first generation."""
    folder = tmp_path_factory.mktemp("store")
    assert main(["publish", str(generations.folders[0]), str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def running(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three replicas."""
    with cluster(tmp_path_factory.mktemp("replicas"), store) as replicas:
        yield replicas


# A replica that dies.


@pytest.mark.parametrize("kind", ["nginx", "haproxy"])
def test_one_of_three_replicas_is_killed_and_started_again_under_load(
    kind: str, running: Cluster, generations: Generations, tmp_path: Path
) -> None:
    with balancer(kind, tmp_path, running.ports, cached=False) as port, load(port, generations) as clients:
        wait_for_answers(clients, 20)
        for number in (0, 1, 2):
            running.kill(number)
            wait_for_answers(clients, 50)
            running.start(number)
            wait(partial(is_used, running.ports[number]), f"requests of {kind} to replica {number}")
    assert problems(clients) == []


def is_used(port: int) -> bool:
    """Whether a balancer sends requests to a replica: it keeps connections for them, and closes those of its checks at once."""
    for _ in range(10):
        if not open_connections(port):
            return False
        time.sleep(0.05)
    return True


# TLS.


@pytest.mark.parametrize("kind", ["nginx", "haproxy"])
def test_only_by_tls_a_browser_is_told_to_stay_with_it(kind: str, running: Cluster, tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    certificate, port, tls = tmp_path / "pem", free_port(), free_port()
    request = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
    files = ["-keyout", str(certificate), "-out", str(tmp_path / "public")]
    subprocess.run([*request.split(), *files], check=True, capture_output=True)
    certificate.write_text(certificate.read_text() + (tmp_path / "public").read_text())
    with ExitStack() as until_asked:
        if kind == "nginx":
            listen = f"listen 127.0.0.1:{port};"
            secure = f"listen 127.0.0.1:{tls} ssl; ssl_certificate {certificate}; ssl_certificate_key {certificate};"
            text = nginx_recipe(tmp_path / kind, port, running.ports).replace(listen, f"{listen} {secure}")
            until_asked.enter_context(nginx(tmp_path / kind, text, port))
        else:
            bind = f"bind 127.0.0.1:{port}"
            secure = f"bind 127.0.0.1:{tls} ssl crt {certificate}\n  {bind}"
            until_asked.enter_context(haproxy(tmp_path / kind, port, running.ports, {bind: secure}))
        context = ssl.create_default_context(cafile=str(tmp_path / "public"))
        for path, status in (("/v1/entities/sport/tennis", 200), ("/nothing", 404)):
            found = httpx.get(f"https://localhost:{tls}{path}", verify=context, timeout=PATIENCE)
            assert (found.status_code, found.headers["Strict-Transport-Security"]) == (status, "max-age=31536000")
            assert "strict-transport-security" not in ask(port, path)[1]


# A cache in front.


@pytest.fixture(scope="module", params=["haproxy", "nginx"])
def proxied(
    request: pytest.FixtureRequest, running: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, int, int]]:
    """Which balancer, its port, and the port of a replica behind it."""
    with balancer(request.param, tmp_path_factory.mktemp(request.param), running.ports) as port:
        yield request.param, port, running.ports[0]


def ask(port: int, target: str, headers: Mapping[str, str] = {}, method: str = "GET") -> Answer:
    """Status, header fields and body, as they come."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, target, headers=dict(headers))
    answer = connection.getresponse()
    fields: dict[str, str] = {}
    for name, value in answer.getheaders():
        fields[name.lower()] = f"{fields[name.lower()]}, {value}" if name.lower() in fields else value
    body = answer.read()
    connection.close()
    return answer.status, fields, body


def comparable(answer: Answer) -> Answer:
    """An answer without what belongs to a connection, and without the time at which it was given."""
    status, fields, body = answer
    own = {"date", "connection", "keep-alive", "server"}
    return status, {name: value for name, value in fields.items() if name not in own}, body


OTHERS = (
    "/v1",
    "/v1/entities/",
    "/v1/v1/entities/sport/tennis",
    "/v1/entities/sport/tenis",
    "/nothing",
    "/v1/search?q=",
)


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("target", [*TARGETS, *OTHERS])
def test_answers_are_the_same_through_a_proxy_and_its_cache(
    proxied: tuple[str, int, int], target: str, coding: str
) -> None:
    _, port, replica = proxied
    headers = {"Accept-Encoding": accepted(coding)}
    direct = comparable(ask(replica, target, headers))
    for _ in range(3):  # from the replica, then from the cache if there is one
        assert comparable(ask(port, target, headers)) == direct
    head = comparable(ask(port, target, headers, "HEAD"))
    assert head == comparable(ask(replica, target, headers, "HEAD"))


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("target", TARGETS)
def test_not_modified_is_the_same_through_a_proxy_and_its_cache(
    proxied: tuple[str, int, int], target: str, coding: str
) -> None:
    kind, port, replica = proxied
    encoding = {"Accept-Encoding": accepted(coding)}
    tag = ask(replica, target, encoding)[1]["etag"]
    for _ in range(3):
        status, fields, body = comparable(ask(port, target, {**encoding, "If-None-Match": tag}))
        expected = comparable(ask(replica, target, {**encoding, "If-None-Match": tag}))
        assert (status, body) == (304, b"")
        if kind == "haproxy":
            assert (status, fields, body) == expected
        else:  # nginx repeats all fields of the 200 that it has but those about its body
            assert expected[1].items() <= fields.items()
            assert fields.items() <= ask(replica, target, encoding)[1].items()
        assert comparable(ask(port, target, {**encoding, "If-None-Match": '"another"'}))[0] == 200


def test_a_full_cache_answers_while_no_replica_does(generations: Generations, store: Path, tmp_path: Path) -> None:
    with cluster(tmp_path, store) as replicas, balancer("nginx", tmp_path / "nginx", replicas.ports) as port:
        before = ask(port, TARGETS[0])
        for number in range(3):
            replicas.kill(number)
        assert comparable(ask(port, TARGETS[0])) == comparable(before)
        assert ask(port, TARGETS[1])[0] == 502


def test_a_purge_drops_everything_at_once(generations: Generations, tmp_path: Path) -> None:
    """deploy/nginx/purge: another generation in each key, which a reload takes up."""
    store, folder, port = tmp_path / "store", tmp_path / "nginx", free_port()
    assert main(["publish", str(generations.folders[0]), str(store)]) == 0
    with cluster(tmp_path, store) as replicas:
        replica = f"http://127.0.0.1:{replicas.ports[0]}"
        with nginx(folder, nginx_recipe(folder, port, replicas.ports), port, master=True):
            settings = {
                **os.environ,
                "GENERATION_FILE": str(folder / "generation"),
                "NGINX": f"nginx -c {folder}/nginx.conf -e {folder}/error.log",
            }
            purge = [str(RECIPES / "nginx" / "purge"), replica]
            addresses = [f"http://127.0.0.1:{port}{target}" for target in TARGETS]
            old = [content(address) for address in addresses]
            arguments = ["--activate-in", "2", "--replicas", *(f"http://127.0.0.1:{port}" for port in replicas.ports)]
            assert main(["publish", str(generations.folders[1]), str(store), *arguments]) == 0
            assert [content(address) for address in addresses] == old, "they are in the cache"
            master = (folder / "pid").read_text().strip()
            workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
            subprocess.run(purge, env=settings, check=True, timeout=PATIENCE)
            assert (folder / "generation").read_text() == f'default "{generations.names[1]}";\n'
            wait_until_gone(workers)  # they answer from what they have read, as long as they are there
            new = [content(address) for address in addresses]
            assert new == [content(f"{replica}{target}") for target in TARGETS]
            assert all(a != b for a, b in zip(old, new, strict=True))
            failed = subprocess.run([purge[0], f"http://127.0.0.1:{free_port()}"], env=settings, check=False)
            assert failed.returncode != 0
            assert (folder / "generation").read_text() == f'default "{generations.names[1]}";\n'


def content(address: str) -> bytes:
    return httpx.get(address, timeout=PATIENCE).content


# What no test starts: it must fit the commands at least.


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((RECIPES / name).read_text()))


def served(arguments: list[str]) -> Any:
    """The options of `sportlore serve` with these arguments."""
    return _parser().parse_args(["serve", *arguments])


def test_kubernetes() -> None:
    found = {document["kind"]: document for document in documents("kubernetes/sportlore.yaml")}
    assert set(found) == {"Deployment", "Service", "PodDisruptionBudget"}
    deployment = found["Deployment"]["spec"]
    pod = deployment["template"]["spec"]
    (container,) = pod["containers"]
    options = served(container["args"])
    assert options.snapshot.startswith("s3://")
    (volume,) = pod["volumes"]
    assert [(volume["name"], str(options.cache))] == [(m["name"], m["mountPath"]) for m in container["volumeMounts"]]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == container["startupProbe"]["httpGet"]["path"] == "/healthz"
    assert container["ports"] == [{"name": "http", "containerPort": options.port}]
    assert pod["securityContext"]["runAsNonRoot"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    stop = container["lifecycle"]["preStop"]["sleep"]["seconds"] + options.stop_timeout
    assert pod["terminationGracePeriodSeconds"] > stop
    assert deployment["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    labels = deployment["template"]["metadata"]["labels"]
    for document in documents("kubernetes/sportlore.yaml")[1:3]:
        assert document["spec"]["selector"] == labels
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert deployment["selector"]["matchLabels"] == labels


def test_compose() -> None:
    (found,) = documents("compose.yaml")
    replicas = {name: service for name, service in found["services"].items() if name != "balancer"}
    assert len(replicas) == 3
    for service in replicas.values():
        command = ["s3://a" if "STORE" in word else word for word in service["command"]]
        assert any(place.startswith(f"{served(command).cache}:") for place in service["tmpfs"])
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
    text = found["configs"]["haproxy"]["content"]
    assert set(re.findall(r"^ +server (\w+) (\w+):8000$", text, re.MULTILINE)) == {(name, name) for name in replicas}


def test_haproxy_of_compose_is_that_of_the_recipe() -> None:
    """Its lines stand in deploy/haproxy/haproxy.cfg as well, but for names and ports."""
    (found,) = documents("compose.yaml")
    recipe = {line.strip() for line in (RECIPES / "haproxy" / "haproxy.cfg").read_text().splitlines()}
    own = re.compile(r"server |bind |nameserver |resolvers |default-server ")
    lines = [line.strip() for line in found["configs"]["haproxy"]["content"].splitlines()]
    assert [line for line in lines if not own.match(line) and line not in recipe] == []


def test_systemd() -> None:
    text = (RECIPES / "systemd" / "sportlore.service").read_text()
    command = re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)
    assert command is not None
    program, *arguments = shlex.split(command[1])
    assert program.endswith("/bin/sportlore")
    options = _parser().parse_args(arguments)
    assert str(options.cache).startswith("${CACHE_DIRECTORY}/")
    stop = re.search(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    assert stop is not None
    assert int(stop[1]) > options.stop_timeout
    for line in ("DynamicUser=yes", "CacheDirectory=sportlore", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert line in text.splitlines()


def test_every_recipe_is_tested_or_named_here() -> None:
    files = {str(path.relative_to(RECIPES)) for path in RECIPES.rglob("*") if path.is_file()}
    tested = {"nginx/sportlore.conf", "nginx/purge", "haproxy/haproxy.cfg", "systemd/sportlore.service"}
    assert files == tested | {"compose.yaml", "kubernetes/sportlore.yaml"}
    scaling = (ROOT / "docs" / "scaling.md").read_text()
    assert [name for name in files if f"deploy/{name}" not in scaling] == []

"""Records in a real PostgreSQL: publishing them, serving them, and what happens when a host is away or behind."""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from cluster import Generations, backward, load, problems, wait_for_answers
from conftest import LONG_TIMEOUTS, PATIENCE, free_port, missing, next_line, nginx, publish, serve, stop, wait
from postgres import Postgres, address, postgres

from sportlore.cli import main
from sportlore.replication.fetch import INDEX_ALONE, fetch
from sportlore.replication.pointer import Pointer, decoded
from sportlore.replication.postgres.database import Database
from sportlore.replication.publish import write_pointer
from sportlore.replication.store import Missing, StoreError
from sportlore.snapshot import read_manifest
from sportlore.snapshot.format import STORE

SPORT = "/v1/entities/sport/tennis"
PATIENT = (*LONG_TIMEOUTS, f"--records-timeout={PATIENCE}")
"""The options of a server that gives up nothing because the machine is slow; a host that is gone is noticed at once."""

_STOPS_HALF_WAY = """
import sys, time
from sportlore.cli import main
from sportlore.replication.postgres import database
parts = database._parts
def half(snapshot, step):
    for number, part in enumerate(parts(snapshot, step)):
        if number == 200:
            print("half way", flush=True)
            time.sleep(600)
        yield part
database._parts = half
main(["publish", *sys.argv[1:]])
"""


@pytest.fixture(scope="module")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Generations:
    """Snapshots that differ in every answer."""
    return Generations(tmp_path_factory, 4)


@pytest.fixture
def primary() -> Iterator[Postgres]:
    """A server with an empty database."""
    with postgres() as server:
        yield server


@pytest.fixture
def standby(primary: Postgres) -> Iterator[Postgres]:
    """A server that follows the primary."""
    with postgres(primary) as server:
        yield server


@contextmanager
def served(folder: Path, records: str, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of a snapshot whose large files are not there."""
    small = folder.with_name(f"{folder.name}-small")
    shutil.rmtree(small, ignore_errors=True)
    shutil.copytree(
        folder, small, ignore=shutil.ignore_patterns(*(set(read_manifest(folder).named()) - set(INDEX_ALONE)))
    )
    port = free_port()
    process = serve("--snapshot", str(small), "--records", records, *PATIENT, *options, port=port)
    try:
        yield process, port
    finally:
        stop(process)
        shutil.rmtree(small)


def get(port: int, path: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE)


def health(port: int, path: str = "/healthz") -> tuple[int, dict[str, str]]:
    answer = get(port, path)
    return answer.status_code, answer.json()


def partitions(server: Postgres) -> set[str]:
    query = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'parts\\_%'"
    return {name.removeprefix("parts_") for name in server.query(query).split()}


def has(server: Postgres, generation: str) -> bool:
    if server.query("SELECT to_regclass('sportlore.generations')") == "":
        return False
    return server.query(f"SELECT count(*) FROM sportlore.generations WHERE generation = '{generation}'") == "1"


# publishing


def test_a_generation_is_published_once_and_earlier_ones_are_dropped(
    generations: Generations, primary: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    target = address(primary)
    for number, (folder, name) in enumerate(zip(generations.folders, generations.names, strict=True)):
        assert main(["publish", str(folder), target, "--activate-in", "0", "--pause", "0"]) == 0
        printed = capsys.readouterr().out
        assert f"published generation {name}" in printed
        assert f"generation {name} is active" in printed
        kept = generations.names[max(0, number - 3) : number + 1]
        assert partitions(primary) == set(kept)
    assert main(["publish", str(generations.folders[-1]), target]) == 0
    pointer = decoded(Database(target).pointer())
    assert pointer.current(time.time()) == generations.names[-1]
    assert partitions(primary) == {pointer.active, *pointer.earlier}, "one fewer, since none is staged"
    assert primary.query("SELECT count(*) FROM sportlore.pointer") == "1"
    counted = f"SELECT count(*) FROM sportlore.parts WHERE generation = '{generations.names[-1]}'"
    assert int(primary.query(counted)) > 300


def test_what_is_interrupted_leaves_the_active_generation_and_is_repeated(
    generations: Generations, primary: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    target = address(primary)
    old, new = generations.names[:2]
    publish(generations.folders[0], target)
    before = Database(target).pointer()
    arguments = [str(generations.folders[1]), target, "--activate-in", "0"]
    command = [sys.executable, "-c", _STOPS_HALF_WAY, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half way\n"
        assert main(["publish", *arguments]) == 1
        assert "another snapshot is being published" in capsys.readouterr().err
        process.kill()
    wait(lambda: primary.query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "0")
    assert partitions(primary) == {old}
    assert Database(target).pointer() == before
    assert main(["publish", *arguments]) == 0
    assert partitions(primary) == {old, new}


def test_a_generation_that_is_in_use_is_dropped_the_next_time(generations: Generations, primary: Postgres) -> None:
    target = address(primary)
    for folder in generations.folders[:2]:
        publish(folder, target)
    old, new = generations.names[:2]
    sleeping = f"SELECT count(*), pg_sleep(600) FROM sportlore.parts WHERE generation = '{old}'"
    psql = ["psql", "-h", "127.0.0.1", "-p", str(primary.port), "-U", "sportlore", "-d", "postgres", "-c", sleeping]
    with subprocess.Popen(psql, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait(lambda: primary.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1")
        Database(target).remove(old)
        assert partitions(primary) == {old, new}
        primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        process.wait(PATIENCE)
    publish(generations.folders[1], target)
    assert partitions(primary) == {new}


def test_what_is_wrong_is_said_in_one_line(
    generations: Generations,
    primary: Postgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, cache = str(generations.folders[0]), ["--cache", str(tmp_path)]
    nowhere = f"postgresql://me:secret@127.0.0.1:{free_port()}/data"
    small = ["serve", "--snapshot", folder, "--port", "0", f"--records-timeout={PATIENCE}", "--records"]

    def said(*arguments: str) -> str:
        try:
            assert main(arguments) == 1
        except SystemExit as error:
            return str(error)
        text = capsys.readouterr().err
        assert text.count("\n") == 1
        assert "secret" not in text
        return text

    assert "Connect call failed" in said("publish", folder, nowhere)
    assert "Connect call failed" in said("fetch", nowhere, *cache)
    assert "publish a snapshot there with `sportlore publish`" in said("fetch", address(primary), *cache)
    assert "nothing was published here" in said(*small, address(primary))
    assert "--records is for a snapshot that was published" in said("serve", "--port", "0", "--records", nowhere)
    assert "s3://a is no address of a database" in said(*small, "s3://a")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for arguments in (("publish", folder, nowhere), ("fetch", nowhere, *cache), (*small, nowhere)):
        assert "pip install 'sportlore[postgres]'" in said(*arguments)


# fetching


def test_a_replica_fetches_what_it_needs_and_no_more(
    generations: Generations, primary: Postgres, tmp_path: Path
) -> None:
    publish(generations.folders[0], address(primary))
    store, name = Database(address(primary)), generations.names[0]
    for source in (store, Database(address(primary))):
        list(fetch(source, tmp_path, time.time(), INDEX_ALONE))
    files = tmp_path / name / name
    assert [path.name for path in files.iterdir()] == [STORE]
    original = (generations.folders[0] / name / STORE).read_bytes()
    assert (files / STORE).read_bytes() == original
    size = len(original)
    for start, length in ((0, 10), (size - 5, 5), (size - 5, 50), (123_456, 1)):
        assert store.read(name, STORE, start, length) == original[start : start + length]
    with pytest.raises(Missing, match="there is no generation"):
        store.read("0" * 16, STORE, 0, 10)
    with pytest.raises(Missing, match="in parts only"):
        store.read(name, "records", 0, 10)


def test_a_pointer_that_lags_behind_is_not_followed(
    generations: Generations, primary: Postgres, standby: Postgres
) -> None:
    target = address(standby, primary)
    publish(generations.folders[0], target)
    wait(lambda: has(standby, generations.names[0]))
    standby.query("SELECT pg_wal_replay_pause()")
    write_pointer(Database(target), Pointer(generations.names[1]), time.time())
    following = Database(target)
    assert decoded(following.pointer()).active == generations.names[1], "the host that is ahead says what is current"
    primary.kill()
    with pytest.raises(StoreError, match="lag behind"):
        following.pointer()
    with pytest.raises(StoreError, match=r"127\.0\.0\.1"):
        following.write_pointer(b"{}")  # a standby cannot be written to
    standby.query("SELECT pg_wal_replay_resume()")


# serving


@pytest.mark.parametrize(
    "failure", [Postgres.kill, lambda server: server.signal(signal.SIGSTOP)], ids=["killed", "hung"]
)
def test_a_primary_that_fails_under_load_costs_no_answer(
    generations: Generations, primary: Postgres, standby: Postgres, failure: Callable[[Postgres], None]
) -> None:
    publish(generations.folders[0], address(primary))
    wait(lambda: has(standby, generations.names[0]))
    # A host that hangs is waited for by each query that finds it first, for a third of the timeout.
    options = ["--records-cache", "0", "--records-timeout", "15"]
    with served(generations.folders[0], address(primary, standby), *options) as (_, port):
        with load(port, generations) as clients:
            wait_for_answers(clients, 50)
            failure(primary)
            wait_for_answers(clients, 50)
        assert problems(clients) == []
        wait(lambda: health(port)[1].get("records") == "1 of 2 hosts")
        assert health(port, "/readyz")[0] == 200


def test_without_any_host_what_is_here_is_answered_and_all_else_is_503(
    generations: Generations, primary: Postgres
) -> None:
    publish(generations.folders[0], address(primary))
    with served(generations.folders[0], address(primary), "--records-timeout", "1") as (_, port):
        wait(lambda: get(port, SPORT).status_code == 200)
        known = get(port, SPORT)
        primary.kill()
        assert get(port, SPORT).content == known.content
        assert get(port, "/v1/entities/sport/nothing").status_code == 404
        for path in ("/v1/entities/sport", "/v1/entities/sport?pageSize=7", "/v1/search?q=tennis", "/sports/tennis"):
            answer = get(port, path)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            assert answer.headers["cache-control"] == "no-store"
            assert "not available at the moment" in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert httpx.head(f"http://127.0.0.1:{port}/v1/entities/sport", timeout=PATIENCE).status_code == 503
        wait(lambda: health(port, "/readyz")[0] == 503)
        code, said = health(port)
        assert (code, said["status"], said["records"]) == (200, "without records", "0 of 1 hosts")
        primary.start()
        wait(lambda: health(port, "/readyz")[0] == 200)
        wait(lambda: get(port, "/v1/entities/sport").status_code == 200)
        wait(lambda: "records" not in health(port)[1])


def test_an_altered_row_is_503_and_one_line(generations: Generations, primary: Postgres) -> None:
    publish(generations.folders[0], address(primary))
    with served(generations.folders[0], address(primary), "--records-cache", "0") as (process, port):
        wait(lambda: get(port, SPORT).status_code == 200)
        first = int(primary.query("SELECT min(place) FROM sportlore.parts WHERE length(bytes) < 100000"))
        alter = "UPDATE sportlore.parts SET bytes = overlay(bytes PLACING 'x'::bytea FROM 3 FOR 1) WHERE place >= "
        primary.query(f"{alter}{first}")
        for _ in range(3):
            assert get(port, SPORT).status_code == 503
            assert get(port, "/v1/search?q=tennis").status_code == 503
        assert get(port, "/v1/entities/sport/nothing").status_code == 404
        assert health(port, "/readyz")[0] == 200
        process.terminate()
        _, log = process.communicate(timeout=PATIENCE)
    lines = log.splitlines()
    assert len(lines) == len(set(lines)) >= 2
    assert all("differs from its digest: publish it again" in line for line in lines), log


def test_a_server_starts_while_its_database_is_away(generations: Generations, primary: Postgres) -> None:
    publish(generations.folders[0], address(primary))
    primary.kill()
    with served(generations.folders[0], address(primary), "--records-timeout", "1") as (process, port):
        assert "the database is away (" in next_line(process)
        assert health(port)[0] == 200
        wait(lambda: health(port, "/readyz")[0] == 503)
        assert get(port, "/v1/entities/sport/nothing").status_code == 404
        assert get(port, SPORT).status_code == 503
        primary.start()
        wait(lambda: get(port, SPORT).status_code == 200)
        wait(lambda: health(port, "/readyz")[0] == 200)


def test_what_was_published_without_digests_is_published_again(generations: Generations, primary: Postgres) -> None:
    publish(generations.folders[0], address(primary))
    primary.query("ALTER TABLE sportlore.parts DROP COLUMN digest")
    publish(generations.folders[0], address(primary))
    assert primary.query("SELECT count(*) > 100 AND count(*) = count(digest) FROM sportlore.parts") == "t"
    assert partitions(primary) == {generations.names[0]}


def test_a_host_that_lags_behind_serves_its_generation_and_says_so(
    generations: Generations, primary: Postgres, standby: Postgres
) -> None:
    old, new = generations.names[:2]
    publish(generations.folders[0], address(primary))
    wait(lambda: has(standby, old))
    with served(generations.folders[0], address(standby), "--records-cache", "0") as (process, port):
        standby.query("SELECT pg_wal_replay_pause()")
        publish(generations.folders[1], address(primary))
        place = generations.folders[0].with_name(f"{generations.folders[0].name}-small")
        (place / new).mkdir()
        shutil.copy(generations.folders[1] / new / STORE, place / new)
        shutil.copy(generations.folders[1] / "manifest.json", place)
        process.send_signal(signal.SIGHUP)
        wait(lambda: health(port, "/readyz")[0] == 503)
        assert health(port)[1] | {"version": ""} == {"status": "behind", "version": "", "snapshot": old, "staged": None}
        answer = get(port, SPORT)
        assert generations.number(SPORT, "gzip", answer.headers["etag"], b"") == -1
        assert b"https://0.example" in answer.content
        standby.query("SELECT pg_wal_replay_resume()")
        wait(lambda: health(port, "/readyz")[0] == 200)
        assert health(port)[1]["snapshot"] == new
        assert b"https://1.example" in get(port, SPORT).content


def test_a_generation_that_one_host_lacks_is_asked_of_another(
    generations: Generations, primary: Postgres, standby: Postgres
) -> None:
    publish(generations.folders[0], address(primary))
    wait(lambda: has(standby, generations.names[0]))
    standby.query("SELECT pg_wal_replay_pause()")
    publish(generations.folders[1], address(primary))
    with served(generations.folders[1], address(standby, primary)) as (_, port):
        assert b"https://1.example" in get(port, SPORT).content
        wait(lambda: health(port)[1].get("records") == "1 of 2 hosts")
    standby.query("SELECT pg_wal_replay_resume()")


def test_conditional_requests_across_an_exchange(generations: Generations, primary: Postgres) -> None:
    """The fast path remembers what it answered with 304: not beyond the generation."""
    for folder in generations.folders[:2]:
        publish(folder, address(primary))
    with served(generations.folders[0], address(primary)) as (process, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

        def ask(tag: str = "") -> tuple[int, str]:
            connection.request("GET", SPORT, headers={"If-None-Match": tag} if tag else {})
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers["ETag"]

        _, old = ask()
        assert [ask(old) for _ in range(3)] == [(304, old)] * 3
        new = generations.names[1]
        place = generations.folders[0].with_name(f"{generations.folders[0].name}-small")
        (place / new).mkdir()
        shutil.copy(generations.folders[1] / new / STORE, place / new)
        shutil.copy(generations.folders[1] / "manifest.json", place)
        process.send_signal(signal.SIGHUP)
        wait(lambda: health(port)[1]["snapshot"] == new)
        status, tag = ask(old)
        assert status == 200
        assert tag != old
        assert ask(tag) == (304, tag)
        connection.close()


def test_a_replica_of_another_store_takes_only_the_records_from_the_database(
    generations: Generations, primary: Postgres, tmp_path: Path
) -> None:
    if shutil.which("nginx") is None:
        missing("nginx is not installed (apt-get install nginx-light)")
    store, name = tmp_path / "store", generations.names[0]
    for target in (str(store), address(primary)):
        assert main(["publish", str(generations.folders[0]), target]) == 0
    site, port = free_port(), free_port()
    settings = f"server {{ listen 127.0.0.1:{site}; location / {{ root {store}; }} }}"
    with nginx(tmp_path / "nginx", settings, site):
        options = ["--cache", str(tmp_path / "cache"), "--records", address(primary), *PATIENT]
        process = serve("--snapshot", f"http://127.0.0.1:{site}", *options, port=port)
        try:
            assert [path.name for path in (tmp_path / "cache" / name / name).iterdir()] == [STORE]
            assert b"https://0.example" in get(port, SPORT).content
        finally:
            stop(process)


def test_replicas_exchange_at_one_instant(
    generations: Generations, primary: Postgres, standby: Postgres, tmp_path: Path
) -> None:
    """Two replicas that fetch the index from the database and ask it for records; both hosts have what is staged."""
    target = address(primary, standby)
    assert main(["publish", str(generations.folders[0]), target]) == 0
    wait(lambda: has(standby, generations.names[0]))
    ports, processes = [free_port(), free_port()], []
    try:
        for number, port in enumerate(ports):
            options = ["--cache", str(tmp_path / str(number)), "--poll", "0.2", "--records-cache", "0.05", *PATIENT]
            processes.append(serve("--snapshot", target, *options, "--workers", str(number + 1), port=port))
        standby.query("SELECT pg_wal_replay_pause()")
        replicas = [f"http://127.0.0.1:{port}" for port in ports]
        exchange = ["publish", str(generations.folders[1]), target, "--activate-in", "5", "--pause", "2"]
        assert main([*exchange, "--replicas", *replicas, "--wait", "2"]) == 1, "one host lacks it: it is not staged"
        assert health(ports[0])[1]["snapshot"] == generations.names[0]
        standby.query("SELECT pg_wal_replay_resume()")
        with load(ports[0], generations, 2) as some, load(ports[1], generations, 2) as others:
            assert main([*exchange, "--replicas", *replicas]) == 0
            clients = (*some, *others)
            wait_for_answers(clients, 30)
        assert problems(clients) == []
        assert backward(clients) == 0
        assert {seen.generation for client in clients for seen in client.observations} == {0, 1}
        fetched = tmp_path / "0" / generations.names[1] / generations.names[1]
        assert [path.name for path in fetched.iterdir()] == [STORE]
        primary.kill()
        assert all(get(port, "/v1/entities/sport?pageSize=9").status_code == 200 for port in ports)
        wait(lambda: json.loads(get(ports[0], "/readyz").text)["status"] == "ok")
    finally:
        for process in processes:
            stop(process)

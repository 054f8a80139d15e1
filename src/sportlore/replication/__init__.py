"""Replication: a snapshot on its way to the machines that serve it, through a store that they all can read.

A store is a bucket, a folder or a database with

- `current.json`, the pointer: the generation that is served, and perhaps the next one and the instant at which all replicas
  change to it (pointer.py);
- the generations: `manifest.json` and the files that it names. What is there never changes.

`publish` writes the files first and the pointer last. A replica reads the pointer every few seconds, fetches what it lacks,
compares each file with its digest and only then renames the folder to its name (fetch.py). Whatever fails on the way, it
serves what it has (replica.py).

store.py has the two protocols of a store; files.py implements them with named bytes, which stores.py has in folders, sites and
buckets; postgres/ implements them with a database, and keeps records there. The server imports nothing of this: replicas and
databases reach it through the protocols of sportlore/server/ports.py.
"""

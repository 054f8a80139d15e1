"""Distribution: a snapshot on its way to the machines that serve it, through a store that they all can read.

A store is a bucket or a folder with

- `current.json`, the pointer: the generation that is served, and perhaps the next one and the instant at which all replicas
  change to it (pointer.py);
- a folder for each generation, with `manifest.json` and the files that this names. What is there never changes.

`publish` writes the files first and the pointer last. A replica reads the pointer every few seconds, fetches what it lacks,
compares each file with its digest and only then renames the folder to its name (fetch.py). Whatever fails on the way, it
serves what it has.
"""

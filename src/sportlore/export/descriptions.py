"""What describes an export: a Frictionless data package of the tables, DCAT and VoID of all files, and their checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from sportlore.export.bulk import Bulk, File
from sportlore.export.tables import tables, tables_by_type
from sportlore.linked.jsonld import json_ld
from sportlore.linked.rdf import PREFIXES, XSD, Iri, Literal, Triple, iri, number, term, text, turtle, typed
from sportlore.linked.table import Table

_LICENCES = {"CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/"}
"""The addresses of licences by their SPDX identifiers."""
_MEDIA_TYPES = "https://www.iana.org/assignments/media-types/"


def descriptions(bulk: Bulk, files: Sequence[File]) -> Iterator[File]:
    """The files that describe others; the list of checksums (as `sha256sum --check` reads it) comes last and has all of them."""
    written = {file.path for file in files}
    described = [*_package(bulk, written), *_catalogue(bulk, files)]
    yield from described
    sums = (f"{hashlib.sha256(file.content).hexdigest()}  {file.path}\n" for file in (*files, *described))
    yield File("SHA256SUMS", "text/plain", "".join(sorted(sums, key=lambda line: line[66:])).encode())


def _package(bulk: Bulk, written: set[str]) -> Iterator[File]:
    """The data package of the CSV tables, where they are exported."""
    about = bulk.publication.about
    paths = [(f"csv/{table.name}.csv", table) for table in tables(bulk)]
    paths += [(f"csv/types/{table.name}.csv", table) for table in tables_by_type(bulk)]
    resources = [_resource(path, table) for path, table in paths if path in written]
    if not resources:
        return
    package = {
        "profile": "tabular-data-package",
        "name": about.title.lower().replace(" ", "-"),
        "title": about.title,
        "description": about.description,
        "version": about.version,
        **({"created": f"{about.released}T00:00:00Z"} if about.released else {}),
        "homepage": f"{bulk.publication.addresses.site_url}/",
        "licenses": [{"name": about.licence, "path": _LICENCES.get(about.licence, "")}],
        "resources": resources,
    }
    yield File("datapackage.json", "application/json", msgspec.json.format(msgspec.json.encode(package)) + b"\n")


def _resource(path: str, table: Table) -> dict[str, object]:
    fields = [{"name": column.name, "type": column.type, "description": column.description} for column in table.columns]
    schema: dict[str, object] = {"fields": fields, "missingValues": [""]}
    if table.key:
        schema["primaryKey"] = list(table.key)
    if table.name == "facts":
        schema["foreignKeys"] = [{"fields": "entity", "reference": {"resource": "entities", "fields": "id"}}]
    name = path.removeprefix("csv/").removesuffix(".csv").replace("/", "-").replace("_", "-")
    return {
        "profile": "tabular-data-resource",
        "name": name,
        "title": table.title,
        "path": path,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": schema,
    }


def _catalogue(bulk: Bulk, files: Sequence[File]) -> Iterator[File]:
    written = turtle(_dataset(bulk, files), {"own": bulk.terms.namespace})
    yield File("dcat.ttl", "text/turtle", written.encode())
    yield File(
        "dcat.jsonld", "application/ld+json", msgspec.json.format(msgspec.json.encode(_as_json(bulk, files))) + b"\n"
    )


def _dataset(bulk: Bulk, files: Sequence[File]) -> Iterator[Triple]:
    """The dataset by DCAT 3 and VoID, with a distribution for each file."""
    about, site_url = bulk.publication.about, bulk.publication.addresses.site_url
    dataset, a = Iri(f"{site_url}/#dataset"), term("rdf:type")
    yield Triple(dataset, a, term("dcat:Dataset"))
    yield Triple(dataset, a, term("void:Dataset"))
    yield Triple(dataset, term("dcterms:title"), text(about.title))
    yield Triple(dataset, term("dcterms:description"), text(about.description))
    yield Triple(dataset, term("dcterms:identifier"), Literal(f"{site_url}/#dataset"))
    yield Triple(dataset, term("dcat:version"), Literal(about.version))
    if about.released:
        yield Triple(dataset, term("dcterms:issued"), typed(about.released.isoformat(), "date"))
    if licence := _LICENCES.get(about.licence):
        yield Triple(dataset, term("dcterms:license"), Iri(licence))
    yield Triple(dataset, term("dcat:landingPage"), Iri(f"{site_url}/"))
    yield Triple(dataset, term("void:entities"), number(len(bulk.resources)))
    yield Triple(dataset, term("void:uriSpace"), Literal(f"{site_url}/"))
    for vocabulary in ("schema", "skos", "qudt"):
        yield Triple(dataset, term("void:vocabulary"), term(f"{vocabulary}:"))
    for file in files:
        yield from _distribution(dataset, f"{site_url}/bulk/{file.path}", file)


def _distribution(dataset: Iri, address: str, file: File) -> Iterator[Triple]:
    node = iri(f"{address}#distribution")
    yield Triple(dataset, term("dcat:distribution"), node)
    if file.path.endswith(".nq"):
        yield Triple(dataset, term("void:dataDump"), iri(address))
        triples = file.content.count(b" .\n")
        yield Triple(dataset, term("void:triples"), number(triples))
    yield Triple(node, term("rdf:type"), term("dcat:Distribution"))
    yield Triple(node, term("dcterms:title"), Literal(file.path))
    yield Triple(node, term("dcat:downloadURL"), iri(address))
    yield Triple(node, term("dcat:mediaType"), iri(_MEDIA_TYPES + file.media_type.partition(";")[0]))
    yield Triple(node, term("dcat:byteSize"), Literal(str(len(file.content)), f"{XSD}nonNegativeInteger"))
    checksum = iri(f"{address}#checksum")
    yield Triple(node, term("spdx:checksum"), checksum)
    yield Triple(checksum, term("rdf:type"), term("spdx:Checksum"))
    yield Triple(checksum, term("spdx:algorithm"), term("spdx:checksumAlgorithm_sha256"))
    value = Literal(hashlib.sha256(file.content).hexdigest(), f"{XSD}hexBinary")
    yield Triple(checksum, term("spdx:checksumValue"), value)


def _as_json(bulk: Bulk, files: Sequence[File]) -> dict[str, object]:
    return json_ld(_dataset(bulk, files), {}, {}, dict(PREFIXES))

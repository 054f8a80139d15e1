"""The authored files: reading them, finding a place in them, and writing their canonical form."""

from sportlore.registry.comments import UnkeptComment
from sportlore.registry.entity import Document, cited_fact
from sportlore.registry.folders import type_help, type_named
from sportlore.registry.locate import locate
from sportlore.registry.opening import read_bytes, require_folder
from sportlore.registry.pair import NoPair, pair_of
from sportlore.registry.read import Reader, Registry, RuleException, read, read_calculators
from sportlore.registry.releases import release_text, releases_file
from sportlore.registry.searches import searches_file
from sportlore.registry.template import template
from sportlore.registry.toml import Unreadable, parse
from sportlore.registry.write import SEARCHES_ORDER, SOURCE_ORDER, Order, Unformattable, canonical, entity_order

__all__ = [
    "SEARCHES_ORDER",
    "SOURCE_ORDER",
    "Document",
    "NoPair",
    "Order",
    "Reader",
    "Registry",
    "RuleException",
    "Unformattable",
    "UnkeptComment",
    "Unreadable",
    "canonical",
    "cited_fact",
    "entity_order",
    "locate",
    "pair_of",
    "parse",
    "read",
    "read_bytes",
    "read_calculators",
    "release_text",
    "releases_file",
    "require_folder",
    "searches_file",
    "template",
    "type_help",
    "type_named",
]

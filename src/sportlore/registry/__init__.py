"""The authored files: reading them, finding a place in them, and writing their canonical form."""

from sportlore.registry.locate import locate
from sportlore.registry.read import Document, Exemption, Registry, read, read_calculators
from sportlore.registry.skeleton import skeleton
from sportlore.registry.write import UnkeptComment, canonical

__all__ = [
    "Document",
    "Exemption",
    "Registry",
    "UnkeptComment",
    "canonical",
    "locate",
    "read",
    "read_calculators",
    "skeleton",
]

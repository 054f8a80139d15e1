"""Filters of lists: which entities of a type state a fact or a link, from an index made at build.

`/v1/entities/exercise?targets=calves&uses=none` asks for the entities whose `targets` include the calves and that use nothing.
Each condition gives a bitmap of positions in the list of the type, several values of one name are united, what stands behind
`!` is taken away, several names are intersected, and what is left is a page like any other.
"""

from sportlore.filters.fields import NONE

__all__ = ["NONE"]

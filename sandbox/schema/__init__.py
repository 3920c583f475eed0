"""Files that anybody may have written: what may stand in them, declared, and the sentence that refuses the rest."""

from sandbox.schema.reading import object_of, read_object, read_toml, refuse_halves
from sandbox.schema.structures import Either, Kept, List, Maybe, Open, Record, Table, Tuple
from sandbox.schema.values import Choice, Kind, Number, Plain, Switch, Text, Whole, refusal

__all__ = [
           "Choice",
           "Either",
           "Kept",
           "Kind",
           "List",
           "Maybe",
           "Number",
           "Open",
           "Plain",
           "Record",
           "Switch",
           "Table",
           "Text",
           "Tuple",
           "Whole",
           "object_of",
           "read_object",
           "read_toml",
           "refusal",
           "refuse_halves",
]

"""Files that anybody may have written: what may stand in them, declared, and the sentence that refuses the rest."""

from sandbox.schema.reading import read_object
from sandbox.schema.structures import Either, List, Maybe, Record, Row, Table
from sandbox.schema.values import Choice, Kind, Number, Switch, Text, Whole, refusal

__all__ = ["Choice", "Either", "Kind", "List", "Maybe", "Number", "Record", "Row", "Switch", "Table", "Text", "Whole",
           "read_object", "refusal"]

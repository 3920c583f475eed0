"""The four functions of a mode, compiled when a run first enters it: most runs never see most modes of their system."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.compiling.machine_code import ahead
from sandbox.compiling.signature import address_of
from sandbox.integration import arrays

# step, observation, settling and report, see hybrid.py
Four = tuple[Entry, Entry, Entry, Entry]


class ModeFunctions:
    """Step, observation, settling and report of a mode.

    make    make() -> the four entries; called once
    within  functions of the mode that these call through its `place`, or None
    """

    def __init__(self, make: Callable[[], Four], within: "ModeFunctions | None" = None):
        self._make, self._within = make, within
        self._addresses = np.zeros(arrays.TABLE, np.int64)

    @cached_property
    def entries(self) -> Four:
        """The four, not compiled yet."""
        return self._make()

    @property
    def place(self) -> int:
        """Where compiled code finds their addresses (TABLE,) once `table` was asked for; it never moves."""
        return address_of(self._addresses)

    @cached_property
    def table(self) -> np.ndarray:
        """Their addresses (TABLE,) int64; compiled or loaded if this is the first time that they are wanted."""
        ahead(self.all_entries)
        if self._within is not None:
            self._within.table      # noqa: B018 - for what it does
        self._addresses[[arrays.STEP, arrays.OBSERVE, arrays.SETTLE, arrays.REPORT_STATE]] = [entry.address
                                                                                              for entry in self.entries]
        return self._addresses

    @property
    def observations(self) -> tuple[Entry, ...]:
        """Its observation, and that of the functions within it."""
        within = () if self._within is None else self._within.observations
        return (*within, self.entries[1])

    @property
    def all_entries(self) -> tuple[Entry, ...]:
        """All that has to be compiled before a run can enter the mode, in the order in which `table` does."""
        return self.entries if self._within is None else (*self._within.all_entries, *self.entries)

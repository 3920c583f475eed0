"""Key states of a run, kept in blocks; states between them are recomputed, bit by bit the same."""

import numpy as np

KEY_EVERY = 8             # steps between key states: 30 Hz at 240 steps per second
KEEP_SECONDS = 600.0      # of simulated time
MOST_BYTES = 200_000_000  # whatever the step rate and the number of bodies
BLOCK = 128               # key states that are kept, shared and given up together, fewer where they are wide
BLOCK_BYTES = 4_000_000   # of a block of wide ones
FEWEST_BLOCKS, NEAR = 12, 8     # blocks that are always kept, those just passed among them


class Block:
    """Key states one after the other; `steps` is -1 where none is kept yet."""

    def __init__(self, width: int, count: int):
        self.steps = np.full(count, -1, np.int64)
        self.states = np.zeros((count, width))

    def copy(self) -> "Block":
        """Returns a block of its own with the same states."""
        other = Block.__new__(Block)
        other.steps, other.states = self.steps.copy(), self.states.copy()
        return other

    def up_to(self, step: int) -> "Block":
        """Returns a block of its own with the states at a step and before it."""
        other = Block(self.states.shape[1], len(self.steps))
        kept = (self.steps >= 0) & (self.steps <= step)
        other.steps[kept], other.states[kept] = self.steps[kept], self.states[kept]
        return other


class History:
    """Key states of the last KEEP_SECONDS of simulated time, MOST_BYTES at most.

    Two runs that began alike share the blocks of what they have in common: what is kept of a step is never changed, and
    who keeps a step that the other one has not come to has a block of its own from then on.
    States of one width, one after the other, are a section: what is built while a run goes on changes the width.
    """

    def __init__(self, width: int, step_rate: int):
        self._step_rate = step_rate
        self._sections = [Section(0, width, step_rate)]

    def begin(self, state: np.ndarray):
        """Keeps the start of a run, and nothing else until `put`."""
        self._sections[0].begin(state)

    def put(self, steps: np.ndarray, states: np.ndarray):
        """Keeps the states (n, width) of ascending steps (n,) that are multiples of KEY_EVERY.

        A step that is kept already has the same state: a run repeats itself bit by bit.
        """
        if len(steps):
            self._section_of(int(steps[0]), states.shape[1]).put(steps, states)

    def _place_of(self, step: int) -> int:
        """The number of the section that a step is in."""
        return max(i for i, section in enumerate(self._sections) if i == 0 or section.first_step <= step)

    def _section_of(self, step: int, width: int) -> "Section":
        """The section for states of a width from a step on."""
        place = self._place_of(step)
        if self._sections[place].width == width:
            return self._sections[place]
        behind = self._sections[place + 1:place + 2]
        if behind and behind[0].width == width:
            behind[0].first_step = step
            return behind[0]
        found = Section(step, width, self._step_rate)
        self._sections.insert(place + 1, found)
        while len(self._sections) > 2 and sum(section.filled for section in self._sections) > MOST_BYTES:
            # the start is never forgotten
            self._sections[0].forget_blocks() if self._sections[0].filled else self._sections.pop(1)
        return found

    def find(self, step: int) -> tuple[int, np.ndarray] | None:
        """Returns (step, state) of the latest key state at or before a step, None where none is kept.

        The start is never forgotten.
        """
        step = step//KEY_EVERY*KEY_EVERY
        return self._sections[self._place_of(step)].find(step)

    @property
    def oldest(self) -> int:
        """First step from which on all are kept up to the newest."""
        found = self._sections[-1].oldest
        for section, later in zip(self._sections[-2::-1], self._sections[:0:-1], strict=True):
            if found > later.first_step or section.last_step < later.first_step - KEY_EVERY:
                break
            found = section.oldest
        return found

    @property
    def blocks(self) -> list[Block]:
        """All that is kept."""
        return [block for section in self._sections for block in section.blocks]

    @property
    def bytes(self) -> int:
        """Memory of the states that are kept."""
        return sum(section.bytes for section in self._sections)

    def shared(self) -> "History":
        """Returns a history of the same states, for another run; each of both may forget and go on for itself."""
        other = History.__new__(History)
        other._step_rate, other._sections = self._step_rate, [section.shared() for section in self._sections]
        return other

    def forget_after(self, step: int):
        """Gives up the states after a step; a block that holds earlier ones too is copied."""
        self._sections = [section for i, section in enumerate(self._sections) if i == 0 or section.first_step <= step]
        for section in self._sections:
            section.forget_after(step)


class Section:
    """Key states of one width, `first_step` and later ones."""

    def __init__(self, first_step: int, width: int, step_rate: int):
        self.first_step, self.width = first_step, width
        self._width, self._count = width, max(1, min(BLOCK, BLOCK_BYTES//(8*(width + 1))))
        wanted = int(KEEP_SECONDS*step_rate/KEY_EVERY)//self._count + 2
        self._most = max(FEWEST_BLOCKS, min(wanted, MOST_BYTES//(8*self._count*(width + 1))))
        self._blocks: dict[int, Block] = {}
        self._own: set[int] = set()         # numbers of those that no other run reads
        self._first: np.ndarray | None = None

    def begin(self, state: np.ndarray):
        """Keeps the start of a run, and nothing else until `put`."""
        self._first = state.copy()

    def put(self, steps: np.ndarray, states: np.ndarray):
        """Keeps the states (n, width) of ascending steps (n,) that are multiples of KEY_EVERY.

        A step that is kept already has the same state: a run repeats itself bit by bit.
        """
        if self._first is None and len(steps) and steps[0] == 0:
            self._first = states[0].copy()
        keys = steps//KEY_EVERY
        for number in range(int(keys[0])//self._count, int(keys[-1])//self._count + 1) if len(keys) else ():
            block = self._blocks.get(number)
            if block is None:
                block = self._blocks[number] = Block(self._width, self._count)
                self._own.add(number)
                self._make_room(number)
            chosen = keys//self._count == number
            places = keys[chosen] % self._count
            is_new = block.steps[places] < 0
            if is_new.any():
                block = self._owned(number)
            block.steps[places[is_new]] = steps[chosen][is_new]
            block.states[places[is_new]] = states[chosen][is_new]

    def _owned(self, number: int) -> Block:
        """Returns a block to write to: what this run passes is not what another one does that goes on otherwise."""
        if number not in self._own:
            self._blocks[number] = self._blocks[number].copy()
            self._own.add(number)
        return self._blocks[number]

    def _make_room(self, number: int):
        """Gives up the oldest block, but none of those just passed; what came last is never given up."""
        if len(self._blocks) > self._most:
            del self._blocks[min(other for other in self._blocks if not number - NEAR < other <= number)]

    def find(self, step: int) -> tuple[int, np.ndarray] | None:
        """Returns (step, state) of the latest key state at or before a step, None where none is kept.

        The start is never forgotten.
        """
        key = step//KEY_EVERY
        step = key*KEY_EVERY
        if step == 0 and self._first is not None:
            return 0, self._first.copy()
        block = self._blocks.get(key//self._count)
        if step < 0 or block is None or block.steps[key % self._count] != step:
            return None
        return step, block.states[key % self._count].copy()

    @property
    def oldest(self) -> int:
        """First step from which on all are kept up to the newest."""
        if not self._blocks:
            return 0
        number = max(self._blocks)
        while number - 1 in self._blocks and (self._blocks[number - 1].steps >= 0).all():
            number -= 1
        return max(self.first_step, int(number*self._count*KEY_EVERY))

    @property
    def blocks(self) -> list[Block]:
        return [*self._blocks.values()]

    @property
    def last_step(self) -> int:
        """The newest step that is kept, -1 for none."""
        return max((int(block.steps.max()) for block in self._blocks.values()), default=-1)

    @property
    def filled(self) -> int:
        """Bytes of the states that are kept, without those that there is room for."""
        return sum(int((block.steps >= 0).sum()) for block in self._blocks.values())*8*(self._width + 1)

    def forget_blocks(self):
        """Gives up all but the start."""
        self._blocks = {}

    @property
    def bytes(self) -> int:
        """Memory of the states that are kept, and of those that there is room for."""
        return sum(block.steps.nbytes + block.states.nbytes for block in self._blocks.values())

    # ---- another future -----------------------------------------------------------------------------------------

    def shared(self) -> "Section":
        """Returns a section of the same states; from now on both write to copies."""
        other = Section.__new__(Section)
        other.first_step, other.width = self.first_step, self.width
        other._width, other._count, other._most = self._width, self._count, self._most
        other._first = self._first
        other._blocks = dict(self._blocks)
        self._own, other._own = set(), set()
        return other

    def forget_after(self, step: int):
        """Gives up the states after a step; a block that holds earlier ones too is copied."""
        last = step//KEY_EVERY//self._count
        self._blocks = {number: block for number, block in self._blocks.items() if number <= last}
        if last in self._blocks:
            self._blocks[last] = self._blocks[last].up_to(step)
            self._own.add(last)

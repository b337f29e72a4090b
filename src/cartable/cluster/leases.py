"""The leases of a node, as pure logic: what it learns goes in, what it must do comes out.

A node has a *life*, a number drawn when it enters: a row in the database that it renews, and an advisory
lock of that number, lost with its connection. Whoever finds a row expired, or its lock free, *buries*
the life; its shards are then free. Taking a shard raises its *epoch*. Every commit proves the epochs of
its shards within its transaction, under a share lock on the rows that a takeover has to change: so a node
that lost a shard cannot write, whatever it believes, and a takeover waits for what is being written.

The expiry is in the node's row and the epochs are in the shards' rows: no commit waits for a renewal, and no
renewal for a commit. Everything that concerns the leases is asked one after the other, on one connection, so
no answer is older than the one before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from cartable.cluster.shards import SHARDS, allotted
from cartable.core import Millis

RENEWAL: Final = 500
"""How often a node renews its life, in milliseconds."""
EXPIRY: Final = 2_000
"""How long a life lasts after its last renewal, by the database's clock."""
SETTLE: Final = 3_000
"""How long the set of nodes must stay the same before shards move to their new nodes."""
RETRY: Final = 1_000
"""How long a node waits before it retries what failed."""
AGAIN: Final = 100
"""How long it waits to begin a new life after it lost its connection."""
AT_ONCE: Final = 8
"""How many shards are handed over at a time; with all at once, everybody would reconnect together."""

NOBODY: Final = 0
"""The life that owns a shard nobody has ever taken, as the database says it."""


# What the database says


class Neighbour(Struct, frozen=True):
    """A node, as its row describes it."""

    life: int
    name: str
    address: str
    """Where it listens for other nodes."""
    draining: bool
    expired: bool
    plays: str = ""
    """The games it plays and their versions, as JSON."""
    left: int = EXPIRY
    """How many milliseconds its life would last without another renewal, when the roll was read."""


class Owned(Struct, frozen=True):
    """Who owns a shard, and since which epoch."""

    life: int
    epoch: int


class Roll(Struct, frozen=True):
    """All nodes and all shards at one moment."""

    nodes: tuple[Neighbour, ...]
    shards: tuple[Owned, ...]


# What a node must do


class Enter(Struct, frozen=True):
    """Hold the lock of a new life, write its row, and answer with `entered`."""

    life: int


class Renew(Struct, frozen=True):
    """Renew the life and read the roll; answer with `renewed`, or `buried` where there is none."""

    life: int
    stopping: bool


class Bury(Struct, frozen=True):
    """Delete lives that are expired, or whose lock is free; answer with `done`."""

    lives: tuple[int, ...]


class TakeOver(Struct, frozen=True):
    """Own these shards, each one epoch later than the given one; answer with `done`."""

    life: int
    shards: tuple[tuple[int, int], ...]


class PassOn(Struct, frozen=True):
    """Give shards of these epochs to other lives, in one go; answer with `done`."""

    shards: tuple[tuple[int, int, int], ...]
    """Shard, epoch, and the life that gets it."""


class Exit(Struct, frozen=True):
    """Delete our own life; there is no answer."""

    life: int


class Await(Struct, frozen=True):
    """Wait for the lock of a life instead of the one before; answer with `fell` when it is free."""

    life: int | None
    """None: wait for none."""


class Mourn(Struct, frozen=True):
    """Stop waiting for answers from these lives: they are over."""

    lives: tuple[int, ...]


class Keep(Struct, frozen=True):
    """Serve the tables of a shard, and write with this epoch."""

    shard: int
    epoch: int


class Part(Struct, frozen=True):
    """Stop serving the tables of these shards at once; everyone there is told to come back."""

    shards: tuple[int, ...]


class Empty(Struct, frozen=True):
    """Write what a shard still holds, then disconnect its people; answer with `emptied` or `stuck`."""

    shard: int
    to: Neighbour


LeaseStep = Enter | Renew | Bury | TakeOver | PassOn | Exit | Await | Mourn | Keep | Part | Empty
LeaseRequest = Enter | Renew | Bury | TakeOver | PassOn
"""The steps that ask the database; one at a time."""


class Leases:
    """The shards that one node holds, and what it does about them; it calls `do` with each step."""

    def __init__(
        self,
        name: str,
        do: Callable[[LeaseStep], None],
        draw: Callable[[], int],
        shards: int = SHARDS,
        settle: int = SETTLE,
        at_once: int = AT_ONCE,
    ) -> None:
        self.name = name
        self.life: int | None = None
        """None while it is not in the roll."""
        self.roll = Roll((), ())
        self.held: dict[int, int] = {}
        """The shards that are served here, with their epochs."""
        self.moving: dict[int, int] = {}
        """The shards that are being handed over, and the lives that they go to."""
        self.stopping = False
        self._informed = False
        """Whether the roll was read since then: nobody misses a neighbour who has just come."""
        self._do = do
        self._draw = draw
        self._shards = shards
        self._settle = settle
        self._at_once = at_once
        self._sure = Millis(0)
        """Until when nobody can have buried this life, by our own clock."""
        self._next = Millis(0)
        self._falls: Millis | None = None
        """When the first of the neighbours expires, unless it is renewed."""
        self._asked: LeaseRequest | None = None
        self._sent = Millis(0)
        self._queue: deque[LeaseRequest] = deque()
        self._awaited: int | None = None
        self._company: tuple[str, ...] = ()
        self._since = Millis(0)
        """Since when the set of nodes has been the same."""
        self._stuck: dict[int, Millis] = {}

    # What is known

    def sure(self, now: Millis) -> bool:
        """Return whether this life counts: it was renewed in time."""
        return self.life is not None and now < self._sure

    def serves(self, shard: int, now: Millis) -> bool:
        """Return whether a shard's tables are served here."""
        return shard in self.held and shard not in self.moving and now < self._sure

    def owner(self, shard: int) -> Neighbour | None:
        """Return the node that owns a shard, as far as is known."""
        if shard >= len(self.roll.shards):
            return None
        life = self.roll.shards[shard].life
        return next((node for node in self.roll.nodes if node.life == life), None)

    @property
    def draining(self) -> bool:
        """Whether its shards should go elsewhere."""
        return self.stopping or any(node.draining for node in self.roll.nodes if node.life == self.life)

    @property
    def due(self) -> Millis:
        """When it has to look again: its own renewal, or the moment when a neighbour expires."""
        return self._next if self._falls is None else min(self._next, self._falls)

    # What happens

    def tick(self, now: Millis) -> None:
        """Do what is due."""
        if self.life is not None and now >= self._sure and self.held:
            # The row may be buried by now. What is held is held again once a renewal says so.
            self._part(tuple(self.held))
        if now >= self.due:
            self._next, self._falls = Millis(now + RENEWAL), None
            self._look(now)
        self._go_on(now)

    def stir(self, now: Millis) -> None:
        """Look at once: something has changed."""
        self._look(now)
        self._go_on(now)

    def stop(self, now: Millis) -> None:
        """Hand over everything; `idle` says when that is done."""
        self.stopping = True
        self.stir(now)

    def leave(self) -> None:
        """Leave the roll; the tables have been let go."""
        life = self.life
        self._fall()
        if life is not None:
            self._do(Exit(life))

    @property
    def idle(self) -> bool:
        """Whether nothing is left that another node could take."""
        others = [node for node in self._takers() if node.life != self.life]
        return self.life is None or (self._informed and not (others and (self.held or self.moving)))

    def entered(self, roll: Roll, now: Millis) -> None:
        """Called when the life has begun."""
        assert isinstance(self._asked, Enter)
        self.life = self._asked.life
        self._answered(roll, now)

    def renewed(self, roll: Roll, now: Millis) -> None:
        """Called when the life continues, with what the roll says."""
        assert isinstance(self._asked, Renew)
        self._informed = self._asked.stopping
        self._answered(roll, now)

    def buried(self, now: Millis) -> None:
        """Called when our own life is no longer in the roll."""
        self._fall()
        self._look(now)
        self._go_on(now)

    def done(self, now: Millis) -> None:
        """Called when a step is done or had nothing to do; the roll has its outcome."""
        if isinstance(self._asked, PassOn):
            for shard, _, _ in self._asked.shards:
                # Where it came back, people do first: what they play says where it can go.
                self._rest(shard, now)
        self._asked = None
        self._look(now)
        self._go_on(now)

    def failed(self, now: Millis) -> None:
        """Called when the connection is lost: the lock went with it, so this life is over.

        What was asked may have been done, or be done later. It concerns that life only, and whoever takes
        its shards raises their epochs.
        """
        # At once where it was in the roll: lines break more often than databases do.
        self._next = Millis(now + (RETRY if self.life is None else AGAIN))
        self._fall()

    def fell(self, life: int, now: Millis) -> None:
        """Called when a neighbour's lock is free."""
        if life != self._awaited:
            return
        self._awaited = None
        if self.life is not None:
            self._ask(Bury((life,)))
            self._go_on(now)

    def fenced(self, shards: Iterable[tuple[int, int]], now: Millis) -> None:
        """Called when a commit is refused because an epoch of these is not the latest."""
        lost = tuple(shard for shard, epoch in shards if self.held.get(shard) == epoch)
        if lost:
            self._part(lost)
        self.stir(now)

    def emptied(self, shard: int, now: Millis) -> None:
        """Called when nothing of a shard is left here."""
        if shard not in self.moving:
            return
        epoch = self.held.pop(shard, None)
        to = self.moving[shard]
        # To that node or to none: it is the only one where the games are known to be able to continue.
        if epoch is None or all(node.life != to for node in self._takers()):
            self._rest(shard, now)
            self._look(now)
        else:
            self._pass_on(shard, epoch, to)
        self._go_on(now)

    def stuck(self, shard: int, now: Millis) -> None:
        """Called when a shard cannot move now: a game in it could not continue there."""
        if shard in self.moving:
            self._rest(shard, now)

    def _rest(self, shard: int, now: Millis) -> None:
        """Stop moving a shard, and do not try again for a while."""
        self.moving.pop(shard, None)
        self._stuck[shard] = Millis(now + RETRY)

    # One thing after the other

    def _look(self, now: Millis) -> None:
        if self.life is not None:
            if not any(isinstance(step, Renew) for step in self._queue):
                self._ask(Renew(self.life, self.stopping))
        elif not self._queue and self._asked is None and not self.stopping:
            self._ask(Enter(self._draw()))

    def _ask(self, step: LeaseRequest) -> None:
        if step not in self._queue:
            self._queue.append(step)

    def _pass_on(self, shard: int, epoch: int, to: int) -> None:
        """Hand on a shard, together with those already waiting to be handed on."""
        waiting = next((step for step in self._queue if isinstance(step, PassOn)), None)
        if waiting:
            self._queue.remove(waiting)
        self._ask(PassOn((*(waiting.shards if waiting else ()), (shard, epoch, to))))

    def _go_on(self, now: Millis) -> None:
        if self._asked is None and self._queue:
            self._asked = self._queue.popleft()
            self._sent = now
            self._do(self._asked)

    def _answered(self, roll: Roll, now: Millis) -> None:
        self._asked = None
        # From when it was sent: the database's clock began to count later.
        self._sure = Millis(self._sent + EXPIRY)
        before, self.roll = self.roll, roll
        alive = {node.life for node in roll.nodes}
        if over := tuple(node.life for node in before.nodes if node.life not in alive):
            self._do(Mourn(over))
        self._settle_up(now)
        self._go_on(now)

    def _fall(self) -> None:
        if self.held:
            self._part(tuple(self.held))
        self.life = None
        self.moving.clear()
        self._asked = None
        self._queue.clear()
        self._stuck.clear()
        self._await(None)

    def _part(self, shards: tuple[int, ...]) -> None:
        for shard in shards:
            del self.held[shard]
            self.moving.pop(shard, None)
        self._do(Part(shards))

    # What the roll says

    def _settle_up(self, now: Millis) -> None:
        if now >= self._sure:
            # The answer took too long to still be true.
            self._look(now)
            return
        roll, queue = self.roll, self._queue
        ours = {shard: owned.epoch for shard, owned in enumerate(roll.shards) if owned.life == self.life}
        if lost := tuple(shard for shard, epoch in self.held.items() if ours.get(shard) != epoch):
            self._part(lost)
        passed_on = {shard for step in queue if isinstance(step, PassOn) for shard, _, _ in step.shards}
        for shard, epoch in ours.items():
            if shard not in self.held and shard not in passed_on:
                self.held[shard] = epoch
                self._do(Keep(shard, epoch))
        self._note_company(now)
        others = [node for node in roll.nodes if node.life != self.life and not node.expired]
        # Whoever is silent is buried at that moment, and not half a second later.
        self._falls = min((Millis(now + node.left + 1) for node in others), default=None)
        if expired := tuple(node.life for node in roll.nodes if node.expired and node.life != self.life):
            self._ask(Bury(expired))
        self._await_neighbour()
        self._take_free()
        self._hand_over(now)

    def _note_company(self, now: Millis) -> None:
        company = tuple(sorted(node.name for node in self._takers()))
        if company != self._company:
            self._company, self._since = company, now

    def _await_neighbour(self) -> None:
        """Wait for the lock of the next node around the ring: each is watched by one."""
        own = self.life
        assert own is not None
        lives = sorted(node.life for node in self.roll.nodes if not node.expired)
        after = [life for life in lives if life > own] + [life for life in lives if life < own]
        self._await(after[0] if after else None)

    def _await(self, life: int | None) -> None:
        if life != self._awaited:
            self._awaited = life
            self._do(Await(life))

    def _take_free(self) -> None:
        lives = {node.life for node in self.roll.nodes}
        names = self._names()
        free = tuple(
            (shard, owned.epoch)
            for shard, owned in enumerate(self.roll.shards)
            if owned.life not in lives and names.get(shard) == self.name
        )
        if free:
            assert self.life is not None
            self._ask(TakeOver(self.life, free))

    def _hand_over(self, now: Millis) -> None:
        """Begin to move shards to the nodes they belong on, a few at a time."""
        if not (self.draining or now - self._since >= self._settle):
            return
        for shard in sorted(self.held.keys() - self.moving.keys()):
            if len(self.moving) >= self._at_once:
                return
            to = self._destination(shard)
            if to is not None and now >= self._stuck.get(shard, Millis(0)):
                self.moving[shard] = to.life
                self._do(Empty(shard, to))

    def _destination(self, shard: int) -> Neighbour | None:
        """Return the node that a shard of ours should move to; None if it stays."""
        name = self._names().get(shard)
        if name is None or name == self.name:
            return None
        return next(node for node in self._takers() if node.name == name)

    def _names(self) -> dict[int, str]:
        return _allotted(tuple(node.name for node in self._takers()), self._shards)

    def _takers(self) -> list[Neighbour]:
        """Return the nodes that shards belong on; if every node drains, all of them."""
        there = [
            node
            for node in self.roll.nodes
            if not node.expired and not (self.stopping and node.life == self.life)
        ]
        return [node for node in there if not node.draining] or there


@lru_cache(maxsize=64)
def _allotted(names: tuple[str, ...], shards: int) -> dict[int, str]:
    return allotted(names, shards)

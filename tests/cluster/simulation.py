"""A cluster in which everything goes wrong, on a virtual clock: the same seed gives the same disaster.

Nodes run the leases as they are. The network delays, breaks and leaves half open; the database has sessions,
advisory locks, row locks and transactions that take several messages; nodes are killed, stopped, drained and
restarted; the database restarts. People ask for rows, ask again while nobody answers, and remember what was
confirmed.

    uv run --group dev python -m tests.cluster.simulation --seeds 10000
    uv run --group dev python -m tests.cluster.simulation --first 4711 --seeds 1 --story
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from heapq import heappop, heappush
from random import Random
from typing import Any, Final, Literal

from cartable.cluster.leases import (
    EXPIRY,
    NOBODY,
    RENEWAL,
    RETRY,
    Await,
    Bury,
    Empty,
    Enter,
    Exit,
    Keep,
    Leases,
    LeaseStep,
    Mourn,
    Neighbour,
    Owned,
    Part,
    PassOn,
    Renew,
    Roll,
    TakeOver,
)
from cartable.core import Millis

Fence = Literal["share lock", "plain read", "none"]
Weakness = Literal[
    "", "same epoch", "no primary key", "told before the look", "read while writing", "expiry untold"
]

SHARDS: Final = 4
NODES: Final = ("ada", "ben", "cyd")
TROUBLE: Final = 9_000
"""How long things go wrong, in milliseconds."""
CALM: Final = 12_000
"""How long they go right afterwards."""
IN_TIME: Final = 2 * EXPIRY + 2 * RETRY + 2 * RENEWAL
"""Once nothing goes wrong any more, every shard is served after so long."""
IDLE_IN_TRANSACTION: Final = 2_000
LOCK_TIMEOUT: Final = 250
"""A takeover waits so long for what is being written, and is tried again."""
PATIENCE: Final = 2_000
"""How long a node waits for an answer of the database."""
BEAT: Final = 250
"""A node looks at least so often whether something is due."""
AT_EXPIRY: Final = EXPIRY + 8 * 2 * 20
"""A node that fell silent has lost its shards to others after so long, where nothing else goes wrong.

Until then eight questions are asked and answered: the roll, the burial, the takeover, what came of each, and
what was being asked already.
"""
AGAIN: Final = 400
"""How long a person waits before they ask again."""


class Broken(AssertionError):
    """Something happened that must not."""


class SimulatedWorld:
    """The clock, chance, and everything there is."""

    def __init__(self, seed: int, fence: Fence = "share lock", weakness: Weakness = "") -> None:
        self.random = Random(seed)
        self.at_once = 1 if seed % 2 else SHARDS
        """How many shards a node hands over side by side."""
        self.fence = fence
        self.weakness = weakness
        self.now = 0
        self.calm = False
        self.story: list[str] = []
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self.database = SimulatedDatabase(self)
        self.nodes = [Node(self, name) for name in NODES]
        self.people = [Asker(self, shard) for shard in range(SHARDS)]
        self.kept: dict[tuple[int, int], int] = {}
        self.slowest = 0
        """When the last shard was served again, after things went right."""

    def after(self, delay: int, do: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._events, (self.now + delay, self._count, do))

    def delay(self) -> int:
        """Return how long a message takes: a few milliseconds, and now and then far longer."""
        random = self.random
        return (
            random.randrange(50, 900) if random.random() < 0.03 and not self.calm else random.randrange(1, 20)
        )

    def tell(self, text: str) -> None:
        self.story.append(f"{self.now:6} {text}")

    def run(self) -> SimulatedWorld:
        """Live through all of it; raise Broken."""
        random = self.random
        for node in self.nodes:
            self.after(random.randrange(300), node.start)
        for person in self.people:
            self.after(random.randrange(300), person.think)
        for _ in range(random.randrange(2, 9)):
            self.after(random.randrange(500, TROUBLE), self._trouble)
        self._until(TROUBLE)
        self.calm = True
        self.tell("calm")
        for node in self.nodes:
            node.recover()
        while self.now < TROUBLE + CALM and not self._settled():
            self._until(self.now + 100)
        self.slowest = self.now - TROUBLE
        if not self._settled() or self.slowest > IN_TIME:
            raise Broken(f"{self._unserved()} served by nobody {self.slowest} ms after the last fault")
        for person in self.people:
            person.enough = True
        self._until(self.now + 3_000)
        self._check()
        return self

    def silence(self) -> SimulatedWorld:
        """Let a node fall silent for good where nothing else goes wrong; raise Broken."""
        self.calm = True
        for node in self.nodes:
            self.after(self.random.randrange(300), node.start)
        self._until(TROUBLE)
        if not self._settled():
            raise Broken(f"{self._unserved()} served by nobody")
        self._until(self.now + self.random.randrange(RENEWAL))
        silent = self.random.choice([node for node in self.nodes if node.serving])
        silent.stop(TROUBLE)
        start = self.now
        while self._held_by(silent) and self.now < start + AT_EXPIRY:
            self._until(self.now + 1)
        self.slowest = self.now - start
        if held := self._held_by(silent):
            raise Broken(f"{held} belong to a node that has been silent for {self.slowest} ms")
        return self

    def _held_by(self, silent: Node) -> list[int]:
        """Return the shards that a silent node has, or that nobody serves."""
        now = Millis(self.now)
        others = [node for node in self.nodes if node is not silent]
        return [s for s in range(SHARDS) if not any(node.leases.serves(s, now) for node in others)]

    def _until(self, end: int) -> None:
        events = self._events
        while events and events[0][0] <= end:
            self.now, _, do = heappop(events)
            do()
        self.now = end

    def _trouble(self) -> None:
        random = self.random
        node = random.choice(self.nodes)
        kind = random.randrange(12)
        if kind < 3:
            node.stop(random.choice((300, 1_500, 2_500, 5_000)))
        elif kind < 5:
            node.kill(random.randrange(200, 4_000))
        elif kind < 9:
            node.cut(random.randrange(1, 8), half_open=random.random() < 0.4)
        elif kind == 9:
            self.database.restart()
        elif kind == 10:
            node.drain()
        else:
            node.leave(random.randrange(500, 3_000))

    def _settled(self) -> bool:
        return not self._unserved()

    def _unserved(self) -> list[int]:
        now = Millis(self.now)
        owners = [[n for n in self.nodes if n.up and n.leases.serves(s, now)] for s in range(SHARDS)]
        return [shard for shard, some in enumerate(owners) if len(some) != 1]

    def _check(self) -> None:
        for person in self.people:
            written = [request for request, _ in self.database.log[person.shard]]
            if len(set(written)) != len(written):
                raise Broken(f"a row of shard {person.shard} is doubled: {written}")
            if lost := person.confirmed - set(written):
                raise Broken(f"confirmed rows of shard {person.shard} are lost: {sorted(lost)}")
            if person.asking is not None:
                raise Broken(f"nobody answers at shard {person.shard}")


# The database


class Session:
    """One connection, as the database sees it."""

    __slots__ = ("alive", "fenced", "holds", "moved", "rows")

    def __init__(self) -> None:
        self.alive = True
        self.holds: tuple[int, ...] | None = None
        """The shards whose epochs it has locked; None: it is in no transaction."""
        self.fenced: tuple[tuple[int, int], ...] = ()
        self.rows: list[tuple[int, int, int, int]] = []
        self.moved = 0


class SimulatedDatabase:
    """Rows, locks and sessions; each statement is done at one moment, or waits for a lock."""

    def __init__(self, world: SimulatedWorld) -> None:
        self._world = world
        self.nodes: dict[int, list[Any]] = {}
        self.shards = [[NOBODY, 0] for _ in range(SHARDS)]
        self.log: list[list[tuple[int, int]]] = [[] for _ in range(SHARDS)]
        self._advisory: dict[int, Session] = {}
        self._waiting: list[tuple[int, Session, Callable[[Any], None]]] = []
        self._shared: list[set[Session]] = [set() for _ in range(SHARDS)]
        self._blocked: list[Callable[[], bool]] = []
        self.sessions: dict[Session, None] = {}

    def connect(self) -> Session:
        session = Session()
        self.sessions[session] = None
        return session

    def end(self, session: Session) -> None:
        """Roll back, and let go of every lock."""
        if session.alive:
            session.alive = False
            del self.sessions[session]
            self._finish(session)
            for life in [life for life, holder in self._advisory.items() if holder is session]:
                del self._advisory[life]
                for entry in [entry for entry in self._waiting if entry[0] == life]:
                    self._waiting.remove(entry)
                    if entry[1].alive:
                        entry[2](True)

    def restart(self) -> None:
        self._world.tell("the database restarts")
        for node in self._world.nodes:
            node.cut(7, half_open=False, at_once=True)
        for session in list(self.sessions):
            self.end(session)
        self._waiting.clear()
        self._blocked.clear()

    # Leases

    def enter(self, session: Session, reply: Callable[[Any], None], name: str, life: int) -> None:
        for other, row in list(self.nodes.items()):
            if row[0] == name:
                if not self._dead(other):
                    reply(False)
                    return
                del self.nodes[other]
        self._advisory[life] = session
        self.nodes[life] = [name, self._world.now + EXPIRY, False]
        self._notify()
        reply(self._roll())

    def renew(self, session: Session, reply: Callable[[Any], None], life: int, stopping: bool) -> None:
        if row := self.nodes.get(life):
            row[1] = self._world.now + EXPIRY
            if stopping and not row[2]:
                row[2] = True
                self._notify()
            reply(self._roll())
        else:
            reply(None)

    def bury(self, session: Session, reply: Callable[[Any], None], lives: tuple[int, ...]) -> None:
        for life in lives:
            if life in self.nodes and self._dead(life):
                del self.nodes[life]
                self._notify()
        reply(True)

    def exit(self, session: Session, reply: Callable[[Any], None], life: int) -> None:
        self.nodes.pop(life, None)
        self._notify()
        reply(True)

    def take_over(
        self,
        session: Session,
        reply: Callable[[Any], None],
        life: int,
        pairs: tuple[tuple[int, int], ...],
    ) -> None:
        def change() -> None:
            for shard, epoch in pairs:
                owner, current = self.shards[shard]
                if current == epoch and owner not in self.nodes:
                    self._move(shard, life)
            reply(True)

        self._exclusive(session, [shard for shard, _ in pairs], change, reply)

    def pass_on(
        self, session: Session, reply: Callable[[Any], None], shards: tuple[tuple[int, int, int], ...]
    ) -> None:
        def change() -> None:
            for shard, epoch, to in shards:
                if self.shards[shard][1] == epoch and to in self.nodes:
                    self._move(shard, to)
            reply(True)

        self._exclusive(session, [shard for shard, _, _ in shards], change, reply)

    def wait_for(self, session: Session, reply: Callable[[Any], None], life: int) -> None:
        if life in self._advisory:
            self._waiting.append((life, session, reply))
        else:
            reply(True)

    # Rows

    def prove(
        self, session: Session, reply: Callable[[Any], None], pairs: tuple[tuple[int, int], ...]
    ) -> None:
        """Begin a transaction, and prove its epochs."""
        if self._world.fence != "none" and any(self.shards[shard][1] != epoch for shard, epoch in pairs):
            reply(False)
            return
        session.holds = tuple(shard for shard, _ in pairs)
        session.fenced = pairs
        session.rows = []
        if self._world.fence == "share lock":
            for shard in session.holds:
                self._shared[shard].add(session)
        self._used(session)
        reply(True)

    def insert(
        self, session: Session, reply: Callable[[Any], None], rows: list[tuple[int, int, int, int]]
    ) -> None:
        if session.holds is None:
            reply(False)
            return
        session.rows += rows
        self._used(session)
        reply(True)

    def commit(self, session: Session, reply: Callable[[Any], None]) -> None:
        if session.holds is None:
            reply(False)
            return
        for shard, number, request, epoch in session.rows:
            log = self.log[shard]
            if number != len(log) and self._world.weakness != "no primary key":
                # Somebody has written a row of this number.
                self._finish(session)
                reply(False)
                return
            if epoch != self.shards[shard][1]:
                raise Broken(f"a node that lost shard {shard} at epoch {epoch} writes to it")
            log.append((request, epoch))
        self._finish(session)
        reply(True)

    def read(self, session: Session, reply: Callable[[Any], None], shard: int) -> None:
        reply(list(self.log[shard]))

    # Within

    def _dead(self, life: int) -> bool:
        return life not in self._advisory or bool(self.nodes[life][1] < self._world.now)

    def _roll(self) -> Roll:
        now = self._world.now
        nodes = tuple(
            Neighbour(life, name, name, draining, expires < now, left=self._left(expires))
            for life, (name, expires, draining) in self.nodes.items()
        )
        return Roll(nodes, tuple(Owned(life, epoch) for life, epoch in self.shards))

    def _left(self, expires: int) -> int:
        return EXPIRY if self._world.weakness == "expiry untold" else max(0, expires - self._world.now)

    def _move(self, shard: int, life: int) -> None:
        self.shards[shard] = [life, self.shards[shard][1] + (self._world.weakness != "same epoch")]
        self._notify()

    def _exclusive(
        self,
        session: Session,
        shards: list[int],
        change: Callable[[], None],
        reply: Callable[[Any], None],
    ) -> None:
        """Change rows once nobody shares them, unless that takes too long."""

        def tried() -> bool:
            if not session.alive:
                return True
            if any(self._shared[shard] for shard in shards):
                return False
            change()
            return True

        def give_up() -> None:
            if tried in self._blocked:
                self._blocked.remove(tried)
                reply(False)

        if not tried():
            self._blocked.append(tried)
            self._world.after(LOCK_TIMEOUT, give_up)

    def _used(self, session: Session) -> None:
        """End a session that says nothing within its transaction for too long."""
        session.moved += 1
        moved = session.moved

        def idle() -> None:
            if session.alive and session.holds is not None and session.moved == moved:
                self.end(session)

        self._world.after(IDLE_IN_TRANSACTION, idle)

    def _finish(self, session: Session) -> None:
        if session.holds is not None:
            for shard in session.holds:
                self._shared[shard].discard(session)
            session.holds = None
            blocked, self._blocked = self._blocked, []
            self._blocked += [tried for tried in blocked if not tried()]

    def _notify(self) -> None:
        for node in self._world.nodes:
            node.notified()


# The network


class Channel:
    """A connection of a node to the database: in order, until it breaks."""

    def __init__(self, world: SimulatedWorld, node: Node, lost: Callable[[], None]) -> None:
        self._world = world
        self._node = node
        self._lost = lost
        self._session = world.database.connect()
        self._there = self._back = 0
        self.broken = False
        self._calls = 0

    def ask(self, statement: Callable[..., None], *values: Any, then: Callable[[Any], None]) -> None:
        """Have a statement done, and hear of it, unless the line breaks."""
        world, session = self._world, self._session
        self._calls += 1
        number = self._calls

        def reply(answer: Any) -> None:
            self._back = max(self._back, world.now + world.delay())
            world.after(self._back - world.now, partial(self._node.deliver, partial(heard, answer)))

        def heard(answer: Any) -> None:
            if not self.broken:
                then(answer)

        def arrive() -> None:
            if session.alive:
                statement(session, reply, *values)

        self._there = max(self._there, world.now + world.delay())
        world.after(self._there - world.now, arrive)
        if statement != world.database.wait_for:
            heard_of = self._back

            def impatient() -> None:
                if not self.broken and self._back == heard_of and self._calls == number:
                    self.cut(half_open=False)

            world.after(PATIENCE, partial(self._node.deliver, impatient))

    def cut(self, half_open: bool, at_once: bool = False) -> None:
        """Break: the node hears of it, and the database now or much later; what is under way may arrive."""
        if self.broken:
            return
        self.broken = True
        world = self._world
        late = (
            0
            if at_once
            else world.random.randrange(1_000, 6_000)
            if half_open
            else world.random.randrange(30)
        )
        world.after(late, partial(world.database.end, self._session))
        world.after(0 if at_once else world.random.randrange(5), partial(self._node.deliver, self._lost))

    def vanish(self) -> None:
        """Break with the process: nobody is left to hear of it."""
        self.broken = True
        self._world.after(self._world.random.randrange(5), partial(self._world.database.end, self._session))


# The nodes


class Shard:
    """The tables of a shard in a node's memory: a log, and what waits."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.rows: list[int] | None = None
        """The requests in its log, also those that are being written; None: it is being read."""
        self.durable = 0
        self.closing = False
        self.waiting: list[tuple[int, Callable[[], None]]] = []
        """Who is told once the row of this number is durable."""


class Node:
    """A process with its leases, three lines, and a writer."""

    def __init__(self, world: SimulatedWorld, name: str) -> None:
        self._world = world
        self.name = name
        self.up = False
        self._stopped = False
        self._mail: list[Callable[[], None]] = []
        self._born = 0
        self.serving: dict[int, Shard] = {}

    @property
    def leases(self) -> Leases:
        return self._leases

    def start(self) -> None:
        if self.up:
            return
        world = self._world
        world.tell(f"{self.name} starts")
        self.up, self._stopped = True, False
        self._born += 1
        self._mail = []
        self.serving = {}
        self._leases = Leases(
            self.name, self._step, lambda: world.random.randrange(1, 1 << 40), SHARDS, 1_000, world.at_once
        )
        self._lease = Channel(world, self, self._lease_lost)
        self._writer = Channel(world, self, self._writer_lost)
        self._watch: Channel | None = None
        self._queue: list[tuple[int, int, int, int]] = []
        self._writing: list[tuple[int, int, int, int]] = []
        self._bound: dict[int, int] = {}
        """The lives that shards were emptied for: only there is it known that their games can go on."""
        self._tick(self._born)

    def deliver(self, do: Callable[[], None], born: int | None = None) -> None:
        """Let something happen in the process: now, when it wakes up, or never."""
        if self.up and (born is None or born == self._born):
            if self._stopped:
                self._mail.append(do)
            else:
                do()

    def notified(self) -> None:
        if self.up and not self._lease.broken:
            born = self._born
            stir = partial(self._stirred, self._lease)
            self._world.after(self._world.delay(), lambda: self.deliver(stir, born))

    # What befalls it

    def stop(self, millis: int) -> None:
        if self.up and not self._stopped:
            self._world.tell(f"{self.name} is stopped for {millis} ms")
            self._stopped = True
            born = self._born
            self._world.after(millis, lambda: self._wake(born))

    def kill(self, back: int) -> None:
        if self.up:
            self._world.tell(f"{self.name} is killed")
            self._die()
            self._world.after(back, self.start)

    def cut(self, lines: int, half_open: bool, at_once: bool = False) -> None:
        if self.up:
            self._world.tell(f"{self.name} loses lines {lines}{' half open' if half_open else ''}")
            for bit, line in enumerate((self._lease, self._writer, self._watch)):
                if lines >> bit & 1 and line:
                    line.cut(half_open, at_once)

    def drain(self) -> None:
        """Set the mark in its row, as the operator does."""
        life = self._leases.life
        row = self._world.database.nodes.get(life) if self.up and life is not None else None
        if row:
            self._world.tell(f"{self.name} drains")
            row[2] = True
            self._world.database._notify()

    def leave(self, back: int) -> None:
        """Stop as planned: hand everything over, then go."""
        if self.up and not self._stopped:
            self._world.tell(f"{self.name} is told to stop")
            self._leases.stop(Millis(self._world.now))
            self._leaving(self._born, self._world.now + 3_000, back)

    def recover(self) -> None:
        """Be up and awake: nothing goes wrong from now on."""
        if not self.up:
            self.start()
        elif self._stopped:
            self._wake(self._born)

    def _leaving(self, born: int, deadline: int, back: int) -> None:
        world = self._world
        if born != self._born or not self.up:
            return
        if self._stopped or not (self._leases.idle or world.now > deadline):
            world.after(20, lambda: self._leaving(born, deadline, back))
            return
        world.tell(f"{self.name} leaves")
        self._leases.leave()
        self._die()
        world.after(back, self.start)

    def _die(self) -> None:
        self.up = False
        for line in (self._lease, self._writer, self._watch):
            if line:
                line.vanish()

    def _wake(self, born: int) -> None:
        if self.up and self._stopped and born == self._born:
            self._stopped = False
            self._world.tell(f"{self.name} wakes up")
            mail, self._mail = self._mail, []
            # Whatever woke it first: what it was sent, or its own timer.
            self._world.random.shuffle(mail)
            for do in mail:
                self.deliver(do, born)

    def _tick(self, born: int) -> None:
        if self.up and born == self._born:
            self._leases.tick(Millis(self._world.now))
            due = min(BEAT, max(1, self._leases.due - self._world.now))
            self._world.after(due, lambda: self.deliver(lambda: self._tick(born), born))

    # Steps of the leases

    def _step(self, step: LeaseStep) -> None:
        database = self._world.database
        match step:
            case Enter():
                if self._lease.broken:
                    self._lease = Channel(self._world, self, self._lease_lost)
                self._ask(self._entered, database.enter, self.name, step.life)
            case Renew():
                self._ask(self._renewed, database.renew, step.life, step.stopping)
            case Bury():
                self._ask(self._done, database.bury, step.lives)
            case TakeOver():
                self._ask(self._done, database.take_over, step.life, step.shards)
            case PassOn():
                if strangers := [shard for shard, _, to in step.shards if self._bound[shard] != to]:
                    raise Broken(
                        f"{self.name} passes {strangers} on to a node that they were not emptied for"
                    )
                self._ask(self._done, database.pass_on, step.shards)
            case Exit():
                self._ask(lambda answer: None, database.exit, step.life)
            case Await():
                if self._watch:
                    self._watch.cut(half_open=False)
                self._watch = None
                if step.life:
                    self._watch = Channel(self._world, self, lambda: None)
                    self._watch.ask(database.wait_for, step.life, then=partial(self._fell, step.life))
            case Mourn():
                if alive := set(step.lives) & database.nodes.keys():
                    raise Broken(f"{self.name} mourns for {alive}, who are alive")
            case Keep():
                self._keep(step)
            case Part():
                for shard in step.shards:
                    self.serving.pop(shard, None)
            case Empty():
                self._bound[step.shard] = step.to.life
                self.serving[step.shard].closing = True
                self._emptied(self.serving[step.shard], step.shard)

    def _ask(self, then: Callable[[Any], None], statement: Callable[..., None], *values: Any) -> None:
        if not self._lease.broken:
            self._lease.ask(statement, *values, then=then)

    def _entered(self, answer: Roll | Literal[False]) -> None:
        now = Millis(self._world.now)
        if answer:
            self._leases.entered(answer, now)
        else:
            self._leases.failed(now)

    def _renewed(self, answer: Roll | None) -> None:
        if answer:
            self._leases.renewed(answer, Millis(self._world.now))
        else:
            self._leases.buried(Millis(self._world.now))

    def _done(self, answer: Any) -> None:
        self._leases.done(Millis(self._world.now))

    def _fell(self, life: int, answer: Any) -> None:
        self._leases.fell(life, Millis(self._world.now))

    def _stirred(self, lease: Channel) -> None:
        if lease is self._lease and not lease.broken:
            self._leases.stir(Millis(self._world.now))

    def _lease_lost(self) -> None:
        if self._lease.broken:
            self._leases.failed(Millis(self._world.now))

    def _keep(self, step: Keep) -> None:
        key, life = (step.shard, step.epoch), self._leases.life
        assert life is not None
        if self._world.kept.setdefault(key, life) != life:
            raise Broken(f"epoch {step.epoch} of shard {step.shard} has two owners")
        self.serving[step.shard] = Shard(step.epoch)
        self._read(step.shard, self.serving[step.shard])

    def _emptied(self, shard: Shard, number: int) -> None:
        """Say that a shard is empty once nothing of it is being written."""
        if self.serving.get(number) is shard:
            if shard.rows is None or len(shard.rows) == shard.durable:
                del self.serving[number]
                self._leases.emptied(number, Millis(self._world.now))
            else:
                self._later(lambda: self._emptied(shard, number), 10)

    def _later(self, do: Callable[[], None], millis: int) -> None:
        born = self._born
        self._world.after(millis, lambda: self.deliver(do, born))

    # Rows

    def request(self, shard: int, request: int, confirm: Callable[[], None]) -> None:
        """Take in what a person asks for: of this node, or of the one that it takes for the owner."""
        serving = self.serving.get(shard)
        if serving is None or serving.rows is None or serving.closing:
            return
        if request in serving.rows:
            number = serving.rows.index(request)
            if number < serving.durable:
                confirm()
            else:
                serving.waiting.append((number, confirm))
            return
        number = len(serving.rows)
        serving.rows.append(request)
        serving.waiting.append((number, confirm))
        self._queue.append((shard, number, request, serving.epoch))
        self._write()

    def _write(self) -> None:
        if self._writing or not self._queue:
            return
        if self._writer.broken:
            self._writer = Channel(self._world, self, self._writer_lost)
        self._writing, self._queue = self._queue, []
        pairs = tuple({(shard, epoch) for shard, _, _, epoch in self._writing})
        self._writer.ask(self._world.database.prove, pairs, then=partial(self._proved, pairs))

    def _proved(self, pairs: tuple[tuple[int, int], ...], answer: bool) -> None:
        if not answer:
            self._unwritten()
            self._leases.fenced(pairs, Millis(self._world.now))
            return
        database = self._world.database
        self._writer.ask(database.insert, self._writing, then=lambda answer: None)
        self._writer.ask(database.commit, then=self._committed)

    def _committed(self, answer: bool) -> None:
        if answer:
            self._tell(self._writing)
            self._writing = []
            self._write()
        else:
            self._unwritten()

    def _unwritten(self) -> None:
        """Read every table again that may be ahead of its log."""
        shards = {shard for shard, _, _, _ in [*self._writing, *self._queue]}
        self._writing, self._queue = [], []
        for number in shards:
            if old := self.serving.get(number):
                fresh = self.serving[number] = Shard(old.epoch)
                if old.closing:
                    fresh.closing = True
                    self._emptied(fresh, number)
                else:
                    self._read(number, fresh)

    def _writer_lost(self) -> None:
        """The line is lost: whether the last commit was done is looked up before anybody is told."""
        if not self._writer.broken:
            return
        self._writer = Channel(self._world, self, self._writer_lost)
        if self._writing and self._world.weakness == "told before the look":
            self._tell(self._writing)
        self._unwritten()

    def _tell(self, rows: Iterable[tuple[int, int, int, int]]) -> None:
        for shard, number, _, epoch in rows:
            serving = self.serving.get(shard)
            if serving and serving.epoch == epoch:
                serving.durable = max(serving.durable, number + 1)
                told = [confirm for which, confirm in serving.waiting if which < serving.durable]
                serving.waiting = [entry for entry in serving.waiting if entry[0] >= serving.durable]
                for confirm in told:
                    confirm()

    def _read(self, number: int, shard: Shard) -> None:
        """Read a shard's log, on a line of its own, once nothing that was put away is being written to it."""
        if self.serving.get(number) is not shard:
            return
        written = any(row[0] == number for row in (*self._writing, *self._queue))
        if written and self._world.weakness != "read while writing":
            self._later(partial(self._read, number, shard), 10)
            return
        line = Channel(self._world, self, lambda: None)

        def then(rows: list[tuple[int, int]]) -> None:
            shard.rows = [request for request, _ in rows]
            shard.durable = len(rows)
            line.cut(half_open=False)

        line.ask(self._world.database.read, number, then=then)


class Asker:
    """Somebody who asks for one row after the other, of any node, until it is confirmed."""

    def __init__(self, world: SimulatedWorld, shard: int) -> None:
        self._world = world
        self.shard = shard
        self.confirmed: set[int] = set()
        self.asking: int | None = None
        self.enough = False
        self._count = 0

    def think(self) -> None:
        if not self.enough:
            self._count += 1
            self.asking = self._count
            self._ask(self._count)

    def _ask(self, request: int) -> None:
        if self.asking != request:
            return
        world = self._world
        for node in world.nodes:
            # Several may serve it, as far as they know; all of them are asked, in some order.
            hear = partial(node.request, self.shard, request, partial(self._hear, request))
            if node.up and self.shard in node.serving:
                world.after(world.random.randrange(1, 30), partial(node.deliver, hear, node._born))
        world.after(AGAIN, lambda: self._ask(request))

    def _hear(self, request: int) -> None:
        self.confirmed.add(request)
        if self.asking == request:
            self.asking = None
            self._world.after(self._world.random.randrange(10, 200), self.think)


def simulate(seed: int, fence: Fence = "share lock", weakness: Weakness = "") -> SimulatedWorld:
    """Live through one seed; raise Broken, which names it."""
    world = SimulatedWorld(seed, fence, weakness)
    try:
        return world.run()
    except Broken as broken:
        again = f"python -m tests.cluster.simulation --first {seed} --seeds 1 --story"
        raise Broken(f"seed {seed}: {broken}\n{again}") from broken


def simulate_silence(seed: int, weakness: Weakness = "") -> SimulatedWorld:
    """Live through the silence of one node; raise Broken, which names the seed."""
    try:
        return SimulatedWorld(seed, weakness=weakness).silence()
    except Broken as broken:
        raise Broken(f"seed {seed}: {broken}") from broken


def first_broken(seeds: Iterable[int], fence: Fence = "share lock", weakness: Weakness = "") -> str:
    """Return what the first seed that fails says; empty: none does."""
    for seed in seeds:
        try:
            simulate(seed, fence, weakness)
        except Broken as broken:
            return str(broken)
    return ""


def main() -> int:
    """Run as many seeds as one likes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--fence", choices=("share lock", "plain read", "none"), default="share lock")
    parser.add_argument("--story", action="store_true", help="print what happened")
    chosen = parser.parse_args()
    start = time.perf_counter()
    failures = rows = slowest = 0
    for seed in range(chosen.first, chosen.first + chosen.seeds):
        world = SimulatedWorld(seed, chosen.fence)
        try:
            world.run()
        except Broken as broken:
            failures += 1
            sys.stdout.write(f"seed {seed}: {broken}\n")
        if chosen.story:
            sys.stdout.write("\n".join([*world.story, ""]))
        rows += sum(map(len, world.database.log))
        slowest = max(slowest, world.slowest)
    seconds = time.perf_counter() - start
    sys.stdout.write(
        f"{chosen.seeds} seeds in {seconds:.1f} s: {failures} failed, {rows} rows, "
        f"all shards served at most {slowest} ms after the last fault\n"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

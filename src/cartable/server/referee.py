"""The referee of a reflex game: which reveal a call answers, whose call is held, who was first.

It brings the table's calls to the arbiter (`cartable.fair`) and its verdicts back. All times here are the
process's own clock, on which reveals are written and calls are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from cartable.core import AnyGame, Claim, Millis, NotYet, Refused, Seat
from cartable.fair import (
    Contest,
    Entrant,
    Preset,
    Press,
    Promise,
    Reveal,
    Tally,
    Verdict,
    decide,
    lots,
    reveal_of,
    robbed,
)
from cartable.server import messages
from cartable.server.asking import Asking
from cartable.server.client import Client

REMEMBERED: Final = 4
"""How many verdicts are remembered, to see whether a later call was robbed (FAIR-9)."""

UNSHOWN: Final = 20
"""A client that has not yet painted the cards is asked again after this many milliseconds."""


class HeldCall(Struct, eq=False):
    """A right call that waits for its verdict."""

    seat: Seat
    move: Any
    client: Client | None
    """None where a bot calls."""
    id: int


class WaitingCall(Struct, eq=False):
    """A call that a claim has to be resolved for first, with its press as it was read (SPOT-13)."""

    call: HeldCall
    press: Press | None


class Hold(Struct, eq=False):
    """A contest: its calls, and whom to ping for it and when."""

    contest: Contest
    calls: dict[Seat, HeldCall]
    asks: dict[int, Millis]
    """The next ping of each member; who was pinged and has not answered is not in it."""
    asking: bool
    """Whether anybody is pinged for it: by a busy server nobody is."""
    _due: tuple[Contest, Millis] | None = None

    @property
    def due(self) -> Millis:
        """When the verdict is ready, worked out once for what is known."""
        if self._due is None or self._due[0] is not self.contest:
            self._due = self.contest, self.contest.due
        return self._due[1]

    @property
    def wakes(self) -> Millis:
        """When something is to be done: a ping, or the verdict."""
        return min(self.due, *self.asks.values()) if self.asks else self.due


class Decided(Struct):
    """A verdict, with what a later call needs to be compared with it."""

    verdict: Verdict
    before: Any
    number: int


class Referee:
    """The reveals and holds of one game."""

    def __init__(self, game: AnyGame, preset: Preset, asking: Asking) -> None:
        self.game = game
        self.preset = preset
        self._asking = asking
        self.tally = Tally()
        self.holds: list[Hold] = []
        self.waiting: list[WaitingCall] = []
        """The calls that wait for a claim to be resolved, in the order in which they were read."""
        self.faces: frozenset[int] = frozenset()
        self._reveals: list[Reveal] = []
        self._number = 0
        self._stunned: dict[Seat, Millis] = {}
        self._decided: list[Decided] = []
        self._commons: dict[int, Millis] = {}
        """The common moment of each reveal that still matters, for bots."""

    def look(self, now: Millis) -> Reveal | None:
        """Return the cards that the latest move turned up, as a reveal."""
        faces = frozenset(self.game.rules.faces(self.game.state))
        new = faces - self.faces
        # Cards that were just taken are kept one step longer: late calls are still about them.
        known = faces | self.faces
        self.faces = faces
        if not new:
            return None
        self._reveals = [reveal for reveal in self._reveals if not known.isdisjoint(reveal.cards)]
        return self._revealed(tuple(sorted(new)), now)

    def uncover(self, now: Millis) -> Reveal | None:
        """Return all cards that lie face up as a new reveal: after a pause nobody has an advantage."""
        self.faces = frozenset()
        self._reveals = []
        return self.look(now)

    def afresh(self, now: Millis) -> Reveal | None:
        """Return all cards that lie face up as a reveal for a newcomer alone; None where none does."""
        if not self.faces:
            return None
        self._number += 1
        return Reveal(self._number, tuple(sorted(self.faces)), now)

    def known(self) -> tuple[int, ...]:
        """Return the numbers of the reveals that a call can be about."""
        return tuple([reveal.number for reveal in self._reveals])

    def shown(self, reveal: Reveal, common: Millis) -> None:
        """Note the common moment at which a reveal is on every screen."""
        self._commons[reveal.number] = common

    def lain(self, now: Millis) -> dict[int, Millis]:
        """Return for how long each card has lain face up."""
        latest = {card: reveal.number for reveal in self._reveals for card in reveal.cards}
        return {card: Millis(max(0, now - self._commons[latest[card]])) for card in self.faces}

    def stun(self, seat: Seat, until: Millis) -> None:
        """Let a seat wait after a false start (FAIR-4)."""
        self._stunned[seat] = until
        self.froze(seat)

    def stunned(self, seat: Seat, now: Millis) -> Millis:
        """Return how long a seat still has to wait after a false start."""
        return Millis(max(0, self._stunned.get(seat, 0) - now))

    @property
    def undecided(self) -> bool:
        """Whether any call waits, for its verdict or for a claim to be resolved."""
        return bool(self.holds or self.waiting)

    def pending(self, seat: Seat) -> bool:
        """Return whether a call of this seat waits for its verdict."""
        return any(call.seat == seat for call in self._undecided())

    def again(self, seat: Seat, client: Client, id: int) -> bool:
        """Return whether this call waits for its verdict already; then its client has come back for it."""
        for call in self._undecided():
            asked = call.client and client.page and (call.seat, call.id, call.client.page)
            if asked == (seat, id, client.page):
                call.client = client
                return True
        return False

    def waits(self, seat: Seat, move: Any, at: Millis) -> bool:
        """Return whether a call has to wait for another seat's claim to be resolved (SPOT-13)."""
        game = self.game
        if game.rules.claimant(game.state) is None:
            return False
        try:
            game.rules.play(game.state, seat, move, at, game.chance())
        except Refused as refused:
            return isinstance(refused, NotYet)
        return False

    def let_go(self) -> list[HeldCall]:
        """Forget every call that has no verdict yet, and return them: the game is over."""
        calls = list(self._undecided())
        self.holds, self.waiting = [], []
        return calls

    def answers(self, claim: Claim) -> int | None:
        """Return which reveal a call answers, or None where no card of it was seen lately."""
        try:
            # An open claim may mean cards that have long lain there (FAIR-13).
            spoken = [(card,) for card in claim.cards] if claim.open else [claim.cards]
            return min(reveal_of(cards, self._reveals).number for cards in spoken)
        except ValueError:
            return None

    def sent_again(self, number: int, client: Client | None, play: messages.Play | None) -> bool:
        """Return whether a call about a reveal speaks of one that its client saw on a connection before."""
        if client is None or play is None or not {number, play.reveal} <= client.met:
            return False
        # Another server counted its reveals from 1 as well, so `first` can be a number of that one.
        return play.reveal != client.first or play.moves is not None

    def press(
        self, seat: Seat, number: int, client: Client | None, play: messages.Play | None, read: Millis
    ) -> Press:
        """Return a call that answers a reveal, as the arbiter sees it."""
        common, sent = self._shown(number, client, read)
        reaction = None
        if client and play and play.reaction is not None and play.reveal is not None:
            if play.reveal == number:
                reaction = Millis(play.reaction)
            elif play.reveal in client.shown:
                reaction = Millis(play.reaction + client.shown[play.reveal][1] - sent)
        again = self.sent_again(number, client, play)
        if again and play and play.reaction is not None and play.reveal is not None:
            # By the server's own time it took since the cards lay there, whatever its client says (FAIR-5).
            common = sent = self._commons[number]
            reaction = Millis(max(0, play.reaction + self._commons.get(play.reveal, common) - common))
        if client and number in client.met and (again or reaction is None):
            # Perhaps a call sent again: these cards came with the welcome, and nobody knows when they were
            # seen before. It is no false start, and counts no quicker than one (FAIR-4).
            sent = min(sent, Millis(read - self.preset.false_start - client.trip))
        return Press(seat, common, sent, read, reaction)

    def entrant(self, seat: Seat, client: Client | None, handicap: Millis, press: Press) -> Entrant:
        """Return the caller as the arbiter sees it."""
        if client is None:
            return Entrant(seat, press.common, press.sent, bot=True, handicap=handicap)
        return client.entrant(seat, press.common, press.sent, handicap)

    def rivals(
        self, seats: Iterable[tuple[Seat, Client | None, Millis]], caller: Seat, now: Millis
    ) -> Iterator[tuple[Entrant, Client | None]]:
        """Yield the other seats that may call now, with their clients; a seat that is away cannot."""
        if not self._reveals:
            return
        latest = self._reveals[-1].number
        for seat, client, handicap in seats:
            if seat == caller or self.stunned(seat, now):
                continue
            if not self.game.rules.has_move(self.game.state, seat):
                continue
            common, sent = self._shown(latest, client, now)
            yield self.entrant(seat, client, handicap, Press(seat, common, sent, now)), client

    def heard(
        self,
        call: HeldCall,
        claim: Claim,
        press: Press,
        entrant: Entrant,
        rivals: Iterable[tuple[Entrant, Client | None]],
    ) -> None:
        """Add a right call to the contest about its cards, or open one."""
        for hold in self.holds:
            if hold.contest.concerns(claim.contested):
                if call.seat not in {known.seat for known in hold.contest.entrants}:
                    hold.contest = replace(hold.contest, entrants=(*hold.contest.entrants, entrant))
                hold.contest = hold.contest.heard(press)
                hold.calls[call.seat] = call
                return
        others = list(rivals)
        entrants = (entrant, *(rival for rival, _ in others))
        contest = Contest.open(self.preset, claim.contested, entrants, press)
        asked = [client.member for _, client in others if client] if self._asking.held(contest.opened) else ()
        self.holds.append(Hold(contest, {call.seat: call}, dict.fromkeys(asked, contest.opened), bool(asked)))

    def froze(self, seat: Seat) -> None:
        """Stop waiting for a seat: it froze, or is gone."""
        for hold in self.holds:
            hold.contest = hold.contest.froze(seat)

    def promised(self, client: Client, seats: Iterable[Seat], reveal: int, clock: int, read: Millis) -> None:
        """Take a ping's answer as a promise of every seat of its client (FAIR-6)."""
        shown = client.shown.get(reveal)
        for hold in self.holds:
            again: list[Millis] = []
            for seat in seats:
                if shown:
                    hold.contest = hold.contest.promised(Promise(seat, shown[0], Millis(clock), read))
                when = hold.contest.ask(seat)
                if when is not None:
                    again.append(when)
            if again and hold.asking:
                hold.asks[client.member] = max(read, min(again)) if shown else Millis(read + UNSHOWN)
            else:
                hold.asks.pop(client.member, None)

    def decide(self, hold: Hold) -> tuple[Verdict | None, list[HeldCall]]:
        """Decide a contest; return the verdict, and the calls in the order in which they are to be played."""
        self.holds.remove(hold)
        rules, state = self.game.rules, self.game.state
        still = [press for press in hold.contest.presses if self._right(rules, state, hold.calls[press.seat])]
        if not still:
            return None, list(hold.calls.values())
        evidence = hold.contest
        if len(still) < len(evidence.presses):
            evidence = replace(evidence, presses=tuple(still))
        number = self.game.moves_made + 1
        verdict = decide(evidence, lots(self.game.seed, number))
        self._decided = [*self._decided, Decided(verdict, state, number)][-REMEMBERED:]
        for score in verdict.scores:
            client = hold.calls[score.seat].client
            if client:
                client.spent(score.spike)
        ranks = [verdict.winner, *(score.seat for score in verdict.scores)]
        unranked = len(ranks)
        order = sorted(
            hold.calls.values(), key=lambda call: ranks.index(call.seat) if call.seat in ranks else unranked
        )
        return verdict, order

    def missed(self, seat: Seat, move: Any, press: Press) -> None:
        """Count a call that came after its verdict, and whether it would have won (FAIR-9)."""
        for decided in reversed(self._decided):
            claim = self.game.rules.claim(decided.before, seat, move)
            evidence = decided.verdict.evidence
            if claim and claim.right and evidence.concerns(claim.contested):
                called = {earlier.seat for earlier in evidence.presses}
                entered = {entrant.seat for entrant in evidence.entrants}
                if seat in entered - called:
                    won = robbed(decided.verdict, press, lots(self.game.seed, decided.number))
                    self.tally = self.tally.came_late(won)
                return

    def _undecided(self) -> Iterator[HeldCall]:
        for hold in self.holds:
            yield from hold.calls.values()
        yield from (waiting.call for waiting in self.waiting)

    def _revealed(self, cards: tuple[int, ...], now: Millis) -> Reveal:
        self._number += 1
        reveal = Reveal(self._number, cards, now)
        self._reveals.append(reveal)
        self._commons = {known: self._commons[known] for known in self.known() if known in self._commons}
        self._commons[self._number] = now
        self.tally = self.tally.revealed()
        return reveal

    def _shown(self, number: int, client: Client | None, now: Millis) -> tuple[Millis, Millis]:
        if client is None:
            common = self._commons[number]
            return common, common
        # What is not yet written to a client cannot have been seen there.
        return client.shown.get(number, (now, now))

    def _right(self, rules: Any, state: Any, call: HeldCall) -> bool:
        claim: Claim | None = rules.claim(state, call.seat, call.move)
        return claim is not None and claim.right

"""A game being played at a table: moves, calls and verdicts, the turn clock, and the table's own moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Raw, Struct

from cartable.core import NO_EVIDENCE, AnyGame, Chance, Claim, Expired, Millis, Refused, Rules, Seat, Veil
from cartable.fair import Press, Reveal, sift
from cartable.server import messages
from cartable.server.asking import Asking
from cartable.server.book import Book
from cartable.server.client import Client
from cartable.server.clock import Clock, Watch
from cartable.server.decision import Decision
from cartable.server.decoders import decoder
from cartable.server.referee import HeldCall, Hold, Referee, WaitingCall
from cartable.server.rows import Stunned, Veiled

Seated = Iterable[tuple[Seat, Client | None, Millis]]
"""The seats that can play now, each with its client (None: a bot) and its handicap."""

_encode = msgspec.json.Encoder().encode


class Untold(Struct, frozen=True):
    """An answer that is not told before a given time."""

    question: tuple[int, ...]
    move: Any
    when: Millis
    only: bool
    """Whether the seat has no other possible answer."""
    said: bool = False
    """Whether it has answered so."""

    @property
    def given(self) -> bool:
        """Whether the table tells it when its time has come."""
        return self.said or self.only


class Live:
    """The latest game of a table, while it is played."""

    def __init__(
        self,
        book: Book,
        clock: Clock,
        watch: Watch,
        arbiter: bool,
        seated: Callable[[], Seated],
        asking: Asking,
    ) -> None:
        assert book.game is not None
        self.game: AnyGame = book.game
        self.referee = Referee(self.game, book.preset, asking)
        self.reflex = self.game.rules.info.reflex
        self._book = book
        self._clock = clock
        self._watch = watch
        self._preset = book.preset
        self._seated = seated
        self._arbiter = arbiter and self.reflex
        """Whether calls are compared by reaction, and cards turned up are reveals."""
        self.decode = _decoder(self.game.rules).decode
        self._turn = 0 if self.reflex else book.agreement.terms.turn * 1000
        self._forfeit = book.agreement.terms.forfeit
        self._resting = False
        self._since = Millis(0)
        """When somebody came to the empty table, by its own time."""
        self._untold: dict[Seat, Untold] = {}
        """People's answers whose timing would reveal what a hand holds."""
        self.veil()

    def play(
        self,
        seat: Seat,
        move: Any,
        read: Millis,
        made: Decision,
        client: Client | None,
        request: messages.Play | None,
    ) -> None:
        """Accept a move; raise Refused where it is not allowed."""
        referee = self.referee
        if client and request and referee.undecided and referee.again(seat, client, request.id):
            return
        at = self._watch.of(read)
        if self.game.due:
            self._advance(at, made)
        if self._untold and self._answers_in_secret(seat, move, at, made, client, request):
            return
        if referee.waiting:
            self._judge_waiting(made)
        call = HeldCall(seat, move, client, request.id if request else 0)
        rules, state = self.game.rules, self.game.state
        claim = rules.claim(state, seat, move)
        if claim and claim.open and client and len(self._book.seats_of(client.member)) < 2:
            raise Refused("SPOT-12", "spot.claim-alone")
        number = referee.answers(claim) if claim and self._arbiter else None
        press = None if number is None else referee.press(seat, number, client, request, read)
        claimant = rules.claimant(state)
        waits = claim is not None and claimant is not None and referee.waits(seat, move, at)
        # Whoever has a claim has been judged for it: what they name now is played at once.
        judged = (press is not None or waits) and claimant != seat
        if claim and judged:
            # What was sent again took as long as the line was lost, which says nothing of its lag.
            again = number is not None and referee.sent_again(number, client, request)
            if client and press and press.implied is not None and not again:
                client.called(press.implied)
            self._judge(call, claim, press, waits, at, made)
            return
        self._accept(call, at, made)
        if referee.waiting:
            self._judge_waiting(made)

    def _judge(
        self, call: HeldCall, claim: Claim, press: Press | None, waits: bool, at: Millis, made: Decision
    ) -> None:
        """Judge a call by its press; raise Refused where its seat may not call now."""
        referee, seat, client = self.referee, call.seat, call.client
        now = self._clock.now()
        if wait := referee.stunned(seat, now):
            raise Refused("FAIR-4", "fair.stunned", millis=wait)
        if referee.pending(seat):
            raise Refused("FAIR-6", "fair.pending")
        if press is None:
            referee.waiting.append(WaitingCall(call, None))
            return
        entrant = referee.entrant(seat, client, self._book.chairs[seat].handicap, press)
        match sift(press, entrant, self._preset, claim.right):
            case "false start":
                self._stun(seat, press, now, made)
            case _ if waits:
                referee.waiting.append(WaitingCall(call, press))  # SPOT-13
            case "wrong":
                referee.missed(seat, call.move, press)
                self._accept(call, at, made)
                self._frozen(seat)
                self._decide_ready(made)
            case "contest":
                rivals = referee.rivals(self._seated(), seat, now)
                referee.heard(call, claim, press, entrant, rivals)
                self._decide_ready(made)

    def conclude(self, made: Decision) -> None:
        """Answer every call still undecided when the game ends: it came late."""
        for call in self.referee.let_go():
            if call.client:
                made.answers.append((call.client, messages.Late(call.id)))

    def ponged(self, client: Client, pong: messages.Pong, read: Millis, made: Decision) -> None:
        """Accept the answer to a ping."""
        if pong.reveal is not None and pong.clock is not None and self.referee.holds:
            seats = self._book.seats_of(client.member)
            self.referee.promised(client, seats, pong.reveal, pong.clock, read)
            self._decide_ready(made)
            self._judge_waiting(made)

    def wake(self, made: Decision) -> None:
        """Do everything that is due."""
        if self._watch.running:
            self._decide_ready(made)
            self._advance(self._watch.now(), made)
            self._tell_answers(made)
            self._judge_waiting(made)
            self._time_out(made)

    def settle(self, made: Decision) -> None:
        """Decide whatever is held, because the clock is about to stop."""
        for hold in list(self.referee.holds):
            self._decide(hold, made)

    def turn_up(self, made: Decision) -> None:
        """Add the cards that a decision turned up to it as a reveal."""
        if self._arbiter and made.reveal is None and self._watch.running:
            made.reveal = self.referee.look(self._clock.now())

    def uncover(self, made: Decision) -> None:
        """Add all cards that lie face up to a decision, as a new reveal."""
        if self._arbiter:
            made.reveal = self.referee.uncover(self._clock.now())

    def afresh(self) -> Reveal | None:
        """Return all cards that lie face up as a reveal for a newcomer alone; None if there are none."""
        return self.referee.afresh(self._clock.now()) if self._arbiter and self._watch.running else None

    def due(self) -> Millis | None:
        """Return when to wake, by the clock."""
        if not self._watch.running:
            return None
        due = self.game.due
        until = due[0] if due else self.until
        if not self._untold and not self.referee.holds:
            return None if until is None else self._watch.when(until)
        wakes = [] if until is None else [self._watch.when(until)]
        if self._untold:
            wakes += [self._watch.when(one.when) for one in self._untold.values() if one.given]
        if self.referee.holds:
            wakes += [hold.wakes for hold in self.referee.holds]
        return min(wakes) if wakes else None

    @property
    def veiled(self) -> tuple[Seat, ...]:
        """The seats that have answered, of which nobody else is told yet."""
        untold = self._untold
        return tuple([seat for seat, waiting in untold.items() if waiting.said]) if untold else ()

    @property
    def until(self) -> Millis | None:
        """When the turn's time is up: one clock for everyone, so that it reveals nothing about any hand."""
        if not self._turn or self._resting or self.game.result is not None:
            return None
        if self.game.due is not None:
            return None
        return Millis(max(self.game.now, self._since) + self._turn)

    def rest(self) -> None:
        """Stop the turn clock while nobody is there."""
        self._resting = True

    def go_on(self) -> None:
        """Give the turn its full time again: someone is back."""
        self._resting = False
        self._since = self._watch.now()

    def _advance(self, at: Millis, made: Decision) -> None:
        due = self.game.due
        if due and due[0] <= at:
            events = self.game.advance(at)
            made.events += events
            made.rows += self._book.drain(events)
            self.veil()

    def _accept(self, call: HeldCall, at: Millis, made: Decision, evidence: Raw = NO_EVIDENCE) -> None:
        events = self.game.play(call.seat, call.move, at, evidence)
        made.events += events
        made.rows += self._book.drain(events)
        if not self.reflex:
            self._untold.pop(call.seat, None)
            self.veil()
        if call.client:
            late = True in [event.late_for(call.seat) for event in events]
            self._book.heard(made.owe(call.client, call.id, late))

    def _frozen(self, seat: Seat) -> None:
        """Stop waiting for a seat that a wrong call has just frozen."""
        if not self.game.rules.has_move(self.game.state, seat):
            self.referee.froze(seat)

    def _judge_waiting(self, made: Decision) -> None:
        """Judge the calls that waited, each by its own press, once no claim is in their way (SPOT-13)."""
        rules, referee = self.game.rules, self.referee
        while referee.waiting and rules.claimant(self.game.state) is None and self.game.result is None:
            waited, referee.waiting = referee.waiting, []
            for waiting in waited:
                call, press = waiting.call, waiting.press
                claim = rules.claim(self.game.state, call.seat, call.move)
                if claim and press and claim.right:
                    handicap = self._book.chairs[call.seat].handicap
                    entrant = referee.entrant(call.seat, call.client, handicap, press)
                    rivals = referee.rivals(self._seated(), call.seat, self._clock.now())
                    referee.heard(call, claim, press, entrant, rivals)
                else:
                    self._try(call, self._watch.now(), made)
                    self._frozen(call.seat)
            self._decide_ready(made)

    def _stun(self, seat: Seat, press: Press, now: Millis, made: Decision) -> None:
        freeze = self._preset.freeze
        self.referee.stun(seat, Millis(now + freeze))
        at = self._watch.of(now)
        row = Stunned(at, seat, Millis(at + freeze), press)
        self._book.apply(row)
        made.rows.append(row)
        self._decide_ready(made)
        raise Refused("FAIR-4", "fair.false-start", millis=freeze)

    def _decide_ready(self, made: Decision) -> None:
        now = self._clock.now()
        for hold in list(self.referee.holds):
            if hold in self.referee.holds and now >= hold.due:
                self._decide(hold, made)
        for hold in self.referee.holds:
            for member in [member for member, when in hold.asks.items() if when <= now]:
                del hold.asks[member]
                self._ping(member)

    def _ping(self, member: int) -> None:
        for _, client, _ in self._seated():
            if client and client.member == member:
                client.ping()
                return

    def _decide(self, hold: Hold, made: Decision) -> None:
        at = self._watch.now()
        self._advance(at, made)
        verdict, calls = self.referee.decide(hold)
        if verdict:
            made.verdicts.append(verdict)
        presses = {press.seat: press for press in hold.contest.presses}
        for call in calls:
            if self.referee.waits(call.seat, call.move, at):
                self.referee.waiting.append(WaitingCall(call, presses[call.seat]))
                continue
            won = verdict is not None and call.seat == verdict.winner
            evidence = Raw(_encode(verdict.evidence)) if verdict and won else NO_EVIDENCE
            self._try(call, at, made, evidence)

    def _try(self, call: HeldCall, at: Millis, made: Decision, evidence: Raw = NO_EVIDENCE) -> None:
        """Play a held call; if it is refused now, it came late."""
        try:
            self._accept(call, at, made, evidence)
        except Refused:
            if call.client:
                made.answers.append((call.client, messages.Late(call.id)))

    def veil(self) -> None:
        """Note whose answers are told later; a seat that was asked the same before keeps its time."""
        game, before = self.game, self._untold
        self._untold = {}
        if self.reflex or game.result is not None:
            return
        seed = blake2b(game.seed, digest_size=32, person=b"spared").digest()
        for seat in map(Seat, range(game.setup.seats)):
            lot = Chance(seed, game.moves_made * 64 + seat)
            found = None if self._book.chairs[seat].bot else game.rules.veil(game.state, seat, lot)
            if found:
                self._untold[seat] = self._due(seat, found, before.get(seat))

    def _due(self, seat: Seat, veil: Veil[Any], before: Untold | None) -> Untold:
        said = self._book.veiled.get(seat)
        if said and said.question == veil.question:
            return Untold(veil.question, veil.move, said.until, veil.only, said=True)
        if before and before.question == veil.question:
            return Untold(veil.question, veil.move, before.when, veil.only)
        # The turn's time does not run out for somebody who has answered.
        wait = min(veil.wait, self._turn - 1) if self._turn else veil.wait
        return Untold(veil.question, veil.move, Millis(self.game.now + wait), veil.only)

    def _answers_in_secret(
        self,
        seat: Seat,
        move: Any,
        at: Millis,
        made: Decision,
        client: Client | None,
        request: messages.Play | None,
    ) -> bool:
        """Keep an answer that is not to be told yet; raise Refused where there is one already."""
        waiting = self._untold.get(seat)
        if waiting is None:
            return False
        if waiting.said:
            raise Refused("TABLE-8", "table.answered")
        if move != waiting.move or waiting.when <= at:
            return False
        row = Veiled(at, seat, waiting.when, waiting.question)
        self._book.apply(row)
        made.rows.append(row)
        made.secret = seat
        self.veil()
        if client and request:
            self._book.heard(made.owe(client, request.id))
        return True

    def _tell_answers(self, made: Decision) -> None:
        at = self._watch.now()
        for seat, waiting in sorted(self._untold.items()):
            # What one answer leads to can be another question.
            if waiting.given and waiting.when <= at and self._untold.get(seat) == waiting:
                self._accept(HeldCall(seat, waiting.move, None, 0), at, made)

    def _time_out(self, made: Decision) -> None:
        at = self._watch.now()
        until = self.until
        if until is None or until > at:
            return
        game = self.game
        seed = blake2b(game.seed, digest_size=32, person=b"turn").digest()
        lots = [(Seat(seat), Chance(seed, game.moves_made * 64 + seat)) for seat in range(game.setup.seats)]
        # Only for those whose time it was, not for whoever their move gives the turn to.
        asked = [(seat, lot) for seat, lot in lots if game.rules.sample(game.state, seat, lot) is not None]
        for seat, lot in asked:
            move = None if game.result else game.rules.stand_in(game.state, seat, lot)
            if move is None:
                continue
            # TABLE-11: where several are asked at once, the turn is nobody's alone to lose.
            lost = self._forfeit and len(asked) == 1 and not self._book.chairs[seat].resigned
            note = Expired(seat, at, lost)
            self._book.apply(note)
            made.rows.append(note)
            made.expired.append(seat)
            made.table = made.table or lost
            if not lost:
                self._accept(HeldCall(seat, move, None, 0), at, made)


@cache
def _decoder(rules: Rules[Any, Any, Any, Any]) -> msgspec.json.Decoder[Any]:
    return decoder(rules.move_type)

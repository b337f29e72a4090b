"""Frames as browsers send them, whole, in pieces and broken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.lab.hand_clock import HandClock
from cartable.server.limits import FRAMES_A_SECOND, FRAMES_AN_ADDRESS, MESSAGE_BYTES, SECOND, Lots
from cartable.server.websocket import BACKLOG, GOODBYES, WebSocket

MASK = b"\x01\x9f\x00\x7a"


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.protocol: asyncio.BaseProtocol = asyncio.Protocol()
        self.closed = False
        self.reads = True

    def write(self, data: bytes | bytearray | memoryview[int]) -> None:
        self.written += data

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.most = high

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        assert not self.closed
        self.reads = False

    def resume_reading(self) -> None:
        assert not self.closed
        self.reads = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol


def frame(first: int, payload: bytes, mask: bytes = MASK) -> bytes:
    """Return a frame as a browser masks it."""
    length = len(payload)
    size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes((first,)) + size + mask + masked


def carried(pieces: Iterable[bytes]) -> tuple[list[bytes], Wire]:
    """Return the messages that come of these pieces, and the wire they came over."""
    wire = Wire()
    heard: list[bytes] = []

    async def scene(read: Callable[[bytes], None]) -> None:
        socket = WebSocket(wire, asyncio.BaseProtocol(), HandClock())
        listening = asyncio.create_task(socket.listen(read))
        await asyncio.sleep(0)
        assert wire.protocol is socket
        for piece in pieces:
            if wire.reads:
                socket.data_received(piece)
        socket.connection_lost(None)
        await listening

    asyncio.run(scene(heard.append))
    return heard, wire


def closing(code: int) -> bytes:
    return b"\x88\x02" + code.to_bytes(2, "big")


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_messages_are_whole_however_they_are_cut_on_the_way(size: int) -> None:
    said = [b"", b"a", "ça va".encode(), b"x" * 125, b"y" * 126, b"z" * MESSAGE_BYTES]
    stream = b"".join(frame(0x81, text) for text in said)
    heard, wire = carried(stream[at : at + size] for at in range(0, len(stream), size))
    assert heard == said
    assert wire.written == b""


def test_a_message_in_several_frames_is_put_together_and_a_ping_between_them_is_answered() -> None:
    heard, wire = carried(
        [frame(0x01, b"one ") + frame(0x89, b"?") + frame(0x00, b"and ") + frame(0x80, b"two")]
    )
    assert heard == [b"one and two"]
    assert wire.written == b"\x8a\x01?"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x01aaaaa", 1002),
        (frame(0xC1, b"a"), 1002),
        (frame(0x80, b"a"), 1002),
        (frame(0x01, b"a") + frame(0x81, b"b"), 1002),
        (frame(0x09, b"a"), 1002),
        (frame(0x89, b"a" * 126), 1002),
        (frame(0x8A, b"a" * 126), 1002),
        *((frame(0x80 | opcode, b""), 1002) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
        *((frame(first, b""), 1002) for first in (0x91, 0xA1, 0xC1, 0xF1, 0xD9, 0xCA, 0xA8)),
        (frame(0x08, b""), 1002),
        (frame(0x0A, b"a") + frame(0x80, b"b"), 1002),
        (frame(0x88, b"\x03\xe8" + b"a" * 124), 1002),
        (frame(0x00, b"a") + frame(0x80, b"b"), 1002),
        (frame(0x01, b"a") + frame(0x01, b"b") + frame(0x80, b"c"), 1002),
        (frame(0x82, b"a"), 1003),
        (frame(0x02, b"a"), 1003),
        (frame(0x81, b"\xce\xba\xe1\xbd\xb9\xed\xa0\x80edited"), 1007),
        (frame(0x81, b"\xc0\xaf"), 1007),
        (frame(0x81, b"\xf4\x90\x80\x80"), 1007),
        (frame(0x81, b"\xe2\x82"), 1007),
        (frame(0x01, b"\xe2\x82") + frame(0x80, b""), 1007),
        (frame(0x81, b"a" * (MESSAGE_BYTES + 1)), 1009),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + MASK, 1009),
        (frame(0x01, b"a" * MESSAGE_BYTES) + frame(0x80, b"b"), 1009),
    ],
)
def test_what_breaks_the_protocol_closes_the_socket_and_nothing_behind_it_is_heard(
    sent: bytes, code: int
) -> None:
    heard, wire = carried([sent, frame(0x81, b"late")])
    assert heard == []
    assert wire.written == closing(code)


def test_a_letter_may_be_cut_between_two_frames() -> None:
    euro = "10 €".encode()
    heard, wire = carried([frame(0x01, euro[:4]) + frame(0x00, b"") + frame(0x80, euro[4:])])
    assert heard == [euro]
    assert wire.written == b""


@pytest.mark.parametrize(
    ("goodbye", "code"),
    [
        (b"", 1000),
        (b"\x03", 1002),
        *((code.to_bytes(2, "big"), code) for code in (1000, 1001, 1002, 1003, 1007, 1011, 3000, 3999, 4999)),
        *(
            (code.to_bytes(2, "big"), 1002)
            for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)
        ),
        (b"\x03\xe8" + "à bientôt".encode(), 1000),
        (b"\x03\xe8" + b"a" * 123, 1000),
        (b"\x03\xe8\xc3", 1007),
    ],
)
def test_a_goodbye_is_answered_with_its_code_unless_that_breaks_the_protocol(
    goodbye: bytes, code: int
) -> None:
    heard, wire = carried([frame(0x88, goodbye) + frame(0x81, b"late") + frame(0x89, b"late")])
    assert heard == []
    assert wire.written == closing(code)
    assert wire.closed


def test_a_goodbye_is_answered_and_ends_the_connection() -> None:
    heard, wire = carried([frame(0x81, b"a") + frame(0x8A, b"") + frame(0x88, b"\x03\xe8")])
    assert heard == [b"a"]
    assert wire.written == closing(1000)
    assert wire.closed


def test_a_client_that_leaves_too_much_unread_is_let_go() -> None:
    async def scene() -> None:
        wire = Wire()
        socket = WebSocket(wire, asyncio.BaseProtocol(), HandClock())
        assert wire.most == BACKLOG
        socket.pause_writing()
        assert wire.closed
        socket.send(b"more")
        assert wire.written == b""

    asyncio.run(scene())


EMPTY = {
    "text": frame(0x81, b""),
    "beginnings": frame(0x01, b""),
    "continuations": frame(0x00, b""),
    "pings": frame(0x89, b""),
    "pongs": frame(0x8A, b""),
}


@pytest.mark.parametrize("kind", ["text", "continuations", "pings", "pongs"])
def test_a_socket_that_sends_too_many_frames_of_any_kind_is_closed_and_read_no_further(kind: str) -> None:
    begun = EMPTY["beginnings"] if kind == "continuations" else b""
    flood = begun + EMPTY[kind] * (10 * FRAMES_A_SECOND)
    heard, wire = carried([flood])
    assert wire.written.endswith(closing(1008))
    assert not wire.reads
    handled = len(heard) + wire.written.count(b"\x8a\x00")
    assert handled == (FRAMES_A_SECOND if kind in ("text", "pings") else 0)


def test_so_many_frames_a_second_may_come_for_ever() -> None:
    async def scene() -> None:
        wire, clock = Wire(), HandClock()
        socket = WebSocket(wire, asyncio.BaseProtocol(), clock)
        for _ in range(10):
            socket.data_received(EMPTY["pings"] * FRAMES_A_SECOND)
            clock.turn(SECOND)
        assert wire.written == b"\x8a\x00" * (10 * FRAMES_A_SECOND)
        socket.data_received(EMPTY["pings"] * (FRAMES_A_SECOND + 1))
        assert wire.written.endswith(closing(1008))

    asyncio.run(scene())


def test_an_address_that_sends_too_much_over_many_sockets_waits_and_nothing_is_lost() -> None:
    async def scene() -> None:
        clock = HandClock()
        together = Lots(clock, FRAMES_AN_ADDRESS)
        wires = [Wire() for _ in range(2 * FRAMES_AN_ADDRESS // FRAMES_A_SECOND)]
        for wire in wires:
            socket = WebSocket(wire, asyncio.BaseProtocol(), clock, together)
            socket.data_received(EMPTY["pings"] * FRAMES_A_SECOND)

        def answered() -> int:
            return sum(wire.written.count(b"\x8a\x00") for wire in wires)

        assert answered() == FRAMES_AN_ADDRESS
        assert sum(wire.reads for wire in wires) == len(wires) // 2
        clock.turn(SECOND)
        assert answered() == 2 * FRAMES_AN_ADDRESS
        assert all(wire.reads for wire in wires)
        assert not any(closing(1008) in wire.written for wire in wires)

    asyncio.run(scene())


def test_a_socket_that_ends_while_it_waits_is_not_read_again() -> None:
    async def scene() -> None:
        clock, wire = HandClock(), Wire()
        together = Lots(clock, 0)
        socket = WebSocket(wire, asyncio.BaseProtocol(), clock, together)
        socket.data_received(EMPTY["pings"])
        assert not wire.reads
        wire.abort()
        socket.connection_lost(None)
        clock.turn(10 * SECOND)
        assert not wire.written

    asyncio.run(scene())


HOSTILE = st.one_of(
    st.binary(max_size=40),
    st.builds(
        frame,
        st.one_of(st.sampled_from((0x00, 0x01, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A)), st.integers(0, 255)),
        st.one_of(st.binary(max_size=200), st.just(b"[" * 3000), st.just(b"\xff\xfe"), st.just(b"{}")),
        st.binary(min_size=4, max_size=4),
    ),
    # Lengths that are not so.
    st.builds(
        lambda first, size, rest: bytes((first, 0xFF)) + size.to_bytes(8, "big") + rest,
        st.integers(0, 255),
        st.integers(0, 2**64 - 1),
        st.binary(max_size=20),
    ),
    st.builds(
        lambda first, size, rest: bytes((first, 0xFE)) + size.to_bytes(2, "big") + rest,
        st.integers(0, 255),
        st.integers(0, 2**16 - 1),
        st.binary(max_size=20),
    ),
)


@given(st.lists(HOSTILE, max_size=30), st.integers(1, 300))
def test_whatever_comes_is_heard_answered_or_closes_the_socket(sent: list[bytes], size: int) -> None:
    stream = b"".join(sent)
    heard, wire = carried(stream[at : at + size] for at in range(0, len(stream), size))
    assert all(len(message) <= MESSAGE_BYTES for message in heard)
    written = wire.written
    codes: list[int] = []
    while written:
        # The server says nothing but pongs and one goodbye.
        head, length = written[0], written[1]
        assert head in (0x8A, 0x88)
        assert not codes
        if head == 0x88:
            codes.append(int.from_bytes(written[2:4], "big"))
            assert codes[0] in (1002, 1003, 1007, 1008, 1009) or any(codes[0] in some for some in GOODBYES)
        written = written[2 + length :]
    if not wire.reads or wire.closed:
        assert codes

"""The Tower on picows, encoded once by orjson."""

from __future__ import annotations

import sys

import orjson
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server
from tower import room


class Seat(WSListener):  # type: ignore[misc]
    """One connection."""

    def __init__(self, path: str) -> None:
        number, seat, seats = map(int, path.split("/")[2:])
        self.seat = seat
        self.room = room(number, seats)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.room.members[self.seat] = transport
        transport.send(WSMsgType.TEXT, b'{"t":"hello"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            if self.room.claim(self.seat, orjson.loads(frame.get_payload_as_memoryview())["s"]):
                out = orjson.dumps(self.room.view())
                for member in self.room.members.values():
                    member.send(WSMsgType.TEXT, out)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


async def main() -> None:
    server = await ws_create_server(
        lambda request: Seat(request.path.decode()), "127.0.0.1", int(sys.argv[1])
    )
    await server.serve_forever()


uvloop.run(main())

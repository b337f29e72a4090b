"""The Tower on aiohttp, written as its documentation does."""

from __future__ import annotations

import json
import sys

import uvloop
from aiohttp import WSMsgType, web
from tower import room


async def play(request: web.Request) -> web.WebSocketResponse:
    number, seat, seats = (int(request.match_info[key]) for key in ("room", "seat", "seats"))
    here = room(number, seats)
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    here.members[seat] = socket
    await socket.send_str('{"t":"hello"}')
    async for message in socket:
        if message.type == WSMsgType.TEXT and here.claim(seat, json.loads(message.data)["s"]):
            out = json.dumps(here.view(), separators=(",", ":"))
            for member in here.members.values():
                await member.send_str(out)
    here.members.pop(seat, None)
    return socket


uvloop.install()
app = web.Application()
app.add_routes([web.get("/ws/{room}/{seat}/{seats}", play)])
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)

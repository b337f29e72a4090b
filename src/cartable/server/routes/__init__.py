"""The server's HTTP side: every address it answers, and who answers it."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from cartable.cluster.peers import ASKED_AT_ONCE
from cartable.server.clock import Clock
from cartable.server.district import District
from cartable.server.door import Capacity, Door, descriptors
from cartable.server.files import Files
from cartable.server.lobby import Lobby
from cartable.server.routes.day import DayRoutes
from cartable.server.routes.decks import DeckRoutes
from cartable.server.routes.desk import Desk
from cartable.server.routes.entrance import Entrance, dress
from cartable.server.routes.exercises import ExerciseRoutes
from cartable.server.routes.games import every_game, forms_of, rules_of
from cartable.server.routes.operations import OperationRoutes
from cartable.server.routes.page import nothing, page_or_file
from cartable.server.routes.records import RecordRoutes
from cartable.server.routes.screens import ScreenRoutes
from cartable.server.routes.sockets import SocketRoutes
from cartable.server.routes.studies import StudyRoutes
from cartable.server.routes.tables import TableRoutes
from cartable.server.settings import Settings
from cartable.server.store import Store
from cartable.server.studies import Studies


class Routes:
    """The routes, over one lobby."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        lobby: Lobby,
        clock: Clock,
        token: str,
        studies: Studies,
        files: Files | None = None,
        district: District | None = None,
    ) -> None:
        self.settings = settings
        self.lobby = lobby
        self.desk = desk = Desk(settings, store, lobby, clock, token)
        self.capacity = Capacity(descriptors() - (ASKED_AT_ONCE if district else 0))
        self.door = Door(clock, settings.limits, settings.proxies, self.capacity)
        self._entrance = Entrance(desk, self.door, district)
        self._sockets = SocketRoutes(desk, district, self.capacity)
        self._operations = OperationRoutes(desk, self._sockets, district)
        self._tables = TableRoutes(desk)
        self._screens = ScreenRoutes(desk)
        self._decks = DeckRoutes(desk, files or Files(settings.folder))
        self._records = RecordRoutes(desk, self._tables)
        self._studies = studies
        self._studying = StudyRoutes(desk, self._studies, self._records)
        self._exercises = ExerciseRoutes(desk, self._studies)
        self._day = DayRoutes(desk, self._tables)

    def app(self, nodes: bool = False) -> web.Application:
        """Return the application, for people or for other nodes."""
        entrance, tables, screens, decks = self._entrance, self._tables, self._screens, self._decks
        records, studying, exercises, day = self._records, self._studying, self._exercises, self._day
        around = [entrance.sealed, entrance.guarded] if nodes else [entrance.guarded]
        app = web.Application(middlewares=around, client_max_size=1 << 16)
        app.on_response_prepare.append(dress)
        app.on_cleanup.append(self._studies.close)
        get, post, delete = app.router.add_get, app.router.add_post, app.router.add_delete
        get("/health", self._operations.health)
        get("/metrics", self._operations.metrics)
        get("/ws", self._sockets.socket)
        get("/api/games", partial(every_game, day=self.settings.day))
        get("/api/forms/{game:.+}", forms_of)
        get("/api/rules/{page}/{language:en|fr}", rules_of)
        get("/api/themes", decks.themes)
        get(r"/api/decks/{order:\d{1,6}}/{cards:\d{1,6}}", decks.deck)
        get(r"/api/decks/{order:\d{1,6}}/{cards:\d{1,6}}/{theme}", decks.drawn)
        get("/api/tables", tables.all)
        post("/api/tables", tables.open)
        get("/api/tables/{code}", tables.found)
        delete("/api/tables/{code}", tables.forget)
        get("/api/tables/{code}/qr.svg", tables.qr)
        get("/api/tables/{code}/texts/{hash}", tables.text)
        post("/api/check", tables.check)
        get("/api/tables/{code}/records", records.of_table)
        post("/api/tables/{code}/screen", screens.here)
        post("/api/screens", screens.wait)
        post("/api/screens/{screen}", screens.show)
        get("/api/screens/{screen}/{secret}", screens.shown)
        get("/api/records/{record}", records.download)
        delete("/api/records/{record}", records.delete)
        get("/api/records/{record}/replay", records.replay)
        get("/api/records/{record}/qr.svg", records.qr)
        post("/api/replay", records.replay_file)
        post("/api/records/{record}/nameless", records.nameless)
        post("/api/records/{record}/practice", records.play_on)
        post("/api/practice", records.play_on_file)
        get("/api/records/{record}/ghost", records.challenge)
        post("/api/records/{record}/ghost", records.chase)
        post("/api/ghost", records.chase_file)
        get("/api/records/{record}/study", studying.study)
        post("/api/study", studying.study_file)
        get("/api/day", day.page)
        post("/api/day", day.begin)
        get("/api/day/{record}", day.times)
        post("/api/karta/where", exercises.where)
        post("/api/karta/judge", exercises.judge)
        get("/api/puzzles", exercises.puzzles)
        get(r"/api/puzzles/{puzzle:[0-9a-f]{10}}", exercises.puzzle)
        app.router.add_route("*", "/api/{rest:.*}", nothing)
        get("/{path:.*}", page_or_file)
        return app

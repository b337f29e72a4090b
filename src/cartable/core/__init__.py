"""What a game is: rules, a game in progress, chance, series, records, bots."""

from cartable.core.bot import Answer, Bot, Sight, stands
from cartable.core.chance import Chance, seed_of
from cartable.core.game import (
    NO_EVIDENCE,
    Abandoned,
    Agreed,
    Game,
    Note,
    Played,
    Replaced,
    Resigned,
    TakenBack,
)
from cartable.core.record import OtherVersion, Record, decode, encode, record, replay
from cartable.core.refused import Refused
from cartable.core.result import Result, carried, ranked
from cartable.core.rules import Claim, Event, Move, Rules, Step, View
from cartable.core.series import Next, Plan, Series, Stage, StageBegan, StageFinished, StageView
from cartable.core.setup import (
    Choice,
    DeckSpec,
    Info,
    Number,
    Option,
    Setup,
    Text,
    Toggle,
    Value,
    seated,
    solo,
)
from cartable.core.words import Millis, Seat, Team

__all__ = [
    "NO_EVIDENCE",
    "Abandoned",
    "Agreed",
    "Answer",
    "Bot",
    "Chance",
    "Choice",
    "Claim",
    "DeckSpec",
    "Event",
    "Game",
    "Info",
    "Millis",
    "Move",
    "Next",
    "Note",
    "Number",
    "Option",
    "OtherVersion",
    "Plan",
    "Played",
    "Record",
    "Refused",
    "Replaced",
    "Resigned",
    "Result",
    "Rules",
    "Seat",
    "Series",
    "Setup",
    "Sight",
    "Stage",
    "StageBegan",
    "StageFinished",
    "StageView",
    "Step",
    "TakenBack",
    "Team",
    "Text",
    "Toggle",
    "Value",
    "View",
    "carried",
    "decode",
    "encode",
    "ranked",
    "record",
    "replay",
    "seated",
    "seed_of",
    "solo",
    "stands",
]

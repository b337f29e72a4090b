"""The answer to pictures, words or files that no deck can be made of."""

from __future__ import annotations

from cartable.texts import Language, say


class Unfit(ValueError):
    """Refused with a sentence, `own.<key>` of the catalogue; nothing has been made or changed."""

    def __init__(self, key: str, **values: int | str) -> None:
        super().__init__(say(f"own.{key}", "en", **values))
        self.key = key
        self.values = values

    def said(self, language: Language) -> str:
        """Return the sentence in this language."""
        return say(f"own.{self.key}", language, **self.values)

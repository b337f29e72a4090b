"""How many cards can lie on the table with no symbol on three of them."""

from cartable.designs.cards import Card, deck
from cartable.designs.fields import prime_power
from cartable.designs.planes import NoPlane


def triplet_table(order: int) -> int:
    """How many cards of an order always hold a triplet: one more than Bose's largest set (DECK-9)."""
    if prime_power(order) is None:
        raise NoPlane(order)
    return order + 2 if order % 2 else order + 3


def largest_without_triplet(order: int) -> tuple[Card, ...]:
    """Find a largest set of cards no three of which show the same symbol, by exhaustive search.

    Shifting a set around the circle keeps it free of triplets, so only sets with card 0 are looked at. Every
    other card meets card 0 in one of its symbols, and no two of them in the same one: the search goes through
    the symbols of card 0 and takes one further card at each, or none, while a larger set is within reach.
    """
    whole = deck(order)
    doors = [
        [card for card in whole.cards[1:] if whole.has(card, symbol)] for symbol in whole.symbols(Card(0))
    ]
    best: tuple[Card, ...] = ()

    def extend(chosen: tuple[Card, ...], doubles: int, door: int) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        if len(chosen) + len(doors) - door <= len(best):
            return
        for card in doors[door]:
            if not whole.mask(card) & doubles:
                meetings = sum(1 << whole.shared(card, other) for other in chosen)
                extend((*chosen, card), doubles | meetings, door + 1)
        extend(chosen, doubles, door + 1)

    extend((Card(0),), 0, 0)
    return best

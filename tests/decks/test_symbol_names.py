"""Every symbol is called what the rulebook calls it; what is spelt otherwise, or is ours, is declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartable.decks.theme import theme

RULES = Path(__file__).parents[2] / "docs" / "rules"

BLUEY_EN = (
    "Dad", "Mum", "Bluey", "Bingo", "Muffin", "Socks", "Nana", "Grandad Mort", "Uncle Stripe",
    "Aunt Trixie", "Chloe", "Coco", "Honey", "Indy", "Lucky", "Mackenzie", "Missy", "Snickers", "Winton",
    "The Terriers", "Early baby", "Turtle boy", "Chattermax", "Floppy", "Polly puppy", "Monkey backpack",
    "Inflatable guitar", "Inflatable donut", "Inflatable hammer", "Inflatable cactus",
    "Inflatable Pizza", "Apple plushie", "Avocado plushie", "Burger plushie", "Yabby", "Sun umbrella",
    "Road cone", "Tree", "Sofa", "Small ball", "Sticky gecko", "Roller blades", "Duck cake", "Cooler",
    "Ice cream", "Flamingo", "Grabber", "Big peanut", "Galah", "Banana", "Mix tape", "Hippo toy",
    "Beach spade", "Boom box", "Octopus toy", "Kangaroo", "Walking leaf",
)  # fmt: skip
"""The English names that Spot it! prints; those of most people are the same in French."""

BLUEY_FR = (
    "Papa", "Maman", "Mamie", "Grand-père (Mort)", "Oncle Stripe", "Tante Trixie", "Le Terriers",
    "Bébé prématuré", "L’enfant tortue", "Max le Bavard", "Chiot Polly", "Sac à dos singe",
    "Guitare gonflable", "Donut gonflable", "Marteau gonflable", "Cactus gonflable", "Pizza gonflable",
    "Peluche pomme", "Peluche avocat", "Peluche burger", "Ecrevisse", "Parasol", "Cône de signalisation",
    "Arbre", "Petite balle", "Gecko collant", "Patin à roulettes", "Gateau canard", "Glacière", "Glace",
    "Flamant rose", "Attrapeur", "Grosse cacahuète", "Banane", "Cassette audio", "Jouet hippopotame",
    "Pelle de plage", "Radio", "Jouet pieuvre", "Kangourou", "Feuille qui marche",
)  # fmt: skip
"""The French names that differ from the English ones."""

ISLAND_EN = (
    "Wool resource", "Wood resource", "Brick resource", "Grain resource", "Ore resource",
    "Gold resource", "Forest tile", "Hills tile", "Sea tile", "Gold tile", "Mountain tile",
    "Fields tile", "Pasture tile", "Road pawn", "Ship pawn", "Settlement pawn", "City pawn",
    "Robber pawn", "Knight pawn", "Barbarian pawn", "Scale", "Merchant pawn", "Fish pawn",
    "Spice bag pawn", "Sun", "Sunset", "Cloth", "Paper", "Coin", "Tower", "Hands", "Compass", "Kettle",
    "Basket", "Campfire", "Carriage", "Lantern", "Fishing net", "Ink", "Flask", "Pier", "Lighthouse",
    "Seal",
)  # fmt: skip
"""The English names that Spot it! CATAN prints: not all."""

ISLAND_FR = (
    "Ressource Laine", "Ressource Bois", "Ressource Argile", "Ressource Blé", "Ressource Minera",
    "Ressource Or", "Tuile Forêt", "Tuile Colline", "Tuile Mer", "Tuile Rivière d’or", "Tuile Montagne",
    "Tuile Champ", "Tuile Pré", "Pion Route", "Pion Bateau", "Pion Colonie", "Pion Ville", "Pion Voleur",
    "Pion Chevalier", "Pion Barbare", "Balance", "Pion Marchand", "Pion Poisson", "Pion Sac d’épices",
    "Soleil", "Coucher de soleil", "Tissu", "Papier", "Pièce", "Tour", "Mains", "Boussole", "Épée",
    "Dés", "Ancre", "Perroquet", "Chèvre", "Baril", "Sabre", "Cheval", "Bœuf", "Fenêtre", "Harpe",
    "Plume", "Fourche", "Pelle", "Bouclier", "Scie", "Corde", "Chariot", "Compas", "Longue-vue",
    "Corne à boire", "Château", "Livre", "Charrue", "Marmite", "Panier", "Feu de camp", "Carrosse",
    "Pioche", "Tente", "Faux", "Lanterne", "Filet de pêche", "Encre", "Flacon", "Mouette", "Bannière",
    "Gant", "Quai", "Phare", "Sceau",
)  # fmt: skip

CORRECTED = {
    "spot": {
        "Inflatable Pizza": "Inflatable pizza",
        "Le Terriers": "Les Terriers",
        "Ecrevisse": "Écrevisse",
        "Patin à roulettes": "Patins à roulettes",
        "Gateau canard": "Gâteau canard",
    },
    "island": {"Ressource Minera": "Ressource Minerai"},
}
"""Misprints, and what stands here instead."""

OURS = {"Canapé", "Cacatoès rosalbin"}
"""French names that the rulebook does not print."""


def test_the_bluey_names_are_those_of_the_rulebook() -> None:
    mended = CORRECTED["spot"]
    emblems = theme("backyard").emblems
    assert {emblem.en for emblem in emblems} == {mended.get(name, name) for name in BLUEY_EN}
    foreign = {emblem.fr for emblem in emblems if emblem.fr != emblem.en}
    assert foreign == {mended.get(name, name) for name in BLUEY_FR} | OURS


def test_the_island_names_are_those_of_the_rulebook() -> None:
    mended = CORRECTED["island"]
    emblems = theme("island").emblems
    assert {emblem.fr for emblem in emblems} == {mended.get(name, name) for name in ISLAND_FR}
    assert {emblem.en for emblem in emblems} >= set(ISLAND_EN)
    assert (len(ISLAND_EN), len(emblems)) == (43, 73)


@pytest.mark.parametrize("language", ["", "fr"])
@pytest.mark.parametrize(("page", "theme_name"), [("spot", "backyard"), ("island", "island")])
def test_the_rules_list_the_names_and_declare_what_is_corrected(
    page: str, theme_name: str, language: str
) -> None:
    text = (RULES / language / f"{page}.md").read_text("utf-8").replace("'", "’")
    for emblem in theme(theme_name).emblems:
        assert emblem.fr in text
    for printed, here in CORRECTED[page].items():
        assert f"{printed} → {here}" in text

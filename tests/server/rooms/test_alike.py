"""Names that look alike are the same, and names of all languages can be told apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.messages import Hello
from cadogan_server.hosting.bots.names import cleaned
from cadogan_server.rooms.alike import prototypes, same_name, skeleton

NAMES = {
    "Vietnamese": ["Nguyễn", "Nguyên", "Nguyền", "Thế Anh", "Thể Anh", "Phượng", "Phương", "Đức", "Dục"],
    "Thai": ["มานี", "มานะ", "ปู่", "ปู้", "ปู", "น้ำ", "นำ", "ก็"],
    "Hindi": ["किरण", "करण", "कीर्ति", "कृति", "फ़िरोज़", "दीपिका", "दीपक", "हृषीकेश"],
    "Bengali": ["রবীন্দ্র", "রবি", "সৌমিত্র", "সুমিত্রা"],
    "Tamil": ["கண்ணன்", "கண்ணா", "ஸ்ரீ", "மீனா"],
    "Burmese": ["မြွှေ", "မြွေ", "အောင်", "ကြောင့်"],
    "Khmer": ["ស្ត្រី", "សុភា", "ធីតា"],
    "Tibetan": ["བསྒྲུབས", "བཀྲ་ཤིས", "པདྨ"],
    "Arabic": ["مُحَمَّد", "أحمد", "علي", "عمر", "لَيْلَىٰ"],
    "Hebrew": ["שַׁבָּתַּי", "שָׂרָה", "דוד", "רבקה"],
    "Syriac": ["\u0710\u0711", "\u0710"],
    "Greek": ["Ὀδυσσεύς", "Ἅιδης", "ᾍδης τῷ", "Άννα", "Ελένη"],
    "Russian": ["Жанна", "Йосиф", "Иосиф", "Ёлка", "Ольга"],
    "Ukrainian": ["Їжак", "Ґанна", "Ганна", "Єва"],
    "Japanese": ["ありが", "ありか", "ガガ", "カカ", "山田", "山口"],
    "Korean": ["김민수", "김민서", "이영희"],
    "Chinese": ["李明", "季明", "王小明"],
    "Icelandic": ["Þórður", "Guðrún", "Gudrun", "Ægir"],
    "Lithuanian": ["Žemaitė", "Žemaite", "Ąžuolas"],
    "Yoruba": ["Ọlọ́run", "Ṣadé", "Adé", "Ẹ̀bùn"],
    "Navajo": ["Dinéǫ́", "Diné"],
    "Turkish": ["Işık", "İpek", "Gökçe", "Ömer"],
    "German": ["Jürgen", "Jurgen", "Groß", "Käthe"],
    "pictures": ["👩‍🚀", "👨‍🚀", "👩🏽‍🚀", "❤️ Anna", "1️⃣ first", "🏳️‍🌈"],
}
"""Names, and words with more marks on a letter than names have."""


@pytest.mark.parametrize(
    "other",
    [
        *("anna", "Anna\u3164", "A\u200dnna", "Ａｎｎａ", "An na", "Anna\u2800", "Anna\ufe0f", "Ann\u034fa"),
        *("Аnna", "Αnna", "ANNΑ", "ΑΝΝΑ", "𝐀𝓷𝕟𝖆", "Ａnnа", "Anna\u0335", "Anna\U000e0100"),
    ],
)
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert same_name("Anna", other)
    assert same_name(other, "Anna")
    assert not same_name("Änna", other)
    assert not same_name("Anne", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ivan", "lvan"),
        ("Ivan", "1van"),
        ("Al", "AI"),
        ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("Tom", "Torn"),
        ("scope", "ѕсоре"),
        ("Ольга", "Oльгa"),
        ("Άννα", "Άvvα"),
        ("Łukasz", "łukasz"),
        ("STRASSE", "straße"),
        ("Anna", "Anna\u20dd"),
        ("\u05e9\u05b0\u05dc", "\u05e9\u05dc"),
        ("שָׂרָה", "שרה"),
        ("مُحَمَّد", "محمد"),
        ("आशा", "आशा\ufe00"),
    ],
)
def test_names_of_other_letters_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_of_a_language_are_told_apart_and_may_be_chosen(names: list[str]) -> None:
    for name in names:
        assert Hello(id=1, name=name).name == name
        assert cleaned(name) == unicodedata.normalize("NFC", name)
        assert [other for other in names if same_name(name, other)] == [name]
        for form in ("NFC", "NFD", "NFKC"):
            other = unicodedata.normalize(form, name)
            assert same_name(name, other)
            Hello(id=1, name=other)


@given(st.text(min_size=1, max_size=24))
def test_a_name_is_like_itself_however_it_is_written(name: str) -> None:
    assert same_name(name, name)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert same_name(name, unicodedata.normalize(form, name))


@given(st.text(max_size=24))
def test_a_skeleton_has_no_other_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def listed(*look_alikes: tuple[str, str]) -> dict[str, list[dict[str, str]]]:
    """Pairs that look alike, listed both ways as the package lists them."""
    found: dict[str, list[dict[str, str]]] = {}
    for one, other in look_alikes:
        found.setdefault(one, []).append({"c": other, "n": "its name"})
        found.setdefault(other, []).append({"c": one, "n": "its name"})
    return found


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("o", "\u043e"), ("o", "\u03bf")], {"\u043e": "o", "\u03bf": "o"}),
        ([("b", "a")], {"b": "a"}),
        ([("m", "rn")], {"m": "rn"}),
        ([("\u200e\u05d5\u200e", "l"), ("l", "1")], {"\u05d5": "l", "1": "l"}),
        ([("\u0133", "\u0456j"), ("\u0456", "i"), ("i", "\u0131")], {"\u0133": "ij", "\u0456": "i", "\u0131": "i"}),
    ],
    ids=["the one with several", "two alone", "the longer", "right to left", "parts have their own"],
)
def test_one_letter_stands_for_all_that_look_like_it(pairs: list[tuple[str, str]], expected: dict[str, str]) -> None:
    assert prototypes(listed(*pairs)) == expected

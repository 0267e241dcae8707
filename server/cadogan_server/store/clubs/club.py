"""One club, and the orders of people to it: each returns the club that follows, or raises Refused. No I/O, no clock."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_ASKING, MOST_MEMBERS
from cadogan_server.rooms.refused import Refused

Role = Literal["owner", "officer", "member"]
Entry = Literal["open", "approval", "link"]

RANKS: Mapping[Role, int] = {"owner": 0, "officer": 1, "member": 2}
"""The order of the roles, from the one that may do most."""


@dataclass(frozen=True)
class Member:
    """A member, or a player who asks to become one.

    Attributes:
        name: the name on joining.
        since: the moment of that, in ms since 1970.
        role: the member's rights.
    """

    name: str
    since: int
    role: Role = "member"


@dataclass(frozen=True)
class Club:
    """A club.

    Attributes:
        name, text: its own words.
        emblem: motif, ground and figure of its picture.
        entry: who may join: `open`, `approval`, or `link`.
        opened: the moment of its opening, in ms since 1970.
        members: by player id.
        asking: the players who wait for approval, by player id.
    """

    name: str
    text: str
    emblem: tuple[str, str, str]
    entry: Entry
    opened: int
    members: Mapping[str, Member]
    asking: Mapping[str, Member]

    @property
    def ordered(self) -> list[tuple[str, Member]]:
        """The members: the owner, then officers, then the others, each in the order of joining."""
        return sorted(self.members.items(), key=lambda one: (RANKS[one[1].role], one[1].since, one[0]))

    def role_of(self, player: str) -> Role | None:
        """Return a player's role here; None: no member."""
        member = self.members.get(player)
        return member.role if member is not None else None

    def leads(self, player: str) -> bool:
        """Return True for the owner and officers."""
        return self.role_of(player) in ("owner", "officer")


def opened(
    name: str, text: str, emblem: tuple[str, str, str], entry: Entry, player: str, own_name: str, now: int
) -> Club:
    """Return a new club, whose only member is its owner.

    Raises:
        Refused: name or text have characters that can't be shown.
    """
    must_be_readable(name, text)
    return Club(name, text.strip(), emblem, entry, now, {player: Member(own_name, now, "owner")}, {})


def join(club: Club, player: str, name: str, now: int) -> Club:
    """Return the club with a new member, or with somebody more who asks.

    Raises:
        Refused: the player is a member or has asked already, or there are too many.
    """
    if player in club.members:
        raise Refused(ErrorCode.WRONG_PHASE, f"you are a member of {club.name} already")
    if club.entry == "approval":
        if player in club.asking:
            raise Refused(ErrorCode.WRONG_PHASE, f"you have asked {club.name} already: its officers decide")
        if len(club.asking) >= MOST_ASKING:
            raise Refused(ErrorCode.BUSY, f"{MOST_ASKING} people wait for the approval of {club.name}; ask again later")
        return replace(club, asking={**club.asking, player: Member(name, now)})
    return _with(club, player, Member(name, now))


def without(club: Club, gone: Iterable[str]) -> Club | None:
    """Return the club without some players, members or not; None if nobody is left.

    If the owner goes, the officer who has been there longest becomes owner, or else the member.
    """
    leaving = set(gone)
    members = {player: member for player, member in club.members.items() if player not in leaving}
    asking = {player: member for player, member in club.asking.items() if player not in leaving}
    if not members:
        return None
    left = replace(club, members=members, asking=asking)
    if all(member.role != "owner" for member in members.values()):
        heir = left.ordered[0][0]
        left = _as(left, heir, "owner")
    return left


def leave(club: Club, player: str) -> Club | None:
    """Return the club without a player who leaves, or asks no longer; None if nobody is left.

    Raises:
        Refused: the player is no member, and has not asked.
    """
    if player not in club.members and player not in club.asking:
        raise Refused(ErrorCode.NOT_MEMBER, f"you are no member of {club.name}")
    return without(club, [player])


def accept(club: Club, by: str, player: str) -> Club:
    """Return the club with a member who has asked.

    Raises:
        Refused: `by` is no officer, the player has not asked, or the club is full.
    """
    _must_lead(club, by)
    asked = _asking(club, player)
    left = {other: member for other, member in club.asking.items() if other != player}
    return _with(replace(club, asking=left), player, asked)


def refuse(club: Club, by: str, player: str) -> Club:
    """Return the club without a player who has asked.

    Raises:
        Refused: `by` is no officer, or the player has not asked.
    """
    _must_lead(club, by)
    _asking(club, player)
    return replace(club, asking={other: member for other, member in club.asking.items() if other != player})


def remove(club: Club, by: str, player: str) -> Club:
    """Return the club without a member who was put out.

    Raises:
        Refused: `by` is no officer, the player is no member, or is not below `by`.
    """
    _must_lead(club, by)
    mine, theirs = RANKS[club.members[by].role], RANKS[_member(club, player).role]
    if theirs <= mine:
        raise Refused(ErrorCode.NOT_MEMBER, "only the owner of a club may put out an officer, and nobody the owner")
    left = without(club, [player])
    assert left is not None
    return left


def change(club: Club, by: str, name: str, text: str, emblem: tuple[str, str, str], entry: Entry) -> Club:
    """Return the club with other terms. If anybody may join now, the players who have asked become members, as far as there
    is space.

    Raises:
        Refused: `by` is no officer, name or text have characters that can't be shown, or a club by link would become
            another, or another one by link.
    """
    _must_lead(club, by)
    must_be_readable(name, text)
    if entry != club.entry and "link" in (entry, club.entry):
        raise Refused(
            ErrorCode.BAD_OPTION,
            "a club by link stays one, because its link was given to few, and no other becomes one: leave `entry` as it is",
        )
    club = replace(club, name=name, text=text.strip(), emblem=emblem, entry=entry)
    if entry == "open":
        asked = list(club.asking.items())[: MOST_MEMBERS - len(club.members)]
        club = replace(club, members={**club.members, **dict(asked)}, asking={})
    return club


def promote(club: Club, by: str, player: str, officer: bool) -> Club:
    """Return the club with a member as officer, or an officer as member.

    Raises:
        Refused: `by` is not the owner, or the player is no member, or the owner.
    """
    _must_own(club, by)
    if _member(club, player).role == "owner":
        raise Refused(ErrorCode.NOT_MEMBER, "the owner of a club is no officer: hand the club over first")
    return _as(club, player, "officer" if officer else "member")


def hand_over(club: Club, by: str, player: str) -> Club:
    """Return the club with another owner; the one before becomes an officer.

    Raises:
        Refused: `by` is not the owner, or the player is no member.
    """
    _must_own(club, by)
    _member(club, player)
    return club if player == by else _as(_as(club, by, "officer"), player, "owner")


def must_own(club: Club, by: str) -> None:
    """Check that a player owns a club.

    Raises:
        Refused: it is not so.
    """
    _must_own(club, by)


def must_be_readable(name: str, text: str) -> None:
    """Check that name and text have only characters that can be shown.

    Raises:
        Refused: they have others.
    """
    for what, value, besides in (("name", name, ""), ("text", text, "\n")):
        bad = [letter for letter in value if not letter.isprintable() and letter not in besides]
        if bad:
            raise Refused(
                ErrorCode.BAD_OPTION,
                f"the {what} has the character {bad[0]!r} in it, which can't be shown: leave it out",
            )


def packed(club: Club) -> bytes:
    """Return a club as bytes."""
    people = {
        name: {player: (one.name, one.since, one.role) for player, one in group.items()}
        for name, group in (("members", club.members), ("asking", club.asking))
    }
    about = {"name": club.name, "text": club.text, "emblem": club.emblem, "entry": club.entry, "opened": club.opened}
    return json.dumps({**about, **people}, ensure_ascii=False, separators=(",", ":")).encode()


def unpacked(raw: bytes) -> Club:
    """Return the club of these bytes."""
    found = json.loads(raw)
    members, asking = (
        {player: Member(*one) for player, one in found[group].items()} for group in ("members", "asking")
    )
    motif, ground, figure = found["emblem"]
    return Club(found["name"], found["text"], (motif, ground, figure), found["entry"], found["opened"], members, asking)


def _with(club: Club, player: str, member: Member) -> Club:
    if len(club.members) >= MOST_MEMBERS:
        raise Refused(ErrorCode.BUSY, f"{club.name} is full: it has {MOST_MEMBERS} members, which is the most")
    return replace(club, members={**club.members, player: member})


def _as(club: Club, player: str, role: Role) -> Club:
    return replace(club, members={**club.members, player: replace(club.members[player], role=role)})


def _member(club: Club, player: str) -> Member:
    member = club.members.get(player)
    if member is None:
        raise Refused(ErrorCode.UNKNOWN_PLAYER, f"no member of {club.name} has the id {player!r}")
    return member


def _asking(club: Club, player: str) -> Member:
    asked = club.asking.get(player)
    if asked is None:
        raise Refused(ErrorCode.UNKNOWN_PLAYER, f"nobody with the id {player!r} asks to join {club.name}")
    return asked


def _must_lead(club: Club, by: str) -> None:
    if not club.leads(by):
        raise Refused(ErrorCode.NOT_MEMBER, f"only the owner and the officers of {club.name} may do that")


def _must_own(club: Club, by: str) -> None:
    if club.role_of(by) != "owner":
        raise Refused(ErrorCode.NOT_MEMBER, f"only the owner of {club.name} may do that")

"""Broken frames for the codec: it must answer them with `BadMessage` and nothing else, or read them as valid messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import monotonic

from cadogan_protocol.codec import BadMessage, Format, decode_client, decode_server, encode, to_wire
from cadogan_protocol.messages import Error, Message
from tests.fuzz.corpus import messages
from tests.fuzz.figures import Figures, shape
from tests.fuzz.mutate import misshapen, misspelt, spoilt, written

LONGEST_SENTENCE = 1000
"""The largest length in characters of an error's sentence. It may repeat small pieces of the input."""


def fuzz_codec(seconds: float, number: int, figures: Figures) -> None:
    """Try broken frames until the time is up. The frames depend on the number alone."""
    frames = broken_frames(number)
    next(frames)  # The corpus takes time to make, which must not count.
    until = monotonic() + seconds
    for kind, fmt, data in frames:
        if monotonic() > until or figures.hopeless:
            return
        try_frame(kind, fmt, data, figures)


def try_frame(kind: str, fmt: Format, data: bytes | str, figures: Figures) -> None:
    """Let both sides read a frame, and note the results."""
    figures.cases[f"codec: {kind}"] += 1
    for decode in (decode_client, decode_server):
        _try(decode, fmt, data, figures)


def broken_frames(number: int, share: int = 1) -> Iterator[tuple[str, Format, bytes | str]]:
    """Yield frames without end, with the way in which each was spoilt. They are made of this share of the corpus."""
    random = Random(number)
    wires = [to_wire(message) for message in messages(number, share)]
    whole = {fmt: [written(wire, fmt) for wire in wires] for fmt in Format}
    while True:
        fmt = random.choice(list(Format))
        kind = random.choice(("bytes", "structure", "both", "tokens"))
        if kind == "tokens":
            fmt, data = Format.JSON, misspelt(random.choice(wires), random)
        elif kind == "bytes":
            data = spoilt(random.choice(whole[fmt]), whole[fmt], random)
        else:
            data = written(misshapen(random.choice(wires), random), fmt)
        if kind == "both":
            data = spoilt(data, whole[fmt], random)
        # Text of a text frame has been read as UTF-8 before the codec sees it. Lone surrogates come as escapes.
        yield f"{kind}, {fmt}", fmt, data if fmt is Format.MSGPACK else data.decode(errors="replace")


def _try(decode: Callable[[bytes | str, Format], Message], fmt: Format, data: bytes | str, figures: Figures) -> None:
    try:
        message = decode(data, fmt)
    except BadMessage as bad:
        figures.answers[shape(bad.message)] += 1
        if len(bad.message) > LONGEST_SENTENCE:
            figures.fault(f"a sentence of {len(bad.message)} characters from {decode.__name__}", data)
        _write(Error(re=bad.re, code=bad.code, message=bad.message, retry=False), data, figures)
    except Exception as error:
        figures.fault(f"{type(error).__name__}: {error} from {decode.__name__}", data)
    else:
        figures.answers["a message"] += 1
        if decode is decode_server:
            return  # a client trusts its server, and need not check every number of its game
        if _write(message, data, figures) and decode(encode(message, fmt), fmt) != message:
            figures.fault(f"{str(message)[:300]} is another message once it is written again", data)


def _write(message: Message, data: bytes | str, figures: Figures) -> bool:
    """Write a message in both formats, as the server or a client would. Return whether it can be written."""
    try:
        encode(message, Format.MSGPACK)
        encode(message, Format.JSON).encode()
    except Exception as error:
        figures.fault(f"{type(error).__name__}: {error} from encode", data)
        return False
    return True

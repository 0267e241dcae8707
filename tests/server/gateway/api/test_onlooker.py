"""The answer that a question over HTTP waits for."""

from __future__ import annotations

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, Message, Ok, Pong
from cadogan_server.delivery.frame import frame_of
from cadogan_server.gateway.api.onlooker import CollectedAnswer
from cadogan_server.rooms.refused import Refused


def collected(*messages: Message) -> CollectedAnswer:
    answer = CollectedAnswer(7)
    answer.write([frame_of(message, Format.JSON) for message in messages])
    return answer


async def test_only_the_answer_to_the_own_request_is_taken() -> None:
    answer = collected(Ok(re=6), Pong(re=7, now=5), Ok(re=7))
    assert await answer.answer() == '{"now":5}'
    assert len(answer.texts) == 3
    assert await collected(Ok(re=7)).answer() == "{}"


@pytest.mark.parametrize("re", [7, None])
async def test_an_error_is_the_answer_also_if_it_names_no_request(re: int | None) -> None:
    answer = collected(
        Error(re=re, code=ErrorCode.BAD_MESSAGE, retry=False, message="7e99 is larger than numbers can be")
    )
    with pytest.raises(Refused, match="larger than numbers") as refused:
        await answer.answer()
    assert refused.value.code is ErrorCode.BAD_MESSAGE


async def test_a_closed_reader_has_no_answer() -> None:
    answer = collected()
    answer.closed(4000, "come back")
    answer.closed(4000, "again")
    with pytest.raises(Refused, match="come back"):
        await answer.answer()

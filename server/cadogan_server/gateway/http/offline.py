"""The page that an installed Cadogan shows without a connection: a short message, and the rules of all games.

It is one file of plain HTML per language, which the page's service worker (`sw.js`) caches. It needs no script and no
other file. The worker shows the rules of a game first if its page was asked for; it finds them by the id of their
`details`. The link is empty, so it leads to whichever page was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from cadogan_games import catalogue, texts
from cadogan_server.gateway.http.page import CHECKED, Asset, asset
from cadogan_server.gateway.http.routes import Query

PATH = "/offline"

STYLE = """
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font: 600 1.8rem/1.2 Georgia, serif }
summary { min-height: 44px; padding: .5rem 0; font-weight: 600; cursor: pointer }
details { border-top: 1px solid #8886 }
a { display: inline-block; padding: .6em 1.2em; border-radius: 999px; background: #7b2430; color: #fff; text-decoration: none }
"""


async def answer(rest: str, _: Query) -> Asset | None:
    """Answer `/offline/XX` with the page in language XX, or in English if there is none; return None for any other path
    below it."""
    return page(texts.spoken(rest)) if re.fullmatch("[a-z]{2}", rest) else None


@cache
def page(language: str) -> Asset:
    """Return the page in an existing language."""
    words = texts.offline(language)
    games = sorted((texts.title(id, language), id) for id in catalogue.ids())
    rules = "\n".join(
        f'<details id="{id}"><summary>{escape(title)}</summary>\n{html_of(texts.how_to(id, language))}</details>'
        for title, id in games
    )
    text = f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(words["title"])} – Cadogan</title>
<style>{STYLE}</style>
<h1>{escape(words["title"])}</h1>
<p>{escape(words["text"])}</p>
<p><a href="">{escape(words["reload"])}</a></p>
{rules}
</html>
"""
    return asset(text.encode(), "text/html", CHECKED)


def html_of(markdown: str) -> str:
    """Convert the subset of Markdown in rules to HTML: headings, lists, paragraphs, strong and emphasised words."""
    return "".join(_blocks(markdown))


ITEM = re.compile(r"\s*(?:[-*•]|\d+\.)\s+(.*)")


def _blocks(markdown: str) -> Iterator[str]:
    for chunk in re.split(r"\n\s*\n|\n(?=#)", markdown.strip()):
        first, *lines = chunk.split("\n")
        heading = re.fullmatch(r"#+\s+(.*)", first)
        if heading:
            yield f"<h2>{_words(heading[1])}</h2>\n"
        else:
            lines.insert(0, first)
        words: list[str] = []
        items: list[str] = []
        for line in lines:
            item = ITEM.fullmatch(line)
            if item:
                items.append(item[1])
            elif items:
                items[-1] += f" {line.strip()}"
            else:
                words.append(line.strip())
        if any(words):
            yield f"<p>{_words(' '.join(words))}</p>\n"
        if items:
            yield f"<ul>{''.join(f'<li>{_words(item)}</li>' for item in items)}</ul>\n"


def _words(text: str) -> str:
    safe = re.sub("`([^`]*)`", r"\1", escape(text, quote=False))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe))

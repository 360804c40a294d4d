#!/usr/bin/env python3
"""The picture of the README: make.py REPORT.html PICTURE.svg. Takes the cards and some plots of the page that `varve demo` made."""
import re
import sys
from html import escape, unescape

PLOTS = [
    "Duplicate bytes by why they are there",
    "What popular data saves as more of it is kept",
    "What each stage removes",
    "Time of a pull",
]
STYLE = """
text { font: 12px system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; fill: #5b6675; }
.card { fill: #fff; stroke: #dfe3e8; } .title { font-size: 16px; font-weight: 600; fill: #1c2430; }
.caption { font-weight: 600; fill: #1c2430; } .ink, .value { fill: #1c2430; } .label { font-style: italic; }
.track { fill: #e6ebf1; } .amount { fill: #2b6cb0; } .rule { stroke: #dfe3e8; } .tick { stroke: #5b6675; }
.curve { stroke: var(--s); stroke-width: 2; fill: none; stroke-linejoin: round; } .d1 { stroke-dasharray: 6 4; }
.d2 { stroke-dasharray: 2 3; } .d3 { stroke-dasharray: 9 3 2 3; } .band { fill: var(--s); opacity: .16; }
circle, .bar { fill: var(--s); } .whisker { stroke: var(--s); stroke-width: 1.6; opacity: .75; }
.mark { fill: #fff; stroke: var(--s); stroke-width: 1.6; }
"""


def colours(page):
    root = page[page.index(":root"):page.index("@media")]
    return "".join(f".s{n} {{ --s: {c}; }}\n" for n, c in re.findall(r"--c(\d+): (#\w+)", root))


def plain(html):
    return unescape(re.sub(r"<[^>]*>", " ", html)).strip()


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def fitting(words, width):
    """The beginning of a text, up to a whole word, that fits into a card."""
    letters = int((width - 36) / 6.3)
    return words if len(words) <= letters else words[:letters - 2].rsplit(" ", 1)[0] + " .."


def card(html, x, y, width):
    """A card of the headline: its title and its bars, or its paragraphs where it has none."""
    paragraphs = [plain(one) for one in re.findall(r"<p>(.*?)</p>", html)]
    parts = [f'<rect class="card" x="{x}" y="{y}" width="{width}" height="214" rx="9"/>',
             text(x + 18, y + 28, plain(re.search(r"<h2>(.*?)</h2>", html)[1]), "title"),
             text(x + 18, y + 47, fitting(paragraphs[0], width))]
    rows = re.findall(r"<dt>(.*?)</dt><dd><b>(.*?)</b>.*?width=\"([\d.]+)%\" height=\"14\" rx=\"3\"/></svg>", html)
    if not rows:
        parts += [text(x + 18, y + 69 + at * 22, fitting(one, width)) for at, one in enumerate(paragraphs[1:7])]
    for at, (name, amount, share) in enumerate(rows):
        top = y + 66 + at * 37
        label, _, note = name.partition("<small>")
        length = width - 120
        parts += [text(x + 18, top + 6, plain(label), "ink"), text(x + width - 102, top + 6, plain(note), "", "end"),
                  f'<rect class="track" x="{x + 18}" y="{top + 11}" width="{length}" height="12" rx="3"/>',
                  f'<rect class="amount" x="{x + 18}" y="{top + 11}" width="{length * float(share) / 100:.1f}" height="12" rx="3"/>',
                  text(x + width - 18, top + 22, amount, "ink", "end")]
    return "".join(parts)


def legend(figure, x, y):
    parts = []
    for item in re.findall(r"<li.*?</li>", figure, re.S):
        series = re.search(r"\bs\d+\b", item)
        words = plain(re.sub(r"<svg.*?</svg>", "", item, flags=re.S))
        if series:
            parts.append(f'<g class="{series[0]}"><rect class="bar" x="{x}" y="{y - 8}" width="12" height="8"/></g>')
        parts.append(text(x + 17, y, words))
        x += 30 + 6.4 * len(words)
    return "".join(parts)


def plot(figure, x, y, width, height):
    svg = re.search(r'<svg class="plot" viewBox="([^"]*)"[^>]*>(.*?)</svg>\s*</div>', figure, re.S)
    inner = re.sub(r"<title>.*?</title>", "", svg[2].replace(" class>", ">"), flags=re.S)
    caption = plain(re.search(r"<figcaption>(.*?)</figcaption>", figure, re.S)[1])
    return (f'<rect class="card" x="{x}" y="{y}" width="{width}" height="{height}" rx="9"/>' + text(x + 18, y + 26, caption, "caption")
            + legend(figure, x + 18, y + 46)
            + f'<svg x="{x + 14}" y="{y + 54}" width="{width - 28}" height="{height - 66}" viewBox="{svg[1]}">{inner}</svg>')


def main(source, target):
    page = open(source, encoding="utf-8").read()
    cards = re.findall(r'<section class="card">.*?</section>', page, re.S)[:2]
    figures = {plain(re.search(r"<figcaption>(.*?)</figcaption>", one, re.S)[1]): one
               for one in re.findall(r"<figure>.*?</figure>", page, re.S)}
    parts = [text(20, 34, "Varve", "title"), text(76, 34, "varve-demo/warehouse")]
    parts += [card(one, 20 + at * 490, 50, 470) for at, one in enumerate(cards)]
    parts += [plot(figures[name], 20 + at % 2 * 490, 284 + at // 2 * 310, 470, 290) for at, name in enumerate(PLOTS)]
    with open(target, "w", encoding="utf-8") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="904" viewBox="0 0 1000 904">'
                  f"<style>{STYLE}{colours(page)}</style>"
                  '<rect width="1000" height="904" fill="#fcfcfa"/>' + "\n".join(parts) + "</svg>\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

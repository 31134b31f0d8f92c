"""Boards look as they did when last approved, apart from differences between fonts."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from ..campaign import TIMES, few
from .screens import KEPT, REFERENCES, SAMPLE, Screen, taken

TOLERANCE = 0.03
"""The mean difference allowed between tiles of two pictures; black against white is 1."""

_DIFFERENCE = """async pictures => {
  const [width, height] = [24, 40];
  const tiles = [];
  for (const each of pictures) {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${each}`;
    await image.decode();
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.imageSmoothingQuality = "high";
    canvas.drawImage(image, 0, 0, width, height);
    tiles.push(canvas.getImageData(0, 0, width, height).data);
  }
  const [one, other] = tiles;
  return one.reduce((sum, each, at) => sum + Math.abs(each - other[at]), 0) / one.length / 255;
}"""


@pytest.fixture(scope="module")
def blank(browser: Any) -> Iterator[Any]:
    """A page for comparing pictures."""
    shown = browser.new_page()
    yield shown
    shown.close()


COMPARED = few(SAMPLE, 2) if TIMES == 1 else KEPT


def difference(blank: Any, one: bytes, other: bytes) -> float:
    pictures = [b64encode(each).decode() for each in (one, other)]
    found: float = blank.evaluate(_DIFFERENCE, pictures)
    return found


def test_each_game_is_kept_in_each_language_and_width() -> None:
    assert {each.name for each in REFERENCES.iterdir()} == {each.name for each in KEPT}
    assert set(SAMPLE) < set(KEPT)
    assert {each.dark for each in KEPT} == {False, True}
    assert len({each[:3] for each in KEPT}) == len(KEPT) == 4 * 4 * 2


@pytest.mark.parametrize("screen", COMPARED, ids=lambda screen: screen.name)
def test_a_board_looks_as_it_did(screen: Screen, browser: Any, blank: Any) -> None:
    reference = (REFERENCES / screen.name).read_bytes()
    assert difference(blank, taken(browser, screen), reference) < TOLERANCE


def test_other_boards_look_different(browser: Any, blank: Any) -> None:
    light, dark = (taken(browser, Screen("leduc", "en", 1000, dark=dark)) for dark in (False, True))
    assert difference(blank, light, dark) > TOLERANCE
    other = (REFERENCES / SAMPLE[0].name).read_bytes()
    assert difference(blank, light, other) > TOLERANCE

"""The pictures of the docs: each game on a desktop and a phone, by day and by night, from the same games every time;
and the analysis of one."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.house import House  # noqa: E402 - needs the path
from tests.browser.people import FLAGS, find_chromium  # noqa: E402 - needs the path
from tests.browser.stage import Scene, set_up  # noqa: E402 - needs the path

PICTURES = ROOT / "docs/pictures"
SCENES = [Scene("duel", 66, "2"), Scene("splendor", 40, "3"), Scene("lost-cities", 85, "1")]
OVER = Scene("splendor", 9999, "3")
SIZES = {"desktop": (1360, 860), "phone": (390, 844)}
DEFICIENCIES = ("deuteranopia", "protanopia", "tritanopia")


def shoot(
    browser: Browser, address: str, path: Path, size: tuple[int, int], theme: str, vision: str = "", after: str = ""
) -> None:
    """One picture of one page; `after` is the part of the table's address to go on to."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    if after:
        page.goto(page.url + after)
        page.locator(".analysis").wait_for(timeout=120_000)
    if vision:
        context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    page.wait_for_timeout(300)
    page.screenshot(path=path)
    context.close()
    shrink(path)
    print(path, f"{path.stat().st_size // 1024} KB")


def shrink(path: Path) -> None:
    """256 colours are enough, and make a file of half the size."""
    whole = Image.open(path).convert("RGB")
    palette = whole.quantize(256, Image.Quantize.MEDIANCUT, kmeans=2)
    whole.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)


def main() -> None:
    """All pictures."""
    blind = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for folder in filter(None, (PICTURES, blind)):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        house = House(Path(place))
        *links, over = set_up(house.database, [*SCENES, OVER])
        house.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for theme in ("light", "dark"):
                shoot(browser, house.url, PICTURES / f"lobby-desktop-{theme}.png", SIZES["desktop"], theme)
                path = PICTURES / f"analysis-desktop-{theme}.png"
                shoot(browser, house.url + over, path, SIZES["desktop"], theme, after="/analysis")
                for scene, link in zip(SCENES, links, strict=True):
                    for name, size in SIZES.items():
                        path = PICTURES / f"{scene.game}-{name}-{theme}.png"
                        shoot(browser, house.url + link, path, size, theme)
            for vision in DEFICIENCIES:
                for scene, link in zip(SCENES, links, strict=True):
                    if blind:
                        path = blind / f"{scene.game}-{vision}.png"
                        shoot(browser, house.url + link, path, SIZES["desktop"], "light", vision)
        finally:
            browser.close()
            house.kill()


if __name__ == "__main__":
    main()

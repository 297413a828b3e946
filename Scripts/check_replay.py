#!/usr/bin/env python3
"""Checks the page of `sextant replay` in a headless Chromium.

    pip install playwright axe-playwright-python
    Scripts/check_replay.py replay.html [--pictures DIR] [--chromium /usr/bin/chromium]

The script plays, pauses, steps, moves in time, hides a pipeline, jumps to the time with the largest error, and puts the
screens on top of each other.

The exit code is 1 if there is a message on the console, a network request, a page wider than its window, a serious or
critical accessibility finding of axe, a control without effect, a number at the cursor that is not in the page's data,
or a drawing wider than a printed page. It is also 1 if there are fewer than 55 frames per second. --pictures saves
pictures of the page: wide, phone, dark, overlay, print and without script.
"""
import argparse
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

FEWEST_FRAMES_PER_SECOND = 55
# A4 with margins of 10 mm, at 96 pixels per inch.
PAPER_WIDTH = 718
VIEWS = {
    "wide": {"viewport": {"width": 1400, "height": 1000}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1400, "height": 1000}, "color_scheme": "dark"},
    "calm": {"viewport": {"width": 1400, "height": 1000}, "reduced_motion": "reduce"},
    "no-script": {"viewport": {"width": 1400, "height": 900}, "java_script_enabled": False},
}


def drive(page):
    frame = lambda: page.evaluate("replay.state.frame")
    playing = lambda: page.evaluate("replay.state.playing")
    page.wait_for_timeout(2500)
    rate = page.evaluate("replay.framesPerSecond")
    print(f"{rate} frames per second")
    if rate < FEWEST_FRAMES_PER_SECOND:
        yield f"only {rate} frames per second"
    if not playing():
        yield "the page does not play"
    page.locator("h1").click()
    page.keyboard.press(" ")
    if playing():
        yield "the space bar does not pause"
    before = frame()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="frame ›").click()
    if frame() != before + 2:
        yield f"two steps lead from frame {before} to {frame()}"
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    if frame() != page.evaluate("replay.data.rate"):
        yield f"shift and an arrow key lead to frame {frame()}"
    area = page.locator(".lanes").bounding_box()
    page.mouse.move(area["x"] + area["width"] * 0.3, area["y"] + 30)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.6, area["y"] + 30, steps=5)
    page.mouse.up()
    if not 0.5 < frame() / page.evaluate("replay.data.count") < 0.7:
        yield f"dragging over the lines leads to frame {frame()}"
    page.keyboard.press("n")
    if frame() != page.evaluate("replay.data.worst[0].frame"):
        yield "the key n does not go to the worst moment"
    worst = page.get_by_label("Worst moments")
    if worst.input_value() != "0":
        yield f"the list of worst moments shows {worst.input_value()!r} at the worst moment"
    page.keyboard.press("ArrowRight")
    if worst.input_value() != "":
        yield "the list of worst moments shows one at another moment"
    yield from numbers(page)
    page.locator(".show button").first.click()
    if page.locator("figure.view").count() != page.evaluate("replay.screens.length"):
        yield "a hidden pipeline still has its screen"
    page.locator(".show button").first.click()
    overlay = page.get_by_role("button", name="One on top of the other")
    if overlay.count():
        overlay.click()
        if page.locator("figure.view").count() != 2:
            yield "the screens are not on top of each other"


def printed(page):
    """The drawings that a printed page cuts off, which were made for the wider window."""
    page.emulate_media(media="print")
    page.evaluate(f"document.body.style.width = '{PAPER_WIDTH}px'")
    wide = page.evaluate("Array.from(document.querySelectorAll('canvas'), canvas => Math.round(canvas.getBoundingClientRect().right))")
    page.evaluate("document.body.style.width = ''")
    page.emulate_media(media="screen")
    room = PAPER_WIDTH + 60
    if not wide or max(wide) > room:
        yield f"printed drawings end at {max(wide, default=None)} pixels on a page of {room}"


def numbers(page):
    """Compares the numbers beside the screens with the data at several frames."""
    compared = 0
    for share in (0.2, 0.4, 0.6, 0.8):
        page.get_by_role("slider").evaluate(
            f"(slider) => {{ slider.value = Math.round(slider.max * {share}); slider.dispatchEvent(new Event('input')); }}")
        shown = page.evaluate("Array.from(document.querySelectorAll('.view output'), output => output.textContent)")
        values = page.evaluate("replay.screens.map(s => [s.pixelError[replay.state.frame], s.orientationError[replay.state.frame]])"
                               ".map(pair => pair.map(value => isNaN(value) ? null : value))")
        for text, (pixels, degrees) in zip(shown, values):
            if pixels is None:
                continue
            compared += 1
            if text != f"{pixels:.1f} px, {degrees:.2f}°":
                yield f"shown {text}, but the data has {pixels} px and {degrees}°"
    print(f"compared {compared} errors with the data")
    if not compared:
        yield "no error was compared"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("replay", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for view, settings in VIEWS.items():
            page = browser.new_context(bypass_csp=True, **settings).new_page()
            page.on("console", lambda message: found.append(f"{view}: console: {message.text}"))
            page.on("pageerror", lambda error: found.append(f"{view}: error: {error}"))
            page.on("request", lambda request: found.append(f"{view}: loads {request.url[:80]}")
                    if not request.url.startswith(("file:", "data:")) else None)
            page.goto(options.replay.resolve().as_uri())
            if view == "wide":
                found += [f"drive: {text}" for text in drive(page)]
                if options.pictures:
                    page.screenshot(path=options.pictures / "overlay.png")
                    page.keyboard.press("o")
                    page.pdf(path=options.pictures / "print.pdf", prefer_css_page_size=True)
                elif page.evaluate("replay.state.overlay"):
                    page.keyboard.press("o")
                found += [f"print: {text}" for text in printed(page)]
            if view == "calm" and page.evaluate("replay.state.playing"):
                found.append("calm: the page plays although the system asks for reduced motion")
            if view != "no-script":
                page.keyboard.press("n")
                found += [f"{view}: axe {violation['impact']} {violation['id']}: {violation['nodes'][0]['html'][:120]}"
                          for violation in Axe().run(page).response["violations"] if violation["impact"] in ("serious", "critical")]
                width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
                if width > room:
                    found.append(f"{view}: the page is {width} pixels wide in a window of {room}")
            if options.pictures:
                page.screenshot(path=options.pictures / f"{view}.png", full_page=view == "no-script")
        browser.close()
    for text in found:
        print(text)
    print(f"{options.replay}: {options.replay.stat().st_size} bytes, {len(found)} findings")
    return 1 if found else 0


sys.exit(main())

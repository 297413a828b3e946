#!/usr/bin/env python3
"""Checks an HTML report in a headless Chromium.

    pip install playwright axe-playwright-python
    Scripts/check_html.py out/report.html [--pictures DIR] [--chromium /usr/bin/chromium]

Exit code 1: a message on the console, a network request, a page wider than its window, a table that cannot be sorted by
keyboard, or a serious or critical accessibility finding of axe. --pictures saves the views: wide, phone, dark, and printed
as PDF.
"""
import argparse
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

VIEWS = {
    "wide": {"viewport": {"width": 1400, "height": 900}, "color_scheme": "light"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"},
}


def findings(page, view):
    for violation in Axe().run(page).response["violations"]:
        count = len(violation["nodes"])
        place = violation["nodes"][0]["html"][:120]
        text = f"{view}: axe {violation['impact']} {violation['id']} ({count}): {violation['help']}: {place}"
        yield violation["impact"] in ("serious", "critical"), text
    width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if width > room:
        yield True, f"{view}: the page is {width} pixels wide in a window of {room}"


def sorting(page):
    """Sorts by the heading of the second column twice, using only the keyboard."""
    button = page.locator("table.sortable").first.locator("thead button").nth(1)
    column = "Array.from(document.querySelector('table.sortable').tBodies[0].rows, r => r.cells[1].dataset.value)"
    button.focus()
    for order, sign in [("ascending", 1), ("descending", -1)]:
        page.keyboard.press("Enter")
        heading = page.locator("table.sortable").first.locator("thead th").nth(1)
        if heading.get_attribute("aria-sort") != order:
            yield True, f"sorting: the heading is not marked {order}"
        values = [sign * float(value) for value in page.evaluate(column) if value is not None]
        if values != sorted(values):
            yield True, f"sorting: the rows are not {order}"
    page.keyboard.press("Enter")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for view, settings in VIEWS.items():
            # The content security policy of the page would block axe.
            page = browser.new_context(bypass_csp=True, **settings).new_page()
            page.on("console", lambda message: found.append((True, f"{view}: console: {message.text}")))
            page.on("pageerror", lambda error: found.append((True, f"{view}: error: {error}")))
            page.on("request", lambda request: found.append((True, f"{view}: loads {request.url[:80]}"))
                    if not request.url.startswith(("file:", "data:")) else None)
            page.goto(options.report.resolve().as_uri())
            found += findings(page, view)
            if view == "wide":
                found += sorting(page)
            if options.pictures:
                page.screenshot(path=options.pictures / f"{view}.png", full_page=True)
                if view == "wide":
                    page.pdf(path=options.pictures / "print.pdf", prefer_css_page_size=True)
        browser.close()
    for _, text in found:
        print(text)
    serious = sum(is_serious for is_serious, _ in found)
    print(f"{options.report}: {options.report.stat().st_size} bytes, {serious} serious, {len(found) - serious} other")
    return 1 if serious else 0


sys.exit(main())

#!/usr/bin/env python3
"""Checks an HTML report in a headless Chromium.

    pip install playwright axe-playwright-python
    Scripts/check_html.py out/report.html [--results out/results.json] [--pictures DIR] [--chromium /usr/bin/chromium]

The exit code is 1 if there is a message on the console, a network request, a page wider than its window, a table that
cannot be sorted by keyboard, a serious or critical accessibility finding of axe, or a first paint after more than a
second.

With --results, the script also uses the page like a reader: it hides pipelines, moves over the plots, zooms, selects
recordings, compares two pipelines and follows a link to the view. It compares every number that the page shows at the
cursor with the results. --pictures saves pictures of the page: wide, phone, dark, without script, and printed as PDF.
"""
import argparse
import json
import math
import random
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

VIEWS = {
    "wide": {"viewport": {"width": 1400, "height": 900}, "color_scheme": "light"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"},
    "no-script": {"viewport": {"width": 1400, "height": 900}, "java_script_enabled": False},
}
SLOWEST_PAINT_MS = 1000


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


def stretches(text):
    return [[float(word) for word in part.split()] for part in text.split(";")]


class Results:
    """The numbers of results.json by recording and pipeline."""

    def __init__(self, path):
        self.runs = {}
        self.metrics = {}
        for run in json.loads(path.read_text())["runs"]:
            key = run["recording"]["name"], run["pipeline"]["name"]
            self.metrics[key] = {name: value for part in ("accuracy", "jitter", "latency") for name, value in run[part].items()}
            if "series" in run:
                series = run["series"]
                times, errors = (sum(stretches(series[name]), []) for name in ("time_s", "error_deg"))
                self.runs[key] = set(zip(times, errors))
        self.recordings = list(dict.fromkeys(recording for recording, _ in self.metrics))
        self.pipelines = list(dict.fromkeys(pipeline for _, pipeline in self.metrics))


class Drive:
    """Uses a report as a person does, and yields what is wrong."""

    def __init__(self, page, results):
        self.page = page
        self.results = results
        self.random = random.Random(1)
        self.compared = 0

    def shown(self):
        spans = "Array.from(document.querySelectorAll('.value'), e => ({...e.dataset, text: e.textContent}))"
        return [entry for entry in self.page.evaluate(spans) if entry.get("pipeline")]

    def recording(self):
        return self.page.evaluate("document.querySelector('article:not([hidden]) h3').textContent")

    def errors_at_cursor(self):
        """Moves over the error over time and compares every value with the series."""
        plot = self.page.locator("article:not([hidden]) figure.large .plot").first
        plot.scroll_into_view_if_needed()
        area = plot.bounding_box()
        for _ in range(10):
            self.page.mouse.move(area["x"] + area["width"] * self.random.uniform(0.1, 0.95), area["y"] + area["height"] / 2)
            values = self.shown()
            if not values:
                yield "no value at the cursor of the error over time"
            for value in values:
                self.compared += 1
                known = self.results.runs.get((self.recording(), value["pipeline"]), set())
                if (float(value["x"]), float(value["y"])) not in known:
                    yield f"{self.recording()}, {value['pipeline']}: {value['text']} is not in the results"
                number = value["text"].removeprefix(value["pipeline"]).split("°")[0]
                if not math.isclose(float(number), float(value["y"]), rel_tol=5e-5):
                    yield f"the text {value['text']} shows another value than {value['y']}"
        self.page.mouse.move(0, 0)

    def toggle(self):
        name = self.results.pipelines[0]
        button = self.page.locator(".toggles button", has_text=name).first
        button.click()
        if button.get_attribute("aria-pressed") != "false":
            yield f"the button of {name} is not marked as off"
        rows = "Array.from(document.querySelectorAll('tr[data-slot=\"0\"]'), row => getComputedStyle(row).display)"
        if any(display != "none" for display in self.page.evaluate(rows)):
            yield f"rows of {name} remain"
        yield from self.errors_at_cursor_without(name)
        self.page.get_by_role("button", name="Show all", exact=True).click()

    def errors_at_cursor_without(self, name):
        plot = self.page.locator("article:not([hidden]) figure.large .plot").first
        plot.scroll_into_view_if_needed()
        area = plot.bounding_box()
        self.page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
        if name in [value["pipeline"] for value in self.shown()]:
            yield f"{name} is hidden, but has a value at the cursor"

    def zoom(self):
        plot = self.page.locator("article:not([hidden]) figure.large .plot").first
        plot.scroll_into_view_if_needed()
        area = plot.bounding_box()
        self.page.mouse.move(area["x"] + area["width"] * 0.4, area["y"] + 100)
        self.page.mouse.down()
        self.page.mouse.move(area["x"] + area["width"] * 0.6, area["y"] + 120, steps=4)
        self.page.mouse.up()
        if "time=" not in self.page.evaluate("location.hash"):
            yield "dragging does not zoom"
        yield from self.errors_at_cursor()
        self.page.get_by_role("button", name="Whole recording").first.click()
        if "time=" in self.page.evaluate("location.hash"):
            yield "the zoom remains after 'Whole recording'"
        plot = self.page.locator("article:not([hidden]) figure.large .plot").first
        plot.focus()
        self.page.keyboard.press("+")
        self.page.keyboard.press("ArrowRight")
        if "time=" not in self.page.evaluate("location.hash"):
            yield "the key + does not zoom"
        plot.focus()
        self.page.keyboard.press("0")

    def points(self):
        """Shows a point per recording, compares points with the metrics, and selects some with a box."""
        self.page.check("#dots")
        plot = self.page.locator("figure[data-plot] .plot", has=self.page.locator(".dots")).first
        plot.scroll_into_view_if_needed()
        area = plot.bounding_box()
        seen = 0
        for _ in range(40):
            self.page.mouse.move(area["x"] + area["width"] * self.random.uniform(0.15, 0.9),
                                 area["y"] + area["height"] * self.random.uniform(0.1, 0.8))
            for value in self.shown():
                seen += 1
                self.compared += 2
                metrics = self.results.metrics[(value["recording"], value["pipeline"])]
                expected = metrics["total_rmse_deg"], metrics["increment_rms_deg"]
                if (float(value["x"]), float(value["y"])) != expected:
                    yield f"{value['text']}: the results have {expected}"
        if not seen:
            yield "no point at the cursor of the trade-off"
        self.page.mouse.move(area["x"] + area["width"] * 0.15, area["y"] + area["height"] * 0.1)
        self.page.mouse.down()
        self.page.mouse.move(area["x"] + area["width"] * 0.5, area["y"] + area["height"] * 0.6, steps=4)
        self.page.mouse.up()
        box = self.page.evaluate("new Map(location.hash.split(';').slice(1).map(part => part.split('='))).get('box')")
        if not box:
            yield "dragging a box selects nothing"
            return
        left, right, low, high = (float(word) for word in box.split(",")[1:])
        inside = {recording for (recording, _), metrics in self.results.metrics.items()
                  if metrics["total_rmse_deg"] is not None and metrics["increment_rms_deg"] is not None
                  and left <= metrics["total_rmse_deg"] <= right and low <= metrics["increment_rms_deg"] <= high}
        rows = self.page.locator(".list tbody tr").count()
        if rows != len(inside):
            yield f"the box contains {len(inside)} recordings, but the list has {rows}"
        self.page.locator(".list .open").last.click()
        if self.recording() not in inside:
            yield "the list opens another recording"
        self.page.locator("button.clear").click()
        self.page.uncheck("#dots")

    def comparison(self):
        one, other = self.results.pipelines[:2]
        for select, name in zip(self.page.locator(".tools select").all(), (one, other)):
            select.select_option(label=name)
        pairs = [[self.results.metrics[(recording, name)]["total_rmse_deg"] for name in (one, other)]
                 for recording in self.results.recordings]
        differences = [a - b for a, b in pairs if a is not None and b is not None]
        expected = sum(differences) / len(differences)
        row = "Array.from(document.querySelectorAll('#compare ~ .scroll tbody tr'), row => [row.cells[0].textContent, row.cells[3].dataset.value])"
        shown = {title: float(value) for title, value in self.page.evaluate(row)}
        found = shown.get("total RMSE (°)")
        self.compared += 1
        if found is None or not math.isclose(found, expected, rel_tol=1e-9):
            yield f"the mean difference is {found}, expected {expected}"

    def permalink(self, browser):
        """Opens the link to the view in another page, which must show the same."""
        self.page.locator(".toggles button").nth(1).click()
        self.page.locator("table.sortable thead button").nth(1).click()
        if len(self.results.recordings) > 1:
            self.page.select_option("#recording", index=len(self.results.recordings) // 2)
        state = "[document.querySelector('article:not([hidden]) h3').textContent, " \
            "Array.from(document.querySelectorAll('.toggles button'), b => b.getAttribute('aria-pressed')).join(), " \
            "document.querySelector('table.sortable').tBodies[0].innerText, " \
            "(document.querySelector('#compare') || {}).textContent].join('|')"
        other = browser.new_page()
        other.goto(self.page.locator(".permalink").evaluate("link => link.href"))
        if other.evaluate(state) != self.page.evaluate(state):
            yield "the link to the view shows another view"
        other.close()

    def all(self, browser):
        steps = [self.errors_at_cursor, self.toggle, self.zoom]
        if len(self.results.recordings) > 1:
            steps.append(self.points)
        if len(self.results.pipelines) > 1:
            steps += [self.comparison, lambda: self.permalink(browser)]
        for step in steps:
            for text in step():
                yield True, f"drive: {text}"
        yield from [] if self.compared else [(True, "drive: no value was compared")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path)
    parser.add_argument("--results", type=Path)
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
            if view != "no-script":
                found += findings(page, view)
            if view == "wide":
                paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                print(f"first paint after {paint:.0f} ms")
                found += [(True, f"first paint after {paint:.0f} ms")] if paint > SLOWEST_PAINT_MS else []
                found += sorting(page)
            if options.pictures:
                page.screenshot(path=options.pictures / f"{view}.png", full_page=True)
                if view == "wide":
                    page.pdf(path=options.pictures / "print.pdf", prefer_css_page_size=True)
            if view == "wide" and options.results:
                drive = Drive(page, Results(options.results))
                found += drive.all(browser)
                found += findings(page, "compared")
                print(f"compared {drive.compared} values at the cursor with the results")
        browser.close()
    for _, text in found:
        print(text)
    serious = sum(is_serious for is_serious, _ in found)
    print(f"{options.report}: {options.report.stat().st_size} bytes, {serious} serious, {len(found) - serious} other")
    return 1 if serious else 0


sys.exit(main())

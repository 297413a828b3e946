#!/usr/bin/env python3
"""Checks the links of the documentation without a build.

The script takes a second and finds links to pages that do not exist, and links to names that the module does not
declare with public access. `make docs` resolves every link exactly, but compiles all modules again.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECLARATION = re.compile(
    r"\b(?:struct|enum|class|actor|protocol|func|var|let|typealias|associatedtype|case|macro)\s+`?(\w+|[^\w\s(`]+)"
)
MODIFIERS = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*")
# Members that the compiler or the standard library declares.
GIVEN = {"init", "subscript", "allCases", "rawValue", "description", "hash", "id", "self", "Self"}


def documented_modules() -> list[str]:
    found = re.search(r"^DOCS_TARGETS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return found[1].split() if found else []


def names_of(target: Path) -> tuple[set[str], set[str]]:
    """The names with public access, and all names."""
    public, every = set(GIVEN) | {target.name}, set(GIVEN) | {target.name}
    for path in target.rglob("*.swift"):
        in_protocol = False
        for line in path.read_text().splitlines():
            code = MODIFIERS.sub("", line.split("//")[0])
            if re.match(r"\S", line):
                in_protocol = bool(re.match(r"public protocol\b", code))
            found = DECLARATION.findall(code)
            if code.startswith("case ") or " case " in code:
                found += re.findall(r"(?:case|,)\s+`?(\w+)", code)
            if re.match(r"(?:static )?let \w+: \w+, \w+:", code.removeprefix("public ")):
                found += re.findall(r"(\w+):", code)
            every.update(found)
            if code.startswith("public ") or code.startswith("case ") or in_protocol:
                public.update(found)
    return public, every


def links_of(text: str) -> list[str]:
    return re.findall(r"(?<!`)``([^`\s][^`\n]*)``(?!`)", text)


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as DocC forms them."""
    headings = re.findall(r"^#{2,} (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w-]+", "", heading.replace(" ", "-")) for heading in headings}


def unknown(link: str, names: set[str]) -> str | None:
    for part in re.split(r"/(?![^(]*\))", link.strip("/")):
        name = re.sub(r"\(.*|-[\w>]+$", "", part)
        if name and name not in names:
            return name
    return None


def main() -> int:
    problems, checked = [], 0
    # A link to another module begins with its name.
    modules = {name: names_of(ROOT / "Sources" / name) for name in documented_modules()}
    for target_name in modules:
        target = ROOT / "Sources" / target_name
        catalogue = target / f"{target_name}.docc"
        public, every = modules[target.name]
        pages = {page.stem: anchors_of(page) for page in catalogue.rglob("*.md")}
        for path in sorted([*catalogue.rglob("*.md"), *target.rglob("*.swift")]):
            lines = path.read_text().splitlines()
            is_page, fenced = path.suffix == ".md", False
            for index, line in enumerate(lines):
                if line.startswith("```"):
                    fenced = not fenced
                comment = line.strip().startswith("///")
                if fenced and is_page or not (is_page or comment):
                    continue
                names = public
                if comment:
                    end = index
                    while end < len(lines) and re.match(r"\s*(?:///|@)", lines[end]):
                        end += 1
                    names = public if end < len(lines) and lines[end].strip().startswith("public ") else every
                where = f"{path.relative_to(ROOT)}:{index + 1}"
                for page, anchor in re.findall(r"<doc:([\w-]+)(?:#([^>]*))?>", line):
                    checked += 1
                    if page not in pages:
                        problems.append(f"{where}: there is no page '{page}' in {catalogue.name}")
                    elif anchor and anchor not in pages[page]:
                        problems.append(f"{where}: page '{page}' has no heading '{anchor}'")
                for link in links_of(line):
                    checked += 1
                    module = link.strip("/").split("/")[0]
                    if module not in names and module in modules:
                        names_there, link_there = modules[module][0], link.strip("/")[len(module) :]
                    else:
                        module, names_there, link_there = target.name, names, link
                    if name := unknown(link_there, names_there):
                        problems.append(f"{where}: ``{link}``: {module} has no public '{name}'")
    print(*problems, sep="\n", end="\n" if problems else "")
    if not checked:
        print("no links were found", file=sys.stderr)
    return 1 if problems or not checked else 0


if __name__ == "__main__":
    sys.exit(main())

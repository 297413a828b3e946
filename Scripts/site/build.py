#!/usr/bin/env python3
"""Builds the documentation site: the pages of all libraries, the reference of commands, names and keys that the program
prints, the declarations of the libraries, and the report tables.

    build.py SEXTANT SYMBOLS OUTPUT [--homepage URL]
    build.py SEXTANT SYMBOLS --check

SYMBOLS is the folder with the symbol graphs of the Swift libraries, from `Scripts/symbols.sh`. The site is written to
OUTPUT/VERSION; other versions in OUTPUT are kept and listed in the sidebar. A link to a file that has no page leads to
this file in the repository at URL; without --homepage, such a link becomes plain text. A broken link or a page that is
missing in contents.yaml ends the build with exit code 1. --check finds the same errors without writing a site.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

# Before the import of a script next to this one.
sys.dont_write_bytecode = True
import reference

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADERS = {"sextant.h": "Sources/CSextant/include/sextant.h",
           "sextant_estimator.h": "Sources/CSextantEstimator/include/sextant_estimator.h"}


class Site:
    """The pages of the site, by their names without an extension."""

    def __init__(self, symbols, homepage, version, folder):
        self.homepage, self.version, self.folder = homepage, version, folder
        self.sources = {"index": ROOT / "README.md"}
        for path in sorted((ROOT / "Sources").glob("*/*.docc/*.md")):
            self.sources[f"{path.parts[-3]}/{path.stem}"] = path
        for pattern in ("*.md", "Datasets/**/README.md", "Examples/README.md", "Benchmarks/**/README.md", "Reports/**/*.md"):
            for path in sorted(ROOT.glob(pattern)):
                if path != ROOT / "README.md" and ".build" not in path.parts:
                    self.sources[path.relative_to(ROOT).with_suffix("").as_posix()] = path
        self.names = {path: name for name, path in self.sources.items()}
        self.symbols = {path.name: read_symbols(path) for path in sorted(symbols.iterdir()) if path.is_dir()}
        # Pages whose title is a symbol: links to the symbol lead to them.
        self.symbol_pages = {}
        for name, path in self.sources.items():
            if title := re.match(r"# ``(\w+)``", path.read_text()):
                self.symbol_pages[(name.split("/")[0], title[1])] = name

    def link(self, text, target, page, anchor=""):
        path = os.path.relpath(f"/{target}.md", f"/{page}/..")
        return f"[{text}]({path}{anchor})"

    def title(self, name):
        found = re.match(r"# (.*)", self.sources[name].read_text())
        return found[1].replace("`", "")

    def symbol(self, text, page, module):
        """Returns a link to a page or a declaration of a library, or plain code if the symbol is not public."""
        parts = [re.sub(r"-[\w.>()-]+$", "", part) for part in re.split(r"/(?![^(]*\))", text.strip("/"))]
        if parts[0] in self.symbols:
            module, parts = parts[0], parts[1:] or [parts[0]]
        label = f"`{'.'.join(parts)}`"
        for candidate in [module, *self.symbols]:
            if (candidate, parts[0]) in self.symbol_pages:
                return self.link(label, self.symbol_pages[candidate, parts[0]], page)
            if parts[0] in self.symbols.get(candidate, {}):
                return self.link(label, f"api/{candidate}", page, f"#{anchor(candidate, parts[0])}")
        return label

    def inline(self, text, page, module, source):
        """Converts the links of a line."""
        def doc(found):
            name, _, heading = found[1].partition("#")
            target = next((n for n in (f"{module}/{name}", *self.sources) if n in self.sources and n.split("/")[-1] == name), None)
            if target is None:
                sys.exit(f"{source}: no page '{name}'")
            return self.link(self.title(target), target, page, f"#{heading.lower()}" if heading else "")

        def relative(found):
            text, address = found[1], found[2]
            if re.match(r"[a-z]+:", address) or address.startswith("#"):
                return found[0]
            place, _, heading = address.partition("#")
            path = (source.parent / place).resolve()
            if path in self.names:
                return self.link(text, self.names[path], page, f"#{heading}" if heading else "")
            if (path / "README.md") in self.names:
                return self.link(text, self.names[path / "README.md"], page)
            if not path.exists():
                sys.exit(f"{source}: the link to {address} leads to no file")
            if self.homepage:
                return f"[{text}]({self.homepage}/blob/v{self.version}/{path.relative_to(ROOT)})"
            return text

        def image(found):
            path = (source.parent / found[2]).resolve()
            if not path.exists():
                path = next((source.parent / "Resources").glob(f"{found[2]}*"))
            copy = self.folder / "pictures" / path.name
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(path, copy)
            return f"![{found[1]}]({os.path.relpath(copy, (self.folder / page).parent)})"

        text = re.sub(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)", relative, text)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", image, text)
        text = re.sub(r"(?<!`)``([^`\s][^`\n]*)``(?!`)", lambda found: self.symbol(found[1], page, module), text)
        return re.sub(r"<doc:([^>]+)>", doc, text)

    def convert(self, text, page, module, source):
        """Converts a page of DocC or GitHub to MyST."""
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
        text = re.sub(r"^## Topics\n.*", "", text, flags=re.M | re.S)
        parts = re.split(r"(^[ ]*```.*?^[ ]*```[ ]*$)", text, flags=re.M | re.S)
        for index in range(0, len(parts), 2):
            # Links may continue on the next line.
            parts[index] = reference.linked_dois(self.inline(parts[index], page, module, source))
            # A percent sign at the beginning of a line is a comment in MyST.
            parts[index] = re.sub(r"^%", r"\\%", parts[index], flags=re.M)
        return "".join(parts)

    def write(self, name, text):
        path = self.folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def page(self, name):
        source = self.sources[name]
        module = name.split("/")[0] if "docc" in str(source) else ""
        text = source.read_text()
        text = re.sub(r"the documentation of `(\w+)`", lambda found: f"<doc:{found[1]}>", text)
        # The title of a filter's page is its name in a SPEC; that of a library's page is the library's name.
        text = re.sub(r"^# ``\w+``", f"# {name.split('/')[-1]}", text)
        shown = self.convert(text, name, module, source)
        if symbol := next((s for (m, s), page in self.symbol_pages.items() if page == name and s in self.symbols.get(m, {})), None):
            shown += f"\n## In Swift\n\n{self.link(f'`{symbol}`', f'api/{module}', name, f'#{anchor(module, symbol)}')} in `{module}`.\n"
        return shown

    def api(self, module):
        """Returns the page with the public declarations of a library."""
        lines = [f"# {module}", "", f"The public declarations of the library `{module}`.", ""]
        symbols = self.symbols[module]
        for name in sorted(symbols, key=str.lower):
            lines += [f"({anchor(module, name)})=", f"## {name}", ""]
            for index, (declaration, comment) in enumerate(symbols[name]):
                body = self.convert(comment, f"api/{module}", module, ROOT / "Package.swift")
                # Headings within a comment would break the outline.
                body = re.sub(r"^#+ (.*)$", r"**\1**", body, flags=re.M)
                if index == 0:
                    lines += ["```swift", declaration, "```", "", body, ""]
                else:
                    lines += [f"`` {declaration} ``"]
                    lines += [": " + "\n  ".join(body.strip().splitlines() or ["—"]), ""]
        return "\n".join(lines) + "\n"


def anchor(module, name):
    return f"{module.lower()}-" + re.sub(r"\W+", "-", name).strip("-").lower()


def read_symbols(folder):
    """Returns the declarations of a library by the name of the outermost type, the type's own first."""
    found = {}
    for path in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        protocols = {}
        for relation in graph["relationships"]:
            module, _, name = relation.get("targetFallback", "").partition(".")
            if relation["kind"] == "conformsTo" and module != "Swift":
                protocols.setdefault(relation["source"], []).append(f"``{module}/{name}``")
        for symbol in graph["symbols"]:
            fragments = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
            declaration = " ".join(fragments.split())
            comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
            if names := protocols.get(symbol["identifier"]["precise"]):
                comment += f"\n\nConforms to {', '.join(sorted(names))}."
            parts = symbol["pathComponents"]
            found.setdefault(parts[0], []).append((len(parts), parts, declaration, comment))
    return {name: [(text, comment) for _, _, text, comment in sorted(members)] for name, members in found.items()}


def expanded(entry, names):
    """Returns the pages that an entry of contents.yaml selects, each with its title, or None for the page's own title."""
    title, name = re.fullmatch(r"(?:(.*) )?<?([^<>]+)>?", entry).groups()
    name = name.removesuffix(".md")
    if "*" not in name:
        return [(title, name)]
    expression = re.compile(re.escape(name).replace(r"\*", "[^/]+"))
    return [(None, other) for other in sorted(names) if expression.fullmatch(other) and not other.endswith("/index")]


def toctree(pages, page, caption=None):
    lines = ["```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), ""]
    for title, name in pages:
        path = os.path.relpath(f"/{name}", f"/{page}/..")
        lines += [f"{title} <{path}>" if title else path]
    return "\n".join([*lines, "```", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sextant", type=pathlib.Path)
    parser.add_argument("symbols", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path, nargs="?")
    parser.add_argument("--homepage", default="")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check == bool(options.output):
        parser.error("give either OUTPUT or --check")

    def run(*arguments):
        environment = {**os.environ, "COLUMNS": "100000", "NO_COLOR": "1"}
        return subprocess.run([options.sextant, *arguments], check=True, capture_output=True, text=True, env=environment).stdout

    version = run("--version").split()[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        site = Site(options.symbols, options.homepage.rstrip("/"), version, folder)
        pages = {name: site.page(name) for name in site.sources}
        # The page that begins with an option explains it.
        guides = {found[1]: name for name, text in pages.items() if (found := re.match(r"# [^\n]*\n\n`(--[\w-]+)`", text))}
        pages |= reference.pages(run, guides)
        for module in site.symbols:
            pages[f"api/{module}"] = site.api(module)
        for name, path in HEADERS.items():
            pages[f"api/{name}"] = f"# {name}\n\nThe C interface.\n\n```c\n{(ROOT / path).read_text()}```\n"
        pages["api/python"] = "# Python\n\n```{eval-rst}\n.. automodule:: sextant\n   :members:\n\n" \
            ".. autofunction:: sextant.datasets.download\n```\n"
        pages["api/index"] = "# Libraries\n\n" + "".join(
            f"- [{name}]({name}.md)\n" for name in [*site.symbols, *HEADERS, "python"])

        for caption, entries in yaml.safe_load((HERE / "contents.yaml").read_text()).items():
            names = []
            for entry in entries:
                pattern, children = next(iter(entry.items())) if isinstance(entry, dict) else (entry, [])
                found = expanded(pattern, pages)
                names += found
                if children:
                    section = found[0][1]
                    below = [page for child in children for page in expanded(child, pages)]
                    pages[section] += "\n" + toctree(below, section)
            pages["index"] += "\n" + toctree(names, "index", caption)
        for name, text in pages.items():
            site.write(name, text)

        environment = {**os.environ, "SEXTANT_VERSION": version, "PYTHONPATH": str(ROOT / "Python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-b", "dummy" if options.check else "html", "-W", "--keep-going", "-q",
             "-j", "auto", "-c", HERE, "-d", folder / ".doctrees", folder, folder / ".site"], env=environment)
        if done.returncode:
            sys.exit(1)
        if options.check:
            print(f"{len(pages)} pages of the site, no broken link")
            return
        # Only a finished site replaces an earlier one, and nothing else is replaced.
        target = options.output / version
        if target.exists() and not (target / "objects.inv").exists():
            sys.exit(f"build.py: {target} is not a site; choose another output")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / ".site", target)
    versions = sorted((path.name for path in options.output.iterdir() if (path / "index.html").exists()),
                      key=lambda name: [int(part) if part.isdigit() else -1 for part in re.split(r"[.-]", name)], reverse=True)
    (options.output / "versions.js").write_text(f"showVersions({json.dumps(versions)})\n")
    (options.output / "index.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Sextant</title>'
        f'<meta http-equiv="refresh" content="0; url={versions[0]}/"><a href="{versions[0]}/">Sextant {versions[0]}</a></html>\n')
    print(f"{len(pages)} pages in {target}")


main()

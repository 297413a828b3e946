#!/usr/bin/env python3
"""Writes an object file with ICU's data for the root locale and English, and prints the linker's options that use it.

    python3 Scripts/packaging/icu_data.py OUTPUT.o

Foundation contains ICU's data for all locales and encodings, 34 MB. Sextant needs only a small part, because its
results do not depend on the locale. The printed options define the symbol of ICU's data, so that the linker does not
use the data in Swift's static library. If a locale is missing, ICU falls back to the root locale. Requires binutils and
a C compiler.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

KEPT_LOCALES = re.compile(r"(root|en|en_US|en_US_POSIX|en_001)\.res")
# Items that belong to no locale: 'de_AT.res' is one of a locale, 'zoneinfo64.res' is not.
OF_A_LOCALE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]+)*\.res")
# Encodings other than Unicode and Latin-1 (but Windows-1252), names of characters, and dictionaries of words.
DROPPED = re.compile(r"(?!ibm-5348).*\.cnv|unames\.icu|.*\.dict|.*_lstm.*|translit/.*|rbnf/.*|coll/.*_.*")


def is_kept(item):
    """Whether an item of the data is kept; its name is without that of the package."""
    name = item.split("/")[-1]
    if DROPPED.fullmatch(item):
        return False
    return not OF_A_LOCALE.fullmatch(name) or bool(KEPT_LOCALES.fullmatch(name))


def reduced(data):
    """ICU's common data (format 'CmnD') with the items that are kept."""
    start = struct.unpack_from("<H", data)[0]
    if data[12:16] != b"CmnD":
        sys.exit("icu_data.py: this is not ICU's common data")
    count = struct.unpack_from("<I", data, start)[0]
    entries = [struct.unpack_from("<II", data, start + 4 + 8 * number) for number in range(count)]
    ends = [place for _, place in entries[1:]] + [len(data) - start]
    items = []
    for (name, place), end in zip(entries, ends):
        text = data[start + name : data.index(b"\0", start + name)]
        if is_kept(text.decode().split("/", 1)[1]):
            items.append((text, data[start + place : start + end]))
    names, contents, table = b"", b"", b""
    first_name = 4 + 8 * len(items)
    first_content = (first_name + sum(len(name) + 1 for name, _ in items) + 15) // 16 * 16
    for name, content in items:
        table += struct.pack("<II", first_name + len(names), first_content + len(contents))
        names += name + b"\0"
        contents += content + bytes(-len(content) % 16)
    padding = bytes(first_content - first_name - len(names))
    return data[:start] + struct.pack("<I", len(items)) + table + names + padding + contents


def static_library():
    """The path of the static library with ICU in the toolchain."""
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    resources = re.search(r'"runtimeResourcePath":\s*"(.*?)"', info)[1]
    return pathlib.Path(resources).parent / "swift_static" / "linux" / "lib_FoundationICU.a"


def main():
    output = pathlib.Path(sys.argv[1]).resolve()
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)

        def run(*command):
            return subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True).stdout

        run("ar", "x", static_library(), "icu_packaged_data.cpp.o")
        symbol = re.search(r"\bR (icudt\d+_dat)$", run("nm", "icu_packaged_data.cpp.o"), re.MULTILINE)[1]
        run("objcopy", "-O", "binary", "--only-section=.rodata", "icu_packaged_data.cpp.o", "whole.dat")
        (folder / "data.dat").write_bytes(reduced((folder / "whole.dat").read_bytes()))
        own = "sextant_icu_data"
        (folder / "data.s").write_text(
            f".section .rodata\n.balign 16\n.globl {own}\n.type {own}, @object\n{own}:\n"
            f'.incbin "data.dat"\n.size {own}, . - {own}\n.section .note.GNU-stack, "", @progbits\n'
        )
        run("cc", "-c", "data.s", "-o", output)
    # The bill of materials contains ICU's version, which is a part of the name.
    output.with_suffix(".symbol").write_text(symbol + "\n")
    print(f"-Xlinker {output} -Xlinker --defsym={symbol}={own}")


main()

#!/usr/bin/env python3
"""Copies the command, its libraries and their licences to a folder that can be installed under any prefix.

    python3 Scripts/packaging/stage.py BINARY LIBRARY MANUAL CHECKOUTS STAGE

BINARY is the command, linked with Swift's static runtime and with the search path `$ORIGIN/../lib/sextant`. LIBRARY is
the library for C, linked with the same runtime; the script copies it to the folder that contains STAGE. MANUAL is a
folder with the man page and the completions, and CHECKOUTS the folder with the Swift packages.

The script writes bin, lib/sextant and share to STAGE. Libraries that every Linux system has are not copied. All other
libraries are copied to lib/sextant, where users can replace them.

The script prints the tag of the oldest system on which the files run, such as manylinux_2_34_x86_64. Requires binutils
and dpkg.
"""
import argparse
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

# The libraries of every system that PEP 600 describes. zlib and libstdc++ belong to the base of Debian, Ubuntu and Fedora.
OF_THE_SYSTEM = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|libz)\.so(\.\d+)*")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(file):
    """The names of the libraries that a file names."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", file))


def places():
    """The libraries of this machine by name."""
    lines = output("/sbin/ldconfig", "-p").splitlines()
    found = {}
    for line in lines:
        match = re.match(r"\s+(\S+) \(.*x86-64.*\) => (\S+)" if platform.machine() == "x86_64" else r"\s+(\S+) \(.*\) => (\S+)", line)
        if match:
            found.setdefault(match[1], pathlib.Path(match[2]))
    return found


def closure(file):
    """The libraries that a file and its libraries need, without those of the system."""
    known, waiting, found = places(), [file], {}
    while waiting:
        for name in needed(waiting.pop()):
            if name in found or OF_THE_SYSTEM.fullmatch(name):
                continue
            if name not in known:
                sys.exit(f"stage.py: {name} is not installed")
            found[name] = known[name].resolve()
            waiting.append(found[name])
    return found


def oldest_glibc(files):
    """The highest version of glibc's symbols that the files need."""
    versions = set()
    for file in files:
        text = output("readelf", "--version-info", "--wide", file)
        versions |= {tuple(map(int, text.split("."))) for text in re.findall(r"Name: GLIBC_(\d+\.\d+)", text)}
    return max(versions)


def licence(library):
    """The package of a library, and the file with its licence."""
    real = str(library)
    for path in (real, real.removeprefix("/usr"), real.replace("/lib/", "/usr/lib/", 1)):
        found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            package = found.stdout.split(":")[0]
            return package, pathlib.Path("/usr/share/doc") / package / "copyright"
    sys.exit(f"stage.py: {library} belongs to no package, so that its licence is not known")


def copy_licences(checkouts, folder):
    """Copies the licences of what the binary contains."""
    root = pathlib.Path(__file__).resolve().parents[2]
    shutil.copy(root / "LICENSE", folder / "sextant")
    toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
    shutil.copy(toolchain / "share" / "swift" / "LICENSE.txt", folder / "swift")
    for checkout in sorted(path for path in checkouts.iterdir() if path.is_dir()):
        texts = sorted(checkout.glob("LICEN[SC]E*")) + sorted(checkout.glob("COPYING*"))
        if not texts:
            sys.exit(f"stage.py: {checkout.name} has no licence")
        shutil.copy(texts[0], folder / checkout.name)
    # Linked statically.
    shutil.copy("/usr/share/doc/libexpat1-dev/copyright", folder / "libexpat1")
    # Foundation contains ICU, but Swift's toolchain lacks its licence.
    texts = sorted(pathlib.Path("/usr/share/doc").glob("libicu[0-9]*/copyright"))
    if not texts:
        sys.exit("stage.py: the licence of ICU is missing; on Debian: apt-get install libicu-dev")
    shutil.copy(texts[-1], folder / "icu")


def clear_module_hashes(file):
    """Clears the digests of Swift's modules, which nothing reads in a linked file and which depend on the build's folder."""
    section = ".swift_modhash"
    found = re.search(rf"{re.escape(section)}\s+PROGBITS\s+\w+\s+\w+\s+(\w+)", output("readelf", "-S", "--wide", file))
    if found:
        with tempfile.NamedTemporaryFile() as zeros:
            zeros.write(bytes(int(found[1], 16)))
            zeros.flush()
            subprocess.run(["objcopy", "--update-section", f"{section}={zeros.name}", file], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("manual", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("stage", type=pathlib.Path)
    arguments = parser.parse_args()
    stage = arguments.stage
    shutil.rmtree(stage, ignore_errors=True)
    (stage / "bin").mkdir(parents=True)
    libraries = stage / "lib" / "sextant"
    libraries.mkdir(parents=True)
    licences = stage / "share" / "doc" / "sextant" / "licences"
    licences.mkdir(parents=True)
    copy_licences(arguments.checkouts, licences)
    binary = stage / "bin" / "sextant"
    shutil.copy(arguments.binary, binary)
    binary.chmod(0o755)
    clear_module_hashes(binary)
    # The Makefile installs it.
    library = stage.parent / "libsextant.so"
    shutil.copy(arguments.library, library)
    clear_module_hashes(library)
    for name, path in sorted(closure(binary).items()):
        target = libraries / name
        shutil.copy(path, target)
        target.chmod(0o644)
        # A library finds its own libraries beside itself.
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", target], check=True)
        package, text = licence(path)
        shutil.copy(text, licences / package)
    manual = stage / "share" / "man" / "man1"
    manual.mkdir(parents=True)
    shutil.copy(arguments.manual / "sextant.1", manual)
    for source, place in (
        ("sextant.bash", "bash-completion/completions/sextant"),
        ("sextant.zsh", "zsh/site-functions/_sextant"),
        ("sextant.fish", "fish/vendor_completions.d/sextant.fish"),
    ):
        target = stage / "share" / place
        target.parent.mkdir(parents=True)
        shutil.copy(arguments.manual / source, target)
    major, minor = oldest_glibc([binary, library, *libraries.iterdir()])
    print(f"manylinux_{major}_{minor}_{platform.machine()}")


main()

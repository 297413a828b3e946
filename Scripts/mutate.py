#!/usr/bin/env python3
"""Breaks lines of the sources on purpose, and finds the changes that no test notices.

    mutate.py insert SEED COUNT          insert mutants into Sources; MUTANTS.json lists them
    mutate.py extend SEED COUNT TARGET…  add mutants to these targets
    mutate.py drop BUILD_LOG             remove the mutants in lines that do not compile
    mutate.py run TESTS JOBS modules     run each target's own tests on its mutants, in groups
    mutate.py run TESTS JOBS all         run all tests on the mutants that survived

All mutants are compiled into one build; the environment variable SEXTANT_MUTANTS=3,17 switches some of them on. Use a
clone, because the sources change: build the tests for release, `drop` until they compile, then `run`. TESTS is the built
test bundle. A group of mutants is switched on together; the tests that fail are repeated for each of them. Tests that
fail without any mutant, such as those that read the changed sources, do not count.
"""
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from concurrent.futures import ThreadPoolExecutor

STATE = Path("MUTANTS.json")
OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
             "+": "-", "-": "+", "*": "/", "/": "*", "&&": "||", "||": "&&"}
SKIP = re.compile(r"^\s*(//|#|@|import|public import|package import|case |infix|typealias|precedence|\.|func|public func|init|\"|package func|private func|static func)|\bwhere\b|inlinable|associatedtype|precondition|assert|\\\(|#/|\" *\\$")


def sites(path):
    lines = path.read_text().split("\n")
    in_comment = in_string = in_regex = False
    for number, line in enumerate(lines):
        if line.count('"""') % 2: in_string = not in_string; continue
        if in_string or SKIP.search(line) or not line.strip(): continue
        code = line.split(" //")[0]
        plain = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: '"' + "~" * (len(m[0]) - 2) + '"', code)
        nxt = lines[number + 1] if number + 1 < len(lines) else ""
        prev = lines[number - 1].rstrip() if number else ""
        for match in re.finditer(r" (<=?|>=?|==|!=|\+|-|\*|/|&&|\|\|) ", plain):
            rest = plain[match.end():]
            if rest.startswith("nil") or rest.strip() == "{" or plain[:match.start()].rstrip().endswith("nil"): continue
            if "->" in plain and match[1] in "<>": continue
            yield number, "operator", (match.start(1), match[1])
        match = re.match(r"^(\s*(?:if|\} else if|while) )(.+)( \{)$", plain) or re.match(r"^(\s*guard )(.+)( else \{.*)$", plain)
        if match and not re.search(r"\blet\b|\bvar\b|,|\bcase\b|#|\btry\b|\{|\bawait\b", match[2]) and match[2].count("(") == match[2].count(")"):
            yield number, "condition", (len(match[1]), len(match[1]) + len(match[2]))
        for match in re.finditer(r"(?<![\w.\"#$@~])(?<![eE]-)(\d[\d_]*\.\d+(?:e-?\d+)?|[2-9]\d*)(?![\w.\"x])", plain):
            yield number, "number", (match.start(1), match[1])
        match = re.search(r"\breturn (true|false)\b", plain)
        if match: yield number, "boolean", (match.start(1), match[1])
        balanced = plain.count("(") == plain.count(")") and plain.count("[") == plain.count("]") and plain.count("{") == plain.count("}")
        joined = prev.endswith(("(", ",", "=", "+", "-", "*", "/", "&&", "||", "?", ":", "in", "return", "[")) and not prev.strip().endswith("in")
        if balanced and not joined and not nxt.strip().startswith((".", "+", "-", "*", "/", "?", ":", "&&", "||", "{")) and "return" not in plain:
            if re.match(r"^\s{8,}[A-Za-z_][\w.\[\]()!?]* (\+=|-=|\*=|/=|=) .+$", plain) and not re.match(r"^\s*(let|var|self|private|public|static|guard|if|for|while|package|fileprivate|\w+ let|\w+ var) ", plain):
                yield number, "statement", (len(line) - len(line.lstrip()), len(code))
            elif re.match(r"^\s{8,}[a-z_][\w.]*\.(append|insert|remove\w*|sort|reverse|advance|add|update|reset|write|skip|count|record|formUnion|merge)\(.*\)$", plain):
                yield number, "statement", (len(line) - len(line.lstrip()), len(code))


def symbol(identity): return chr(0x2500 + identity)

SUPPORT_HEAD = """#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

nonisolated(unsafe) private let switched: UnsafeMutablePointer<Bool> = {
    let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 1_024)
    flags.initialize(repeating: false, count: 1_024)
    guard let text = getenv("SEXTANT_MUTANTS") else { return flags }
    for word in String(cString: text).split(separator: ",") { if let index = Int(word) { flags[index] = true } }
    return flags
}()
func mutantIsOn(_ identity: Int) -> Bool { switched[identity] }
func mutated<Value>(_ identity: Int, _ value: Value, _ other: Value) -> Value { switched[identity] ? other : value }
func negated(_ identity: Int, _ value: Bool) -> Bool { switched[identity] ? !value : value }
"""

def operator_source(identity, text):
    s, other = symbol(identity), OPERATORS[text]
    on = f"mutantIsOn({identity})"
    if text in ("<", "<=", ">", ">="):
        return f"infix operator {s}: ComparisonPrecedence\nfunc {s} <T: Comparable>(a: T, b: T) -> Bool {{ {on} ? a {other} b : a {text} b }}\n"
    if text in ("==", "!="):
        return f"infix operator {s}: ComparisonPrecedence\nfunc {s} <T: Equatable>(a: T, b: T) -> Bool {{ {on} ? a {other} b : a {text} b }}\n"
    if text in "+-":
        return f"infix operator {s}: AdditionPrecedence\nfunc {s} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ {on} ? a {other} b : a {text} b }}\n"
    if text in "*/":
        return (f"infix operator {s}: MultiplicationPrecedence\nfunc {s} (a: Double, b: Double) -> Double {{ {on} ? a {other} b : a {text} b }}\n"
                f"func {s} (a: Int, b: Int) -> Int {{ {on} ? {'a * b' if other == '*' else 'b == 0 ? 0 : a / b'} : a {text} b }}\n")
    precedence = "LogicalConjunctionPrecedence" if text == "&&" else "LogicalDisjunctionPrecedence"
    return (f"infix operator {s}: {precedence}\nfunc {s} <E: Error>(a: Bool, b: @autoclosure () throws(E) -> Bool) throws(E) -> Bool {{ "
            f"{on} ? (try a {other} b()) : (try a {text} b()) }}\n").replace(f"(try a {other} b())", f"(a ? {'true : try b()' if other == '||' else 'try b() : false'})").replace(f"(try a {text} b())", f"(a ? {'true : try b()' if text == '||' else 'try b() : false'})")


def applied(line, mutant):
    kind, where, i = mutant["kind"], mutant["where"], mutant["id"]
    if kind == "operator":
        start, text = where
        return line[:start] + symbol(i) + line[start + len(text):]
    if kind in ("condition",):
        return line[:where[0]] + f"negated({i}, {line[where[0]:where[1]]})" + line[where[1]:]
    if kind == "number":
        start, text = where
        other = repr(float(text.replace("_", "")) * 2 if float(text.replace("_", "")) else 1.0) if "." in text else str(int(text.replace("_", "")) + 1)
        return line[:start] + f"mutated({i}, {text}, {other})" + line[start + len(text):]
    if kind == "boolean":
        start, text = where
        return line[:start] + f"mutated({i}, {text}, {'false' if text == 'true' else 'true'})" + line[start + len(text):]
    start, end = where
    return line[:start] + f"if !mutantIsOn({i}) {{ {line[start:end]} }}" + line[end:]


def write(mutants):
    """Writes the sources with these mutants, from the committed text."""
    for folder in sorted({m["module"] for m in mutants} | {p.parent.name for p in Path("Sources").glob("*/MutationSupport.swift")}):
        own = [m for m in mutants if m["module"] == folder and m["alive"]]
        text = SUPPORT_HEAD + "".join(operator_source(m["id"], m["where"][1]) for m in own if m["kind"] == "operator")
        file = Path(f"Sources/{folder}/MutationSupport.swift")
        if not file.exists() or file.read_text() != text: file.write_text(text)
    for path in sorted({m["file"] for m in mutants}):
        original = subprocess.run(["git", "show", f"HEAD:{path}"], capture_output=True, text=True, check=True).stdout
        lines = original.split("\n")
        for m in mutants:
            if m["file"] == path and m["alive"]: lines[m["line"]] = applied(lines[m["line"]], m)
        if Path(path).read_text() != "\n".join(lines): Path(path).write_text("\n".join(lines))
    STATE.write_text(json.dumps(mutants, indent=1))


def insert(seed, count):
    random.seed(seed)
    modules = {}
    for path in sorted(Path("Sources").glob("*/**/*.swift")):
        if path.name == "MutationSupport.swift" or path.parts[1] == "sextant": continue
        modules.setdefault(path.parts[1], []).extend((str(path), *site) for site in sites(path))
    total = sum(map(len, modules.values()))
    mutants = []
    for module, found in modules.items():
        share = max(6, round(count * len(found) / total))
        random.shuffle(found)
        lines = set()
        for file, line, kind, where in found:
            if (file, line) in lines: continue
            lines.add((file, line))
            mutants.append(dict(module=module, file=file, line=line, kind=kind, where=where, alive=True))
            if len(lines) == share: break
        print(module, len(found), "sites,", share)
    for i, m in enumerate(mutants, 1): m["id"] = i
    write(mutants)


def extend(seed, count, *modules):
    """Adds mutants to modules, in other lines."""
    random.seed(seed)
    mutants = json.loads(STATE.read_text())
    taken = {(m["file"], m["line"]) for m in mutants}
    found = []
    for module in modules:
        for path in sorted(Path(f"Sources/{module}").glob("**/*.swift")):
            if path.name == "MutationSupport.swift": continue
            original = subprocess.run(["git", "show", f"HEAD:{path}"], capture_output=True, text=True, check=True).stdout
            temporary = Path(tempfile.gettempdir()) / "site.swift"
            temporary.write_text(original)
            found += [(module, str(path), *s) for s in sites(temporary) if s[1] != "statement"]
    random.shuffle(found)
    for module, file, line, kind, where in found:
        if (file, line) in taken: continue
        taken.add((file, line))
        mutants.append(dict(module=module, file=file, line=line, kind=kind, where=where, alive=True, id=len(mutants) + 1))
        count -= 1
        if not count: break
    write(mutants)


def drop(log):
    mutants = json.loads(STATE.read_text())
    bad = set(re.findall(r"(Sources/\S+?\.swift):(\d+):\d+: error", Path(log).read_text()))
    n = 0
    for m in mutants:
        if m["alive"] and (m["file"], str(m["line"] + 1)) in bad:
            m["alive"] = False; n += 1
    # Errors in lines next to a mutant, such as a chained expression.
    if not n:
        for file, line in bad:
            near = [m for m in mutants if m["alive"] and m["file"] == file]
            near.sort(key=lambda m: abs(m["line"] + 1 - int(line)))
            if near: near[0]["alive"] = False; n += 1
    write(mutants)
    print("dropped", n, "of", len(mutants), "alive", sum(m["alive"] for m in mutants))


BASELINE = set()


def tests(binary, ids, names, limit, first=True):
    """Runs tests; returns those that fail ("crash", "timeout" too) and are not in the baseline.

    The limit is in seconds of computing time, because other programs may use the processors.
    """
    command = [binary, "--testing-library", "swift-testing"] + [w for n in names for w in ("--filter", n)]
    environment = dict(os.environ, SEXTANT_MUTANTS=",".join(map(str, ids)))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, start_new_session=True, stdin=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    failed, ended = [], False
    timer_end = time.time() + 2 * limit
    os.set_blocking(process.stdout.fileno(), False)
    buffer = ""
    while True:
        chunk = (process.stdout.read() or b"").decode(errors="replace")
        buffer += chunk
        *done, buffer = buffer.split("\n")
        for line in done:
            line = re.sub(r"\x1b\[[0-9;]*m", "", line)
            match = re.match(r'^✘ Test (".+?"|\S+?\(\)) (recorded an issue|with|failed after)', line)
            if match and "Test run with" not in line and match[1] not in BASELINE: failed.append(match[1])
            if re.match(r"^[✔✘] Test run with", line): ended = True
        if (first and failed) or time.time() > timer_end or process.poll() is not None and not chunk: break
        time.sleep(0.05)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        if not failed: failed = ["timeout"]
    elif not ended and not failed: failed = ["timeout" if process.returncode == -signal.SIGXCPU else f"crash {process.returncode}"]
    process.wait()
    return list(dict.fromkeys(failed))


SUITES = {"SensorSimulation": "RecordingsTests", "SextantCommands": "SextantTests", "SextantLibrary": "SextantTests.LibraryTests"}


def save(mutants): STATE.with_suffix(".tmp").write_text(json.dumps(mutants, indent=1)); STATE.with_suffix(".tmp").rename(STATE)


def run(binary, jobs, phase):
    mutants = json.loads(STATE.read_text())
    def group(members, filters, mark):
        """Finds the mutants of a group that tests notice; the others get `mark`."""
        if not members: return
        start = time.time()
        failed = tests(binary, [m["id"] for m in members], filters, 400, first=len(members) == 1)
        print([m["id"] for m in members], f"{time.time() - start:.0f} s", len(failed), failed[:3], flush=True)
        if not failed:
            for m in members: m[mark] = True
            return save(mutants)
        if len(members) == 1:
            members[0]["killed"] = failed[:3]
            return save(mutants)
        if any(f.startswith(("crash", "timeout")) for f in failed):
            half = len(members) // 2
            group(members[:half], filters, mark); group(members[half:], filters, mark)
            return
        names = [re.escape(f.strip('"')) for f in failed[:60]]
        rest = []
        for m in members:
            killed = tests(binary, [m["id"]], names, 200)
            if killed: m["killed"] = killed
            else: rest.append(m)
            print("  ", m["id"], killed[:1], flush=True)
        save(mutants)
        if len(rest) == len(members):
            half = len(members) // 2
            group(members[:half], filters, mark); group(members[half:], filters, mark)
        elif len(rest) > 0 and len(members) - len(rest) > 0: group(rest, filters, mark)
    for m in mutants:
        if m.get("killed") == []: del m["killed"]
    left = [m for m in mutants if m["alive"] and not m.get("killed") and not m.get("survives")]
    everything = [r"^(?!SextantTests\.LibraryTests)"]
    if phase == "all" and not BASELINE:
        BASELINE.update(tests(binary, [], everything, 1500, first=False))
        print("fail without a mutant:", sorted(BASELINE), flush=True)
    if phase == "modules":
        work = []
        for module in dict.fromkeys(m["module"] for m in left):
            own = [m for m in left if m["module"] == module and not m.get("module_survives")]
            filters = ["^" + SUITES.get(module, module + "Tests").replace(".", r"\.")]
            work += [(own[i:i + 6], filters, "module_survives") for i in range(0, len(own), 6)]
    else:
        random.seed(1); random.shuffle(left)
        work = [(left[i:i + 8], everything, "survives") for i in range(0, len(left), 8)]
    with ThreadPoolExecutor(jobs) as pool: list(pool.map(lambda w: group(*w), work))


if __name__ == "__main__":
    if sys.argv[1] == "insert": insert(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1] == "extend": extend(int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
    elif sys.argv[1] == "drop": drop(sys.argv[2])
    else: run(sys.argv[2], int(sys.argv[3]), sys.argv[4])

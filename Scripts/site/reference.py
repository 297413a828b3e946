"""The reference pages of the documentation site, from the program: its commands, the names that it lists, and the keys of
its files."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import man_page


def pages(run, guides):
    """Returns the reference pages by name. `run` returns the output of the program for arguments, and `guides` has the
    names of pages by the options that they explain."""
    return {**dict(command_pages(run, guides)), **dict(list_pages(run)), **dict(key_pages(run))}


def command_pages(run, guides):
    """Yields the pages of the commands, from the program's help."""
    tool = json.loads(run("--experimental-dump-help"))["command"]
    commands = {command["commandName"]: command for command in tool["subcommands"]}
    groups = man_page.groups(run("--help"))
    lines = ["# Commands", "", tool["abstract"], ""]
    for group, names in groups.items():
        lines += [f"## {group.capitalize()}", ""]
        for name in names:
            lines += [f"[`sextant {name}`]({name}.md)", f": {commands[name]['abstract']}", ""]
    yield "commands/index", "\n".join(lines)
    for name in sum(groups.values(), []):
        command = commands[name]
        lines = [f"# sextant {name}", "", text_of(command["abstract"]), ""]
        if command.get("discussion"):
            lines += [help_text(command["discussion"]), ""]
        usage = run("help", name)
        if found := re.search(r"^USAGE: (.*?)\n\n", usage, re.M | re.S):
            lines += ["```text", found[1], "```", ""]
        for kind, heading in (("positional", "Arguments"), ("option", "Options"), ("flag", "Options")):
            arguments = [a for a in command["arguments"] if a["kind"] == kind and a["shouldDisplay"]
                         and not {n["name"] for n in a.get("names", [])} & {"help", "version"}]
            if arguments and f"## {heading}" not in lines:
                lines += [f"## {heading}", ""]
            for argument in arguments:
                lines += [f"`{spelling(argument)}`"]
                text = text_of(argument.get("abstract", ""))
                if "defaultValue" in argument:
                    text += f" Default: `{argument['defaultValue']}`."
                if guide := guides.get(spelling(argument).split()[0]):
                    text += f" See [](../{guide}.md)."
                lines += [f": {text or '—'}", ""]
        yield f"commands/{name}", "\n".join(lines)


def spelling(argument):
    value = f"<{argument.get('valueName', '')}>"
    if argument["kind"] == "positional":
        return value + (" …" if argument["isRepeating"] else "")
    names = ", ".join(("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"])
    return names + (f" {value}" if argument["kind"] == "option" else "")


def text_of(text):
    """Returns plain text as Markdown, with quoted words, options and SPECs as code."""
    code = r"(?<!\w)'[^' ][^']*'(?!\w)|`[^`]+`|doi:\S*\w|(?<![\w-])--?[a-z][\w-]*|[\w./-]+(?:[:+=][\w./+=,:°%-]*\w)+|[a-z]\w*_\w+|[\w-]+\.(?:csv|json|yaml)\b"
    parts = re.split(f"({code})", " ".join(text.split()))
    for index, part in enumerate(parts):
        if index % 2 == 0:
            parts[index] = re.sub(r"([*_<>\[\]\\|{}`])", r"\\\1", part)
        elif not part.startswith("doi:"):
            parts[index] = f"`{part[1:-1] if part[0] in '`' + chr(39) else part}`"
    return linked_dois("".join(parts))


def linked_dois(text):
    """Returns the text with a link for each DOI outside of links and code."""
    return re.sub(r"(`[^`\n]*`|\]\([^)\s]*\))|\bdoi:(10\.\d+/[^\s;,`|]*[^\s;,.`|)])",
                  lambda found: found[1] or f"[doi:{found[2]}](https://doi.org/{found[2]})", text)


def help_text(text):
    """Returns the discussion of a command: paragraphs, and lines that show commands."""
    parts = []
    for paragraph in text.strip().split("\n\n"):
        if re.search(r"^\s*(?:Example[^:]*: )?(sextant |\$ )", paragraph, re.M) or re.search(r"^ {2,}", paragraph, re.M):
            parts.append("```text\n" + paragraph + "\n```")
        else:
            parts.append(text_of(paragraph))
    return "\n\n".join(parts)


def list_pages(run):
    """Yields the pages of the names that SPECs and options accept, from `sextant list`."""
    subjects = re.search(r"\(values: ([^)]*)\)", " ".join(run("help", "list").split()))[1].split(", ")
    lines = ["# Names", "", "The names that SPECs, options and files accept, as `sextant list` prints them.", ""]
    for subject in subjects:
        lines += [f"- [{subject}]({subject}.md)"]
    yield "lists/index", "\n".join(lines) + "\n"
    for subject in subjects:
        lines = [f"# {subject.capitalize()}", "", f"From `sextant list {subject}`.", ""]
        for line in run("list", subject).splitlines():
            indent = len(line) - len(line.lstrip())
            if not indent:
                lines += ["", f"## {line}", ""] if line else []
            elif found := re.match(r"(?: {4}|  (?=\S+ {2,}))(\S+) {2,}(.*)", line):
                lines += ["", f"`{found[1]}`", f": {found[2]}"]
            elif found := re.match(r" {4}(\w\S*)$", line):
                lines += ["", f"`{found[1]}`", ": "]
            elif lines[-1] and (indent > 2 or not re.match(r"[A-Z][a-z ]+: ", line.strip())):
                # The program wraps long lines.
                lines[-1] += " " + line.strip()
            else:
                lines += ["", line.strip()]
        lines = [line if line.startswith(("#", "`", "From")) else ": " + text_of(line[2:]) if line.startswith(": ") else text_of(line)
                 for line in lines]
        yield f"lists/{subject}", re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def key_pages(run):
    """Yields the pages of the keys of Sextant's files, from the program's schemas."""
    kinds = re.search(r"\(values: ([^)]*)\)", " ".join(run("help", "schema").split()))[1].split(", ")
    lines = ["# Keys of files", "", "The keys of the files that Sextant reads and writes, from `sextant schema`.", ""]
    yield "keys/index", "\n".join(lines + [f"- [{kind}]({kind}.md)" for kind in kinds]) + "\n"
    for kind in kinds:
        schema = json.loads(run("schema", kind))
        # Definitions without a text only restrict keys that are described elsewhere.
        described = {name: keys_of(part) or value_of(part) for name, part in schema.get("$defs", {}).items()}
        lines = [f"# Keys: {kind}", "", text_of(schema.get("description", "")), "",
                 f"From `sextant schema {kind}`; required keys are marked.", ""]
        lines += keys_of(schema)
        for name, definition in schema.get("$defs", {}).items():
            if not described[name]:
                continue
            lines += [f"(key-{kind}-{name.lower()})=", f"## {name}", ""]
            if "description" in definition:
                lines += [text_of(definition["description"]), ""]
            keys = keys_of(definition)
            lines += keys or [f"Value: {value_of(definition)}", ""]
        text = "\n".join(lines) + "\n"
        yield f"keys/{kind}", re.sub(
            r"\[(\w+)\]\(#/\$defs/(\w+)[^)]*\)",
            lambda found: f"[{found[1]}](#key-{kind}-{found[2].lower()})" if described[found[2]] else found[1], text)


def keys_of(schema, prefix=""):
    """Returns the keys of an object, with the keys of objects within it."""
    lines = []
    for part in (schema, *schema.get("allOf", []), *schema.get("anyOf", []), *schema.get("oneOf", [])):
        if "$ref" in part and part in schema.get("allOf", []):
            reference = part["$ref"].split("/")[-1]
            lines += [f"Also the keys of [{reference}]({part['$ref']}).", ""]
        for name, key in part.get("properties", {}).items():
            if not isinstance(key, dict) or not key:
                continue
            required = " — required" if name in part.get("required", []) else ""
            text = " ".join(filter(None, [text_of(key.get("description", "")), value_of(key)]))
            lines += [f"`{prefix}{name}`{required}", f": {text}", ""] if text else []
            items = key.get("items")
            lines += keys_of(key, f"{prefix}{name}.")
            if isinstance(items, dict):
                lines += keys_of(items, f"{prefix}{name}[].")
    return lines


def value_of(schema):
    """Returns a description of the values that a schema allows, in words."""
    if not isinstance(schema, dict):
        return ""
    if "$ref" in schema:
        return f"[{schema['$ref'].split('/')[-1]}]({schema['$ref']})"
    words = []
    if "enum" in schema:
        values = [value if isinstance(value, str) else json.dumps(value) for value in schema["enum"]]
        words.append(", ".join(f"`{value}`" for value in dict.fromkeys(values)))
    elif "const" in schema:
        words.append(f"`{schema['const']}`")
    elif "type" in schema and "properties" not in schema:
        kind = schema["type"]
        words.append(" or ".join(kind) if isinstance(kind, list) else kind)
    for key, sign in (("exclusiveMinimum", ">"), ("minimum", "≥"), ("exclusiveMaximum", "<"), ("maximum", "≤")):
        if key in schema:
            words.append(f"{sign} {schema[key]}")
    if isinstance(schema.get("items"), dict) and (items := value_of(schema["items"])):
        words.append(f"of {items}")
    for key in ("anyOf", "oneOf"):
        options = [option for option in map(value_of, schema.get(key, [])) if option]
        if options:
            words.append(" or ".join(options))
    for part in schema.get("allOf", []):
        if "$ref" in part:
            words.append(value_of(part))
    if "default" in schema:
        words.append(f"default `{schema['default'] if isinstance(schema['default'], str) else json.dumps(schema['default'])}`")
    return f"({', '.join(words)})" if len(words) > 1 or words and "[" not in words[0] else "".join(words)

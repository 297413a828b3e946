"""Generates values that a JSON Schema accepts, and values with one fault that it refuses."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Union

import jsonschema

Schema = Any
Node = dict[str, Any]
Path = tuple[Union[str, int], ...]

# The texts for places without a list of words: those that match the place's schema are valid there.
TEXTS = [
    *("a", "b2", "walk, iPhone 4S", "ä ×½", "", " ", "7", "x_1", "my-ekf", "a: b", "1st", "a.b", "other", "none"),
    *("60s", "500ms", "2min", ".5s", "1e2us", "0s", "-5s", "5 s", "5m", "0.1%", "1e-3", "1 %", "-1%", "1_000"),
    *("x/y/z", "y/-x/z", "1/0/0/0", "x/y", "x/y/w", "-x", "+y", "w", "--x", "x", "y", "z", "-y", "-z"),
    *("2026-05-31", "2026-05-31T12:00:00Z", "2026-13-01", "a.csv", "sub/b*.csv", "../a.csv", "..", "own.yaml"),
    *("all", "disjoint", "random:20", "random:0", "random:101", "heaviest:0.5", "any", "[", ";", "|", "#", "é", '"'),
    *("1 2 3", "0.5 -1e3;4 5", "1,2", "nan", "{", "a}", "{{", "}}x", "{no such}", "{}", "x {unit}", "{name}", "=b"),
    *("{recording}", "a={output}", "mine=est", "mine=est,order=xyzw"),
]
# A value of each type, for a place that requires another type.
SAMPLES: list[Any] = [True, 5, 0.5, "other", [], ["a"], {}, {"a": 1}]
UNKNOWN = "unknown-name"
LOWER, UPPER = ("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")
ATTEMPTS = 5
# The probability that the condition of `if` holds. Two conditions often exclude each other.
LIKELIHOOD = 0.25


class Impossible(Exception):
    """No value was found that all schemas of a place accept."""


class Generator:
    """Generates values for a schema."""

    def __init__(self, schema: Schema, random: random.Random) -> None:
        self.schema = schema
        self.random = random
        self.validator = jsonschema.Draft202012Validator(schema)
        parts = list(subschemas(schema))
        self.words = [word for part in parts for word in words(part)]
        self.properties = [pair for part in parts for pair in part.get("properties", {}).items()]

    def accepts(self, value: object, schemas: Iterable[Schema]) -> bool:
        return all(self.validator.evolve(schema=schema).is_valid(value) for schema in schemas)

    def document(self) -> Any:
        """Returns a random document that the schema accepts."""
        while True:
            try:
                return self.value(self.schema)
            except Impossible:
                continue

    def value(self, *schemas: Schema) -> Any:
        """Returns a random value that all schemas accept."""
        for _ in range(ATTEMPTS):
            try:
                value = self._candidate(self._branches(schemas))
            except Impossible:
                continue
            if self.accepts(value, schemas):
                return value
        raise Impossible

    def _branches(self, schemas: Iterable[Schema]) -> list[Node]:
        """Returns all schemas that apply if one branch of each alternative is chosen."""
        nodes: list[Node] = []
        rest = list(schemas)
        while rest:
            node = rest.pop()
            if node is False:
                raise Impossible
            if node is True:
                continue
            nodes.append(node)
            rest += references(self.schema, node)
            alternatives = [[branch] for branch in node.get("anyOf", [])]
            for branch in node.get("oneOf", []):
                others = [key for other in node["oneOf"] if other is not branch for key in other.get("required", [])]
                alternatives.append([branch, {"properties": dict.fromkeys(others, False)}])
            alternatives += [[negation] for negation in negations(node["not"])] if "not" in node else []
            rest += self.random.choice(alternatives or [[]])
            conditions = [(node["if"], node.get("then", True), node.get("else", True))] if "if" in node else []
            conditions += [({"required": [key]}, then, True) for key, then in node.get("dependentSchemas", {}).items()]
            for condition, then, otherwise in conditions:
                is_met = self.random.random() < LIKELIHOOD
                rest += [condition, then] if is_met else [{"not": condition}, otherwise]
        return nodes

    def _candidate(self, nodes: list[Node]) -> Any:
        """Returns a value that fits the types, words, bounds and keys of the schemas."""
        lists = [words(node) for node in nodes if "enum" in node or "const" in node]
        if lists:
            return copy.deepcopy(self._accepted(min(lists, key=len), nodes))
        kinds = {"boolean", "number", "string"}
        for index, node in enumerate(node for node in nodes if "type" in node):
            named = {node["type"]} if isinstance(node["type"], str) else {*node["type"]}
            named |= {"integer"} if "number" in named else set()
            kinds = kinds & named if index else named
        if not kinds:
            raise Impossible
        kind = self.random.choice(sorted(kinds))
        if kind == "object":
            return self._mapping(nodes)
        if kind == "array":
            return self._list(nodes)
        if kind == "string":
            return self._accepted(TEXTS, nodes)
        if kind in ("number", "integer"):
            return self._accepted(self._numbers(nodes, kind), nodes)
        return None if kind == "null" else self.random.random() < 0.5

    def _accepted(self, candidates: list[Any], nodes: list[Node]) -> Any:
        """Returns a random candidate that the schemas accept."""
        for candidate in self.random.sample(candidates, len(candidates)):
            if self.accepts(candidate, nodes):
                return candidate
        raise Impossible

    def _numbers(self, nodes: list[Node], kind: str) -> list[float]:
        lower = [node[key] for node in nodes for key in LOWER if key in node]
        upper = [node[key] for node in nodes for key in UPPER if key in node]
        low, high = max(lower, default=-1000), min(upper, default=1000)
        numbers = [*lower, *upper, 0, 1, 2, 3, 10**9, -(10**9), self.random.randint(int(low), int(high))]
        return numbers if kind == "integer" else [*numbers, 0.5, -2.5, self.random.uniform(low, high)]

    def _list(self, nodes: list[Node]) -> list[Any]:
        shortest = max(node.get("minItems", 0) for node in nodes)
        longest = min(node.get("maxItems", shortest + 3) for node in nodes)
        count = self.random.randint(shortest, max(shortest, min(longest, shortest + 3)))
        items = [self.value(*item_schemas(nodes, index)) for index in range(count)]
        for node in nodes:
            if "contains" in node and not any(self.accepts(item, [node["contains"]]) for item in items):
                items.append(self.value(*item_schemas(nodes, len(items)), node["contains"]))
        return items

    def _mapping(self, nodes: list[Node]) -> dict[str, Any]:
        required = {key for node in nodes for key in node.get("required", [])}
        names = {key for node in nodes for key in node.get("properties", {})}
        if any("patternProperties" in node or isinstance(node.get("additionalProperties"), dict) for node in nodes):
            names |= {*self.random.sample(TEXTS, 5)}
            names |= {key for node in nodes for key in words(node.get("propertyNames", {}))}
        conditions = [node["propertyNames"] for node in nodes if "propertyNames" in node]
        names = {name for name in names - required if self.accepts(name, conditions)}
        optional = sorted(name for name in names if False not in property_schemas(nodes, name))
        least = max(node.get("minProperties", 0) for node in nodes) - len(required)
        most = min(node.get("maxProperties", len(optional)) for node in nodes)
        count = min(max(least, self.random.choice([0, 1, 2, 4, 6, 10])), most, len(optional))
        keys = sorted(required) + self.random.sample(optional, count)
        for key in keys:
            others = [name for node in nodes for name in node.get("dependentRequired", {}).get(key, [])]
            keys += [name for name in others if name not in keys]
        self.random.shuffle(keys)
        mapping: dict[str, Any] = {}
        for key in keys:
            try:
                mapping[key] = self.value(*property_schemas(nodes, key))
            except Impossible:
                if key in required:
                    raise
        return mapping

    def fault(self, document: Any, is_yaml: bool) -> tuple[Any, Path]:
        """Returns a copy of a valid document with one fault, and the path of the fault."""
        changed: Any
        while True:
            found = list(places(self.schema, document))
            # All keys are equally likely, also those of places that occur once.
            name = self.random.choice(sorted({key_of(path) for path, _, _ in found}))
            path, value, nodes = self.random.choice([place for place in found if key_of(place[0]) == name])
            place = path
            if isinstance(value, dict) and value and self.random.random() < 0.3:
                key = self.random.choice(sorted(value))
                changed = {name: item for name, item in value.items() if name != key}
            elif isinstance(value, dict) and self.random.random() < 0.6:
                key, schema = self.random.choice(self.properties)
                try:
                    changed, place = self.value(schema), (*path, key)
                except Impossible:
                    continue
            elif isinstance(value, list) and self.random.random() < 0.5:
                more = self.random.choice([*SAMPLES, *value])
                changed = self.random.choice([[], value[:-1], [*value, more]])
            else:
                changed = self.random.choice(self.random.choice([SAMPLES, *self._neighbours(value, nodes)]))
            # In YAML, null is a missing value.
            if changed is None and is_yaml:
                continue
            spellings = [changed, respelled(changed, text), respelled(changed, scalar)] if is_yaml else [changed]
            faulty = [replaced(document, place, spelling) for spelling in spellings]
            if not any(self.validator.is_valid(variant) for variant in faulty):
                return faulty[0], place

    def _neighbours(self, value: Any, nodes: list[Node]) -> list[list[Any]]:
        """Returns values next to the bounds of a place, texts like its text, and words of other places."""
        bounds = [node[key] for node in nodes for key in (*LOWER, *UPPER) if key in node]
        beyond = [bound + step for bound in bounds for step in (-1, -0.01, 0.01, 1)]
        texts = [value + "x", value.swapcase(), value[:-1]] if isinstance(value, str) else []
        return [values for values in (beyond, texts, TEXTS, self.words) if values]


def references(schema: Schema, node: Node) -> list[Schema]:
    """Returns the schemas that apply wherever a schema applies."""
    found: list[Schema] = [*node.get("allOf", [])]
    return [*found, value_at(schema, tuple(node["$ref"].split("/")[1:]))] if "$ref" in node else found


def negations(schema: Schema) -> list[Schema]:
    """Returns schemas that each imply that a schema with conditions for keys does not apply."""
    if "anyOf" in schema:
        return [{"allOf": [{"not": branch} for branch in schema["anyOf"]]}]
    required, properties = schema.get("required", []), schema.get("properties", {})
    options = [{"properties": {key: {"not": properties[key]} if key in properties else False}} for key in required]
    others = [key for key in properties if key not in required]
    return options + [{"required": [key], "properties": {key: {"not": properties[key]}}} for key in others]


def words(node: Any) -> list[Any]:
    """Returns the values that a schema lists."""
    if not isinstance(node, dict):
        return []
    nested = [word for branch in node.get("anyOf", []) for word in words(branch)]
    return [*node.get("enum", []), *([node["const"]] if "const" in node else []), *nested]


def item_schemas(nodes: Iterable[Node], index: int) -> list[Schema]:
    """Returns the schemas of an item of a list."""
    schemas = []
    for node in nodes:
        prefix = node.get("prefixItems", [])
        schemas.append(prefix[index] if index < len(prefix) else node.get("items", True))
    return schemas


def property_schemas(nodes: Iterable[Node], name: str) -> list[Schema]:
    """Returns the schemas of the value of a key."""
    schemas: list[Schema] = []
    for node in nodes:
        patterns = node.get("patternProperties", {})
        found = [item for pattern, item in patterns.items() if re.search(pattern, name)]
        found += [node["properties"][name]] if name in node.get("properties", {}) else []
        schemas += found or [node.get("additionalProperties", True)]
    return schemas


def all_branches(schema: Schema, schemas: Iterable[Schema]) -> list[Node]:
    """Returns the schemas that can apply to a place, with all branches of alternatives."""
    nodes: list[Node] = []
    rest = list(schemas)
    while rest:
        node = rest.pop()
        if isinstance(node, dict):
            nodes.append(node)
            rest += references(schema, node)
            rest += [*node.get("anyOf", []), *node.get("oneOf", []), *node.get("dependentSchemas", {}).values()]
            rest += [node[key] for key in ("then", "else") if key in node]
    return nodes


def places(
    schema: Schema, value: Any, path: Path = (), at: Iterable[Schema] = ()
) -> Iterator[tuple[Path, Any, list[Node]]]:
    """Visits all values in a document, each with its path and schemas."""
    nodes = all_branches(schema, at or [schema])
    yield path, value, nodes
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(schema, item, (*path, key), property_schemas(nodes, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(schema, item, (*path, index), item_schemas(nodes, index))


def key_of(path: Path) -> str:
    """Returns the last key of a path, or an empty text."""
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def keys_of(schema: Schema, document: Any) -> set[tuple[int, str]]:
    """Returns the keys that occur in a document, each with the identity of the schema that describes it."""
    mappings = [(value, nodes) for _, value, nodes in places(schema, document) if isinstance(value, dict)]
    return {(id(node), key) for value, nodes in mappings for node in nodes for key in value}


def subschemas(schema: Schema) -> Iterator[Node]:
    """Visits all parts of a schema that are mappings."""
    if isinstance(schema, dict):
        yield schema
    if isinstance(schema, (dict, list)):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from subschemas(part)


def unknown_names(schema: Schema, document: Any) -> Iterator[tuple[Any, set[str]]]:
    """Puts an unknown key or word in each place of a document with known ones, and returns these with the copies."""
    for path, value, nodes in places(schema, document):
        closed = [node for node in nodes if node.get("additionalProperties") is False]
        keys = {key for node in closed for key in (*node.get("properties", {}), *node.get("patternProperties", {}))}
        known = {text(word) for node in nodes for word in words(node)}
        if isinstance(value, dict) and keys:
            yield replaced(document, (*path, UNKNOWN), 1), keys
        elif isinstance(value, str) and known:
            yield replaced(document, path, UNKNOWN), known


def unlisted(message: str, known: set[str]) -> list[str]:
    """Returns the names that a message about an unknown name lists, but the schema does not."""
    found = re.search(rf"'{UNKNOWN}'(?:: use| must be) one of ([^;\n]*)", message)
    # A long list is shortened in the middle.
    names = [name for name in found[1].split(", ") if "…" not in name] if found else []
    patterns = [pattern for pattern in known if pattern.startswith("^")]
    return [name for name in names if name not in known and not any(re.search(pattern, name) for pattern in patterns)]


def value_at(document: Any, path: Path) -> Any:
    """Returns the value at a path."""
    for part in path:
        document = document[part]
    return document


def replaced(document: Any, path: Path, value: Any) -> Any:
    """Returns a copy of a document with another value at a path."""
    if not path:
        return value
    changed = copy.deepcopy(document)
    value_at(changed, path[:-1])[path[-1]] = value
    return changed


def respelled(value: Any, convert: Callable[[Any], Any]) -> Any:
    """Returns a value whose scalars are converted. YAML does not distinguish them reliably."""
    if isinstance(value, dict):
        return {key: respelled(item, convert) for key, item in value.items()}
    if isinstance(value, list):
        return [respelled(item, convert) for item in value]
    return convert(value)


def text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def scalar(value: Any) -> Any:
    """Returns the number or Boolean value that a text spells."""
    try:
        return json.loads(value)
    except (TypeError, ValueError):
        return value

import SensorModel
import Yams

/// The changes that a `recording.yaml` makes to a built-in layout.
///
/// The key `layout` names the layout to change; without this key, the native layout is changed. The keys under
/// `streams` and `defaults` are the same as in a layout, and their values replace the layout's values.
struct LayoutOverride {
    static let file = "recording.yaml"
    /// The top-level keys of `recording.yaml` that change the layout.
    private static let keys = ["layout", "streams", "defaults"]
    private static let native = "native"
    /// The keys whose values are mappings. Changes are merged into these mappings key by key.
    private static let merged = ["columns", "time", "plus"]

    /// The name of the layout to change.
    let base: String
    private let path: String
    private let catalogue: LayoutCatalogue
    private let root: YAMLMapping

    /// Reads the layout changes in the recording's `recording.yaml`. The result is `nil` if there is no such file, or
    /// if the file changes no layout.
    ///
    /// - Throws: `InputError` if the file is not YAML.
    init?(of folder: RecordingFolder, _ catalogue: LayoutCatalogue) throws(InputError) {
        guard folder.isFolder, folder.has(Self.file) else { return nil }
        path = try folder.member(Self.file)
        let root = try YAMLValue(parsing: ByteSource.contents(of: path, access: .member), file: path)
            .mapping("recording")
        guard Self.keys.contains(where: { root[$0] != nil }) else { return nil }
        self.root = root
        self.catalogue = catalogue
        base = try root.text("layout") ?? Self.native
    }

    /// The text that reports that the changes in `recording.yaml` are ignored. These changes apply to one layout, but
    /// the recording was read with another layout.
    var unusedWords: String { "\(Self.file): the streams, which are described for the layout \(base)" }

    /// Returns the changed layout.
    ///
    /// - Throws: `InputError` if the layout, a key or a value is unknown.
    func layout() throws(InputError) -> Layout {
        guard let text = catalogue.entry(named: base)?.text else {
            let value = try root.required("layout")
            throw value.error(
                message: "'\(base)' is not a built-in layout",
                advice: NearestName.hint(for: base, among: catalogue.names) ?? "see 'sextant list layouts'"
            )
        }
        let native = try YAMLValue(
            parsing: catalogue.entry(named: Self.native)?.text ?? [],
            file: path
        )
        let layout = try YAMLValue(parsing: text, file: path)
        guard case .mapping(var keys) = layout.node else {
            return try LayoutParser.layout(from: text, file: path, mayLeave: nil)
        }
        // If the layout has no metadata, the metadata of the native layout are used.
        if keys["metadata"] == nil, keys["recording"]?.string != "file" { keys["metadata"] = native.node["metadata"] }
        if let defaults = root["defaults"] {
            _ = try defaults.mapping("defaults")
            keys["defaults"] = Self.merge(defaults.node, into: keys["defaults"], with: nil)
        }
        if let streams = try root.mapping("streams") {
            try streams.allow(StreamKind.allCases.map(\.rawValue))
            let changes = try streams.all.map { name, value throws(InputError) in
                (name: name, keys: try value.mapping(name).value.node)
            }
            let defaults = keys["defaults"]
            func change(_ streams: Node) -> Node {
                changes.reduce(streams) { Self.change($1.name, by: $1.keys, in: $0, defaults) }
            }
            if let streams = keys["streams"] { keys["streams"] = change(streams) }
            if let variants = keys["variants"]?.sequence {
                keys["variants"] = .sequence(
                    Node.Sequence(
                        variants.map { variant in
                            var variant = variant
                            if let streams = variant["streams"] { variant["streams"] = change(streams) }
                            return variant
                        }
                    )
                )
            }
        }
        let changed = YAMLValue(file: path, node: .mapping(keys))
        let names = try LayoutParser.layout(from: layout.mapping("the layout"), file: path, mayLeave: nil).namedFiles
        return try LayoutParser.layout(from: changed.mapping("the layout"), file: path, mayLeave: Set(names))
    }

    /// Applies changes to each description of a stream, or adds the stream if the layout does not have it.
    private static func change(_ name: String, by keys: Node, in streams: Node, _ defaults: Node?) -> Node {
        var streams = streams
        if let alternatives = streams[name]?.sequence {
            streams[name] = .sequence(Node.Sequence(alternatives.map { merge(keys, into: $0, with: defaults) }))
        } else {
            streams[name] = merge(keys, into: streams[name], with: defaults)
        }
        return streams
    }

    /// Returns the keys of a stream after the changes are applied. A changed unit overrides units in the file's header.
    private static func merge(_ changes: Node, into stream: Node?, with defaults: Node?) -> Node {
        guard case .mapping(let changed)? = Optional(changes) else { return changes }
        guard case .mapping(var keys)? = stream ?? .mapping(Node.Mapping([])) else { return changes }
        for (key, value) in changed {
            guard let name = key.string, merged.contains(name), case .mapping(let parts) = value,
                case .mapping(var known)? = keys[key] ?? defaults?[name]
            else {
                keys[key] = value
                continue
            }
            for (part, value) in parts { known[part] = value }
            keys[key] = .mapping(known)
        }
        if changed["unit"] != nil, let columns = keys["columns"] { keys["columns"] = withoutUnits(columns) }
        return .mapping(keys)
    }

    /// Returns the columns with a wildcard instead of `{unit}`.
    private static func withoutUnits(_ node: Node) -> Node {
        switch node {
        case .scalar(var scalar):
            scalar.string = scalar.string.replacing("{unit}", with: "*")
            return .scalar(scalar)
        case .mapping(let mapping): return .mapping(Node.Mapping(mapping.map { ($0.key, withoutUnits($0.value)) }))
        case .sequence(let sequence): return .sequence(Node.Sequence(sequence.map(withoutUnits)))
        default: return node
        }
    }
}

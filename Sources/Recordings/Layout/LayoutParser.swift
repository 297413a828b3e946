/// Parses a ``Layout`` from its description in YAML. An unknown key or word is an error.
enum LayoutParser {
    /// - Parameter names: the names of files that may lead out of the recording's folder; nil for all, in a built-in
    ///   layout.
    static func layout(
        from text: [UInt8],
        file: String,
        mayLeave names: Set<String>? = []
    ) throws(InputError) -> Layout {
        try layout(from: YAMLValue(parsing: text, file: file).mapping("the layout"), file: file, mayLeave: names)
    }

    static func layout(
        from root: YAMLMapping,
        file: String,
        mayLeave names: Set<String>?
    ) throws(InputError) -> Layout {
        let layout = try layout(from: root, file: file)
        let outside = layout.namedFiles.first { FolderBoundary.parents(in: $0) > 0 && !(names?.contains($0) ?? true) }
        if let outside { throw FolderBoundary.error(file, name: outside, of: "the recording") }
        return layout
    }

    private static func layout(from root: YAMLMapping, file: String) throws(InputError) -> Layout {
        try root.allow([
            "layout", "summary", "expects", "recording", "source", "licence", "reportsUnread", "metadata", "defaults",
            "streams", "variants", "estimators", "detect", "remark", "form", "words", "calibration",
        ])
        let words = try LayoutWords(root.mapping("words"))
        let container = try container(root)
        let form = try root["form"]?.choice("form", ["delimited": Layout.Form.delimited, "gpx": .gpx]) ?? .delimited
        let defaults = try root.mapping("defaults")
        try defaults?.allow(StreamParser.sharedKeys)
        return Layout(
            name: try root.required("layout").text("layout"),
            summary: try root.text("summary") ?? "",
            expects: try root.text("expects") ?? "",
            container: container,
            form: form,
            signature: try ConditionParser(words: words).list(root["detect"]),
            variants: try form == .gpx
                ? [tracks(root, container)]
                : VariantParser(container: container, defaults: defaults, words: words).variants(root),
            metadata: try metadata(root, container: container),
            estimators: try estimators(root),
            source: try root.text("source"),
            licence: try root.text("licence"),
            remark: try root.text("remark"),
            calibration: try root["calibration"].map { value throws(InputError) in try beside(file, value) },
            reportedExtension: try root.text("reportsUnread")
        )
    }

    /// Parses only what detects the layout.
    static func signature(
        from text: [UInt8],
        file: String,
        layout: @escaping @Sendable () -> Layout
    ) throws(InputError) -> LayoutSignature {
        let root = try YAMLValue(parsing: text, file: file).mapping("the layout")
        return LayoutSignature(
            name: try root.required("layout").text("layout"),
            container: try container(root),
            conditions: try ConditionParser(words: LayoutWords(root.mapping("words"))).list(root["detect"]),
            layout: layout
        )
    }

    /// The path of a file that a layout names, in the folder of the layout's file.
    private static func beside(_ layout: String, _ value: YAMLValue) throws(InputError) -> String {
        let name = try value.text("calibration")
        let folder = layout.lastIndex(of: "/").map { String(layout[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard FolderBoundary(folder).contains(path) else {
            throw FolderBoundary.error(layout, name: name, of: "the layout")
        }
        return path
    }

    private static func container(_ root: YAMLMapping) throws(InputError) -> Layout.Container {
        try root.required("recording").choice(
            "recording",
            ["file": Layout.Container.file, "folder": .folder, "file-or-folder": .fileOrFolder]
        )
    }

    private static func estimators(_ root: YAMLMapping) throws(InputError) -> [String: [String: String]] {
        var estimators: [String: [String: String]] = [:]
        for (estimator, value) in try root.mapping("estimators")?.all ?? [] {
            for (name, text) in try value.mapping(estimator).all {
                estimators[estimator, default: [:]][name] = try text.text(name)
            }
        }
        return estimators
    }

    /// The only variant of a GPX layout. Its streams are fixed, so the layout must not describe any.
    private static func tracks(_ root: YAMLMapping, _ container: Layout.Container) throws(InputError) -> Layout.Variant
    {
        let described = ["defaults", "streams", "variants", "metadata"].compactMap { root[$0] }.first
        guard let wrong = container == .file ? described : root["recording"] else {
            return Layout.Variant(condition: nil, streams: [])
        }
        throw wrong.error(
            found: container == .file ? "streams in a GPX layout" : "recording '\(container.rawValue)' in a GPX layout",
            expected: container == .file ? "no description: the track is the location" : "'file'",
            remedy: container == .file ? "remove it" : "correct it"
        )
    }

    private static func metadata(_ root: YAMLMapping, container: Layout.Container) throws(InputError) -> MetadataLayout?
    {
        guard let keys = try root.mapping("metadata") else { return nil }
        try keys.allow([
            "file", "required", "missing", "paths", "list", "entryKey", "entryPaths", "keys", "values", "clockOffset",
        ])
        let file = try keys.required("file")
        if container == .file {
            throw file.error(
                found: "a metadata file",
                expected: "no metadata in a layout whose recordings are single files",
                remedy: "remove 'metadata'"
            )
        }
        let hasOwnText = try keys.text("required").map { !["true", "false"].contains($0) } ?? false
        let knownKeys = try keys.items("keys")?.map { item throws(InputError) in try item.text("keys") }
        return MetadataLayout(
            file: try file.text("file"),
            isRequired: hasOwnText ? false : try keys.flag("required") ?? true,
            requiredBeside: hasOwnText ? try keys.text("required") : nil,
            missingRemark: try keys.text("missing"),
            paths: try paths(keys.mapping("paths")),
            list: try keys.text("list"),
            entryKey: try keys.text("entryKey") ?? "name",
            entryPaths: try paths(keys.mapping("entryPaths")),
            values: try keys["values"]?.yaml(),
            offsetFiles: try keys.items("clockOffset")?.map(offsetFile) ?? [],
            knownKeys: knownKeys ?? []
        )
    }

    private static func offsetFile(_ value: YAMLValue) throws(InputError) -> MetadataLayout.OffsetFile {
        let keys = try value.mapping("clockOffset")
        try keys.allow(["file", "key", "sign"])
        return MetadataLayout.OffsetFile(
            file: try keys.required("file").text("file"),
            key: try keys.text("key"),
            sign: try keys["sign"]?.choice("sign", ["1": 1.0, "+1": 1.0, "-1": -1.0]) ?? 1
        )
    }

    private static func paths(_ keys: YAMLMapping?) throws(InputError) -> [MetadataLayout.Item: String] {
        guard let keys else { return [:] }
        try keys.allow(MetadataLayout.Item.allCases.map(\.rawValue))
        var paths: [MetadataLayout.Item: String] = [:]
        for (name, value) in keys.all {
            guard let item = MetadataLayout.Item(rawValue: name) else { continue }
            paths[item] = try value.text(name)
        }
        return paths
    }
}

extension Layout {
    /// The names and patterns of all files that the layout looks for.
    var namedFiles: [String] {
        let streams = variants.flatMap(\.streams)
        let conditions = signature + variants.compactMap(\.condition)
        return (streams + streams.flatMap(\.addends)).flatMap { [$0.file, $0.neighbour?.other].compactMap(\.self) }
            + conditions.flatMap(\.files)
            + [metadata?.file, metadata?.requiredBeside].compactMap(\.self)
            + (metadata?.offsetFiles.map(\.file) ?? [])
    }
}

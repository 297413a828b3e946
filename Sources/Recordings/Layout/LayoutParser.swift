/// Parses a ``Layout`` from its description in YAML. An unknown key or word is an error.
enum LayoutParser {
    static func layout(from text: [UInt8], file: String) throws(InputError) -> Layout {
        let root = try YAMLValue(parsing: text, file: file).mapping("the layout")
        try root.allow([
            "layout", "summary", "expects", "recording", "source", "licence", "reportsUnread", "metadata", "defaults",
            "streams", "variants", "estimators", "detect", "remark", "form", "calibration",
        ])
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
            signature: try ConditionParser.list(root["detect"]),
            variants: try form == .gpx
                ? [tracks(root, container)] : variants(root, container: container, defaults: defaults),
            metadata: try metadata(root, container: container),
            estimators: try estimators(root),
            source: try root.text("source"),
            licence: try root.text("licence"),
            remark: try root.text("remark"),
            calibration: try root.text("calibration").map { beside(file, $0) },
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
            conditions: try ConditionParser.list(root["detect"]),
            layout: layout
        )
    }

    /// The path of a file that a layout names, relative to the folder of the layout's file.
    private static func beside(_ layout: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = layout.lastIndex(of: "/") else { return path }
        return layout[...slash] + path
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

    private static func variants(
        _ root: YAMLMapping,
        container: Layout.Container,
        defaults: YAMLMapping?
    ) throws(InputError) -> [Layout.Variant] {
        guard let list = try root.items("variants") else {
            let streams = try root.required("streams").mapping("streams")
            return [try variant(nil, streams, container: container, defaults: defaults)]
        }
        if let streams = root["streams"] {
            throw streams.error(
                found: "both 'streams' and 'variants'",
                expected: "one of them",
                remedy: "move the streams into a variant"
            )
        }
        return try list.map { item throws(InputError) in
            let entry = try item.mapping("a variant")
            try entry.allow(["when", "streams"])
            let condition = try ConditionParser.condition(entry.required("when"), "when")
            let streams = try entry.required("streams").mapping("streams")
            return try variant(condition, streams, container: container, defaults: defaults)
        }
    }

    private static func variant(
        _ condition: LayoutCondition?,
        _ streams: YAMLMapping,
        container: Layout.Container,
        defaults: YAMLMapping?
    ) throws(InputError) -> Layout.Variant {
        try streams.allow(StreamKind.allCases.map(\.rawValue))
        guard !streams.names.isEmpty else {
            throw streams.value.error(found: "no streams", expected: "at least one", remedy: "describe one")
        }
        var layouts: [StreamLayout] = []
        for (name, value) in streams.all {
            guard let kind = StreamKind(rawValue: name) else { continue }
            for alternative in try value.isList ? value.items(name) : [value] {
                let keys = try alternative.mapping(name)
                try keys.allow(StreamParser.keys)
                let parser = StreamParser(kind: kind, keys: keys.filled(from: defaults))
                layouts.append(try parser.stream(container: container))
            }
        }
        try checkClocks(layouts, streams)
        return Layout.Variant(condition: condition, streams: layouts)
    }

    /// Checks that streams on the device's clock and streams on the Unix clock have a column with both times.
    private static func checkClocks(_ layouts: [StreamLayout], _ streams: YAMLMapping) throws(InputError) {
        let origins = Set(layouts.map { $0.time.origin == .gps ? .unix : $0.time.origin })
        let hasBridge = layouts.contains { $0.time.unixColumn != nil }
        guard origins.count > 1, origins.contains(.start) || !hasBridge else { return }
        let words = TimeLayout.Origin.allCases.filter(origins.contains).map(\.rawValue)
        throw streams.value.error(
            found: "streams on the clocks \(words.joined(separator: " and "))",
            expected: "one clock, or the key 'unix' in a time with origin boot",
            remedy: "name a column with the Unix time of the same rows"
        )
    }

    private static func metadata(_ root: YAMLMapping, container: Layout.Container) throws(InputError) -> MetadataLayout?
    {
        guard let keys = try root.mapping("metadata") else { return nil }
        try keys.allow(["file", "required", "paths", "list", "entryKey", "entryPaths", "keys"])
        let file = try keys.required("file")
        if container == .file {
            throw file.error(
                found: "a metadata file",
                expected: "no metadata in a layout whose recordings are single files",
                remedy: "remove 'metadata'"
            )
        }
        let knownKeys = try keys.items("keys")?.map { item throws(InputError) in try item.text("keys") }
        return MetadataLayout(
            file: try file.text("file"),
            isRequired: try keys.flag("required") ?? true,
            paths: try paths(keys.mapping("paths")),
            list: try keys.text("list"),
            entryKey: try keys.text("entryKey") ?? "name",
            entryPaths: try paths(keys.mapping("entryPaths")),
            knownKeys: knownKeys ?? []
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

/// Parses the conditions under `detect` and `when`.
enum ConditionParser {
    static func list(_ value: YAMLValue?) throws(InputError) -> [LayoutCondition] {
        try value?.items("detect").map { item throws(InputError) in try condition(item, "detect") } ?? []
    }

    /// Parses a file name, or a mapping.
    static func condition(_ value: YAMLValue, _ key: String) throws(InputError) -> LayoutCondition {
        if !value.isMapping { return LayoutCondition(files: [try value.text(key)]) }
        let keys = try value.mapping(key)
        try keys.allow(["file", "header", "root", "numbers", "between", "metadata"])
        var condition = LayoutCondition()
        condition.files = try keys["file"]?.texts("file") ?? []
        condition.header = try keys["header"]?.texts("header") ?? []
        condition.root = try keys.text("root")
        if let numbers = keys["numbers"] { condition.numbers = try count(numbers) }
        condition.separator = try keys["between"]?.choice(
            "between",
            ["space": LayoutCondition.Separator.space, "comma": .comma]
        )
        for (path, values) in try keys.mapping("metadata")?.all ?? [] {
            condition.metadata[path] = try values.texts(path)
        }
        return condition
    }

    private static func count(_ value: YAMLValue) throws(InputError) -> Int {
        let text = try value.text("numbers")
        if let count = Int(text), count > 0 { return count }
        throw value.error(
            found: "numbers '\(text)'",
            expected: "the count of numbers in the first row",
            remedy: "write a positive integer"
        )
    }
}

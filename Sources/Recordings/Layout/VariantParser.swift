/// Parses the variants of a layout and their streams.
struct VariantParser {
    let container: Layout.Container
    let defaults: YAMLMapping?
    let words: LayoutWords

    func variants(_ root: YAMLMapping) throws(InputError) -> [Layout.Variant] {
        guard let list = try root.items("variants") else {
            let streams = try root.required("streams").mapping("streams")
            return [try variant(nil, streams)]
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
            try entry.allow(["when", "streams", "remark"])
            let condition = try entry["when"].map { when throws(InputError) in
                try ConditionParser(words: words).condition(when, "when")
            }
            let streams = try entry.required("streams").mapping("streams")
            var variant = try variant(condition, streams)
            variant.remark = try entry.text("remark")
            return variant
        }
    }

    private func variant(
        _ condition: LayoutCondition?,
        _ streams: YAMLMapping
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
                let parser = StreamParser(kind: kind, keys: keys.filled(from: defaults), words: words)
                layouts += try parser.streams(container: container)
            }
        }
        try checkClocks(layouts, streams)
        return Layout.Variant(condition: condition, streams: layouts)
    }

    /// Checks that streams on the device's clock and streams on the Unix clock have a column with both times.
    private func checkClocks(_ layouts: [StreamLayout], _ streams: YAMLMapping) throws(InputError) {
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
}

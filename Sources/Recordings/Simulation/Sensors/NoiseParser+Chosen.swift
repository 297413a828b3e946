import SensorModel

extension NoiseParser {
    /// Reads which of the constants are chosen without a source: each a stream, or a stream's key that the description
    /// has.
    static func chosen(_ root: YAMLMapping) throws(InputError) -> [String] {
        var chosen: [String] = []
        for item in try root.items("chosen") ?? [] {
            let path = try item.text("a chosen constant")
            let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let streams = NoiseModel.scalableStreams.filter { root[$0] != nil }
            guard let stream = parts.first, streams.contains(stream), parts.count <= 2 else {
                throw item.error(
                    found: "the chosen constant '\(path)'",
                    expected: "a stream of this noise, or one of its keys as in heading.lag",
                    remedy: YAMLValue.hint(parts.first ?? "", streams) ?? "remove it"
                )
            }
            if let key = parts.dropFirst().first {
                let keys = try root.mapping(stream)?.names ?? []
                guard keys.contains(key) else {
                    throw item.error(
                        found: "the chosen constant '\(path)'",
                        expected: "a key that \(stream) has: \(keys.joined(separator: ", "))",
                        remedy: YAMLValue.hint(key, keys) ?? "remove it"
                    )
                }
            }
            guard !chosen.contains(path) else {
                throw item.error(
                    found: "the chosen constant '\(path)' twice",
                    expected: "each constant once",
                    remedy: "remove one of them"
                )
            }
            chosen.append(path)
        }
        return chosen
    }
}

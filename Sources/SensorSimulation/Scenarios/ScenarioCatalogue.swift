public import SensorModel

/// The built-in scenarios, and the lookup of a scenario by its SPEC.
public enum ScenarioCatalogue {
    /// The built-in scenarios, in the order in which they are listed.
    public static let entries: [ScenarioEntry] = [
        .still, .stepYaw, .sine, .chirp, .pan, .lookUp, .shake, .walk, .pocketToAR, .drive,
    ]

    /// Returns the scenario of a SPEC.
    ///
    /// - Parameters:
    ///   - specification: `name`, `name:key=value,key=value`, or the path of a scenario file: a text that ends in
    ///     `.yaml` or `.yml`.
    ///   - duration: the duration in seconds; nil for the scenario's default.
    /// - Throws: `ParameterError` when the SPEC or the duration is invalid, ``Recordings/InputError`` when the file is.
    public static func scenario(_ specification: String, duration: Seconds? = nil) throws -> Scenario {
        if specification.hasSuffix(".yaml") || specification.hasSuffix(".yml") {
            if let duration { try Setting.duration.check(duration) }
            return try ScenarioScript(path: specification).scenario(duration: duration)
        }
        let name = String(specification.prefix { $0 != ":" })
        guard let entry = entries.first(where: { $0.name == name }) else {
            let names = entries.map(\.name)
            throw ParameterError(
                found: name.isEmpty ? "no scenario" : "no scenario '\(name)'",
                expected: "one of \(names.joined(separator: ", ")), or the path of a .yaml file",
                remedy: NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
                    ?? "see 'sextant list scenarios'"
            )
        }
        return try entry.scenario(try assignments(specification.dropFirst(name.count)), duration: duration)
    }

    /// Parses `:key=value,key=value`.
    private static func assignments(_ text: Substring) throws(ParameterError) -> [String: String] {
        var values: [String: String] = [:]
        guard !text.isEmpty else { return values }
        for assignment in text.dropFirst().split(separator: ",", omittingEmptySubsequences: false) {
            let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ParameterError(
                    found: assignment.isEmpty ? "nothing" : "'\(assignment)'",
                    expected: "key=value",
                    remedy: "write parameters as name:key=value,key=value"
                )
            }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw ParameterError(
                    found: "'\(parts[0])' a second time",
                    expected: "each parameter once",
                    remedy: "remove one of them"
                )
            }
        }
        return values
    }
}

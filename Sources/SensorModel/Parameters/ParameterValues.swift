/// The parameter values of a filter, estimator or scenario: the values from its text (the SPEC), and defaults for all
/// other parameters.
public struct ParameterValues: Sendable, Hashable {
    private var values: [String: ParameterValue]
    private let given: Set<String>

    /// Parses the texts of a SPEC and adds the defaults of all other parameters. O(parameters).
    ///
    /// - Parameters:
    ///   - texts: the texts of the SPEC, by parameter name.
    ///   - descriptors: the parameters of the owner.
    ///   - owner: the name of the filter, estimator or scenario, for messages.
    /// - Throws: ``InputError`` for an unknown name, with the nearest name or all names, and for an invalid value.
    public init(
        _ texts: [String: String] = [:],
        for descriptors: [ParameterDescriptor],
        of owner: String
    ) throws(InputError) {
        var values: [String: ParameterValue] = [:]
        for descriptor in descriptors {
            if let text = texts[descriptor.name] {
                values[descriptor.name] = try descriptor.parse(text)
            } else {
                values[descriptor.name] = descriptor.defaultValue
            }
        }
        let names = descriptors.map(\.name)
        for name in texts.keys.sorted() where !names.contains(name) {
            throw InputError(
                message: "\(owner) has no parameter '\(name)'",
                advice: NearestName.hint(for: name, among: names)
                    ?? (names.isEmpty ? "remove '\(name)'" : "use one of \(names.joined(separator: ", "))")
            )
        }
        self.values = values
        self.given = Set(texts.keys)
    }

    /// The values by parameter name, without unset parameters.
    public var all: [String: ParameterValue] { values }

    /// Returns `true` if the SPEC sets the parameter.
    public func isGiven(_ name: String) -> Bool { given.contains(name) }

    /// Removes the value of a parameter, for example a default that is invalid once another parameter is set.
    package mutating func remove(_ name: String) { values[name] = nil }

    /// Replaces the value of a parameter.
    package mutating func set(_ name: String, to value: ParameterValue) { values[name] = value }

    /// Returns the value of a numeric parameter, in the parameter's unit, or `nil` if the parameter is not set.
    public func number(_ name: String) -> Double? {
        if case .number(let value) = values[name] { value } else { nil }
    }

    /// Returns the value of a parameter that accepts words, or `nil` if the parameter is not set.
    public func word(_ name: String) -> String? {
        if case .word(let value) = values[name] { value } else { nil }
    }

    /// Returns the value of a boolean parameter, or `nil` if the parameter is not set.
    package func flag(_ name: String) -> Bool? { word(name).flatMap(Bool.init) }

    /// Returns the value of a numeric parameter. The parameter must have a default.
    package func required(_ name: String) -> Double {
        guard let value = number(name) else { preconditionFailure("parameter '\(name)' has no numeric default") }
        return value
    }

    /// Returns the value of a whole-number parameter. The parameter must have a default.
    package func requiredCount(_ name: String) -> Int { Int(saturating: required(name)) }
}

/// Suggestions for misspelt names.
public enum NearestName {
    /// Limits of hints that list the candidates beginning with a misspelt name: the minimum length of the name, and the
    /// maximum number of listed candidates.
    private static let (shortestBeginning, listedCount) = (3, 4)

    /// Returns the text "did you mean '…'?", or `nil` if there is nothing to suggest. The text contains the closest
    /// candidate. If no candidate is close, the text contains candidates that begin with `name`.
    public static func hint(for name: String, among candidates: [String]) -> String? {
        if let close = suggestion(for: name, among: candidates) { return "did you mean '\(close)'?" }
        guard name.count >= shortestBeginning else { return nil }
        let longer = candidates.filter { $0.lowercased().hasPrefix(name.lowercased()) }
        guard !longer.isEmpty else { return nil }
        let shown = longer.prefix(listedCount).map { "'\($0)'" }
        let others = shown.dropLast().joined(separator: ", ")
        return "did you mean \(others)\(others.isEmpty ? "" : " or ")\(shown[shown.count - 1])?"
    }

    /// Returns the candidate with the smallest edit distance to `name`, ignoring case, or `nil` if no candidate is
    /// close.
    ///
    /// A candidate is close if it differs by at most two edits, or by at most a third of the length of `name`.
    /// O(length²) per candidate of a similar length.
    public static func suggestion(for name: String, among candidates: [String]) -> String? {
        let wanted = Array(name.lowercased())
        // The limit is below the length, so that at least one letter must match.
        let limit = min(max(2, wanted.count / 3), wanted.count - 1)
        guard limit >= 0 else { return nil }
        var best: (name: String, distance: Int)?
        // A character has at least one byte, and rarely more than four.
        let lengths = wanted.count - limit...4 * (wanted.count + limit)
        for candidate in candidates where lengths.contains(candidate.utf8.count) {
            let letters = Array(candidate.lowercased())
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = editDistance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the Levenshtein distance: the smallest number of insertions, deletions and substitutions.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let substitution = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

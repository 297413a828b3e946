/// The parameters of one filter, estimator or scenario, complete: what was given, and the default of everything else.
public struct ParameterValues: Sendable, Hashable {
    private var values: [String: ParameterValue]
    private let given: Set<String>

    /// - Parameters:
    ///   - texts: what a SPEC gives, by parameter name.
    ///   - descriptors: what the owner has.
    ///   - owner: the filter's, estimator's or scenario's name, for messages.
    ///   - listing: where the user finds the parameters' names.
    /// - Throws: ``ParameterError`` for a name that the owner does not have, and for a value that does not fit.
    public init(
        _ texts: [String: String] = [:],
        for descriptors: [ParameterDescriptor],
        of owner: String,
        listing: String = "see 'sextant list filters' and 'sextant list estimators'"
    ) throws(ParameterError) {
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
            throw ParameterError(
                found: "unknown parameter '\(name)' of \(owner)",
                expected: names.isEmpty
                    ? "none, since it has no parameters" : "one of \(names.joined(separator: ", "))",
                remedy: NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
                    ?? listing
            )
        }
        self.values = values
        self.given = Set(texts.keys)
    }

    /// Every parameter that has a value, by name.
    public var all: [String: ParameterValue] { values }

    /// Whether the SPEC itself gave the parameter.
    public func isGiven(_ name: String) -> Bool { given.contains(name) }

    /// Takes a parameter out: another one that was given stands in its place.
    package mutating func remove(_ name: String) { values[name] = nil }

    /// The number of a parameter that has one, nil otherwise.
    public func number(_ name: String) -> Double? {
        if case .number(let value) = values[name] { value } else { nil }
    }

    /// The word of a parameter that has one, nil otherwise.
    public func word(_ name: String) -> String? {
        if case .word(let value) = values[name] { value } else { nil }
    }

    /// The number of a parameter whose descriptor has a default.
    package func required(_ name: String) -> Double {
        guard let value = number(name) else { preconditionFailure("\(name) has a default number") }
        return value
    }

    package func requiredCount(_ name: String) -> Int { Int(saturating: required(name)) }
}

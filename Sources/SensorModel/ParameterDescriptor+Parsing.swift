extension ParameterDescriptor {
    /// The value that a text like `0.05`, `5deg/s`, `30Hz` or `halved` stands for, in the parameter's own unit.
    ///
    /// - Throws: ``ParameterError`` when the text is no such value, has a unit of another kind, or is out of range.
    public func parse(_ text: String) throws(ParameterError) -> ParameterValue {
        switch kind {
        case .number(let unit, let range):
            return .number(try number(text, unit, range))
        case .choice(let words):
            guard words.contains(text) else {
                throw ParameterError(
                    found: "\(name)=\(text)",
                    expected: "one of \(words.joined(separator: ", "))",
                    remedy: "change the value"
                )
            }
            return .word(text)
        }
    }

    private func number(_ text: String, _ unit: ParameterUnit, _ range: ParameterRange) throws(ParameterError) -> Double
    {
        guard let value = Self.value(of: text, in: unit) else {
            let units = unit.suffixes.map(\.suffix).joined(separator: ", ")
            throw ParameterError(
                found: "\(name)=\(text)",
                expected: unit == .count ? "a whole number" : "a number",
                remedy: units.isEmpty ? "give it without a unit" : "a unit may follow it directly: \(units)"
            )
        }
        guard range.contains(value), unit != .count || value == value.rounded() else {
            throw ParameterError(
                found: "\(name)=\(text)",
                expected: (unit == .count ? "a whole number " : "a value ") + range.words,
                remedy: "change the value"
            )
        }
        return value
    }

    private static func value(of text: String, in unit: ParameterUnit) -> Double? {
        if let plain = Double(text) { return plain }
        for (suffix, factor) in unit.suffixes where text.hasSuffix(suffix) {
            if let number = Double(text.dropLast(suffix.count)) { return number * factor }
        }
        return nil
    }
}

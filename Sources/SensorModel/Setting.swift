/// A number that a user sets outside a SPEC: its name, unit and range.
///
/// The command line, experiments, report tables, noises and metadata all check it here, so that one range holds
/// everywhere. ``Setting`` values are declared in one place.
package struct Setting: Sendable, Hashable {
    package let name: String
    /// Empty for a plain number.
    package let unit: String
    package let range: ParameterRange
    package let isWhole: Bool

    package init(_ name: String, _ unit: String = "", in range: ParameterRange) {
        (self.name, self.unit, self.range, isWhole) = (name, unit, range, false)
    }

    package init(_ name: String, whole range: ClosedRange<Int>) {
        self.name = name
        unit = ""
        isWhole = true
        self.range = ParameterRange(from: Double(range.lowerBound), to: Double(range.upperBound))
    }

    /// What is accepted, in words: "a whole number from 1 to 10,000", "a number from 0.5 to 60 s".
    package var expectation: String {
        (isWhole ? "a whole number " : "a number ") + range.words + (unit.isEmpty ? "" : " \(unit)")
    }

    package func accepts(_ value: Double) -> Bool {
        range.contains(value) && (!isWhole || value == value.rounded())
    }

    package func accepts(_ count: Int) -> Bool { range.contains(Double(count)) }

    /// - Throws: ``ParameterError`` that names the setting, the value and the range.
    package func check(_ value: Double) throws(ParameterError) {
        guard !accepts(value) else { return }
        throw ParameterError(found: "\(name) \(value)", expected: expectation, remedy: "change the value")
    }
}

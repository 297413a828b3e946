import ArgumentParser
import Evaluation

extension HeadingAlignment {
    /// The words that the option takes, for its help.
    static var choices: String { allCases.map(\.rawValue).joined(separator: "|") }

    init(argument: String) throws {
        guard let value = Self(rawValue: argument) else {
            throw ValidationError("found '\(argument)', expected \(Self.choices); change the value")
        }
        self = value
    }
}

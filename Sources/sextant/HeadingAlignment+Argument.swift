import ArgumentParser
import Evaluation

extension HeadingAlignment {
    init(argument: String) throws {
        guard let value = Self(rawValue: argument) else {
            throw ValidationError("found '\(argument)', expected \(Self.choices); change the value")
        }
        self = value
    }
}

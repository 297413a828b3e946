public import Recordings
import SensorModel

/// Something about a recording that does not agree with physics, and what would.
public struct RecordingMismatch: Sendable, Hashable, Codable {
    /// How sure it is that the recording is read wrongly.
    public enum Confidence: String, Sendable, Hashable, Codable {
        /// Nothing else explains it.
        case certain
        /// The recording may be an unusual one.
        case likely
        /// One explanation among others.
        case possible
    }

    /// The stream that is meant: `accelerometer`.
    public var stream: String
    /// What was found, with its figure and unit.
    public var found: String
    /// What physics asks for.
    public var expected: String
    /// What fits instead and how to say so; nil where nothing that was tried fits.
    public var fits: String?
    public var confidence: Confidence

    public init(stream: String, found: String, expected: String, fits: String?, confidence: Confidence) {
        self.stream = stream
        self.found = found
        self.expected = expected
        self.fits = fits
        self.confidence = confidence
    }
}

extension RecordingMismatch: CustomStringConvertible {
    /// One line: `accelerometer: found …, expected …; …`.
    public var description: String { "\(stream): found \(found), expected \(expected); \(remedy)" }

    /// What fits instead, or where to look.
    public var remedy: String { fits ?? "nothing that was tried fits; check the units and axes in the layout" }

    /// The same as an error about a recording.
    public func error(in path: String) -> InputError {
        InputError(file: path, found: "\(stream): \(found)", expected: expected, remedy: remedy)
    }
}

/// Figures in the words of checks, the same in every locale.
enum CheckText {
    /// About three significant digits.
    static func number(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude.isFinite, magnitude > 0 else { return magnitude == 0 ? "0" : "\(value)" }
        var power = 1.0
        while magnitude * power < 99.95, power < 1e15 { power *= 10 }
        let rounded = (value * power).rounded() / power
        return DecimalText.exact(rounded.isFinite ? rounded : value)
    }

    static func degrees(radians: Double) -> String { number(Angle(radians: radians).degrees) }

    /// `0 … 30`.
    static func range(_ range: ClosedRange<Double>) -> String {
        "\(number(range.lowerBound)) … \(number(range.upperBound))"
    }
}

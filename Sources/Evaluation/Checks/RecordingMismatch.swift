public import Recordings
import SensorModel

/// A property of a recording that is not physically plausible, and a possible correction.
public struct RecordingMismatch: Sendable, Hashable, Codable {
    /// The confidence that the recording is read incorrectly.
    public enum Confidence: String, Sendable, Hashable, Codable {
        /// No other explanation is possible.
        case certain
        /// The recording may be an unusual one.
        case likely
        /// Other explanations are possible.
        case possible
    }

    /// The stream with the mismatch: `accelerometer`.
    public var stream: String
    /// The file and the line with the mismatch: `gyroscope.csv:12`; nil where it concerns the whole stream.
    public var place: String?
    /// The samples with the mismatch; empty where it concerns the whole stream.
    package var samples: [RecordedSample] = []
    /// The measured value with its unit.
    public var found: String
    /// The plausible value.
    public var expected: String
    /// The correction that fits, and how to apply it; nil where no known correction fits.
    public var fits: String?
    /// The confidence that the recording is read incorrectly.
    public var confidence: Confidence

    /// Creates a mismatch.
    public init(stream: String, found: String, expected: String, fits: String?, confidence: Confidence) {
        self.stream = stream
        self.found = found
        self.expected = expected
        self.fits = fits
        self.confidence = confidence
    }

    private enum CodingKeys: String, CodingKey {
        case stream
        case place
        case found
        case expected
        case fits
        case confidence
    }
}

/// A sample of a recording, by its stream and its index.
package struct RecordedSample: Sendable, Hashable {
    package let kind: StreamKind
    package let index: Int
}

extension RecordingMismatch: CustomStringConvertible {
    /// The message in one line: `accelerometer: found …, expected …; …`.
    public var description: String { "\(place ?? stream): found \(found), expected \(expected); \(remedy)" }

    /// The correction that fits, or advice.
    public var remedy: String { fits ?? "no known correction fits; check the units and axes in the layout" }

    /// The mismatch as an error of the recording at `path`.
    public func error(in path: String) -> InputError {
        guard place != nil else {
            return InputError(file: path, found: "\(stream): \(found)", expected: expected, remedy: remedy)
        }
        return InputError(file: location(in: path), found: found, expected: expected, remedy: remedy)
    }

    /// The stream, or the file and the line, of the mismatch in the recording at `path`.
    package func location(in path: String) -> String {
        guard let place else { return "\(path): \(stream)" }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard !place.hasPrefix("\(name):") else { return path + place.dropFirst(name.count) }
        return path.hasSuffix("/") ? path + place : "\(path)/\(place)"
    }
}

/// The text of figures in checks, which does not depend on the locale.
package enum CheckText {
    /// The number with about three significant digits.
    package static func number(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude.isFinite, magnitude > 0 else { return magnitude == 0 ? "0" : "\(value)" }
        var power = 1.0
        while magnitude * power < 99.95, power < 1e15 { power *= 10 }
        let rounded = (value * power).rounded() / power
        return DecimalText.exact(rounded.isFinite ? rounded : value)
    }

    static func degrees(radians: Double) -> String { number(Angle(radians: radians).degrees) }

    /// The range as text: `0 … 30`.
    static func range(_ range: ClosedRange<Double>) -> String {
        "\(number(range.lowerBound)) … \(number(range.upperBound))"
    }
}

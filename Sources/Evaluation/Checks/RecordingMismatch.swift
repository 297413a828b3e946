package import Recordings
public import SensorModel

/// A property of a recording that is not physically plausible, and a possible correction.
public struct RecordingMismatch: Sendable, Hashable, Codable {
    /// The confidence that the recording is read incorrectly.
    public enum Confidence: String, Sendable, Hashable, Codable {
        /// The recording is read incorrectly; no other explanation is possible.
        case certain
        /// The recording is probably read incorrectly, but it may also be unusual.
        case likely
        /// The recording may be read incorrectly, but other explanations are possible.
        case possible
    }

    /// The stream with the mismatch, such as `accelerometer`.
    public var stream: String
    /// The file and line of the mismatch, such as `gyroscope.csv:12`; `nil` if the whole stream is affected.
    public var place: String?
    /// The samples with the mismatch; empty if the whole stream is affected.
    package var samples: [RecordedSample] = []
    /// The implausible measured value with its unit.
    public var found: String
    /// The value that would be plausible.
    public var expected: String
    /// The correction that makes the recording plausible, and how to apply it; `nil` if no such correction is known.
    public var fits: String?
    /// The confidence in the conclusion that the recording is read incorrectly, and is not merely unusual.
    public var confidence: Confidence

    private enum CodingKeys: String, CodingKey {
        case stream
        case place
        case found
        case expected
        case fits
        case confidence
    }
}

extension CheckResult.Verdict {
    /// Creates the verdict on a stream that is not plausible. The parameters are described at ``RecordingMismatch``.
    static func implausible(
        _ stream: String,
        found: String,
        expected: String,
        fits: String?,
        _ confidence: RecordingMismatch.Confidence
    ) -> CheckResult.Verdict {
        .mismatch(
            RecordingMismatch(stream: stream, found: found, expected: expected, fits: fits, confidence: confidence)
        )
    }
}

/// The identification of a sample in a recording: the stream, and the index in the stream.
package struct RecordedSample: Sendable, Hashable {
    package let kind: StreamKind
    package let index: Int
}

extension RecordingMismatch: CustomStringConvertible {
    /// The mismatch as a message in one line, such as `accelerometer: 1 m/s² while steady instead of 9.81; …`.
    public var description: String { "\(place ?? stream): \(statement); \(remedy)" }

    /// The measured and the plausible value as text, such as `1 m/s² while steady instead of 9.81`.
    package var statement: String { "\(found) instead of \(expected)" }

    /// The correction that makes the recording plausible, or general advice.
    public var remedy: String { fits ?? "no known correction fits; check the units and axes in the layout" }

    /// Returns the mismatch as an error of the recording at `path`.
    public func error(in path: String) -> InputError {
        let message = place == nil ? "\(stream): \(statement)" : statement
        return InputError(file: place == nil ? path : location(in: path), message: message, advice: remedy)
    }

    /// Returns the location of the mismatch in the recording at `path`: the file and line, or the stream.
    package func location(in path: String) -> String {
        guard let place else { return "\(path): \(stream)" }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard !place.hasPrefix("\(name):") else { return path + place.dropFirst(name.count) }
        return path.hasSuffix("/") ? path + place : "\(path)/\(place)"
    }
}

/// The formatting of numbers in checks, independent of the locale.
package enum CheckText {
    /// Returns the number with about three significant digits.
    package static func number(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude.isFinite, magnitude > 0 else { return magnitude == 0 ? "0" : "\(value)" }
        var power = 1.0
        while magnitude * power < 99.95, power < 1e15 { power *= 10 }
        let rounded = (value * power).rounded() / power
        return DecimalText.exact(rounded.isFinite ? rounded : value)
    }

    /// Returns the range as text, such as `0 … 30`.
    static func range(_ range: ClosedRange<Double>) -> String {
        "\(number(range.lowerBound)) … \(number(range.upperBound))"
    }
}

/// The check that the measured magnetic field has the same strength in every orientation of the device.
///
/// Iron and magnets that turn with the device add a constant vector to the field. The measured vectors then lie on a
/// sphere whose centre is not zero (Merayo et al. 2000).
enum HardIronCheck: RecordingCheck {
    static let name = "hard iron"

    /// The RMS variation of the field's strength, in µT, below which no offset is fitted.
    private static let minimumDeviation = 1.0
    /// The minimum offset that is reported, in µT. Such an offset turns a horizontal field of 20 µT by up to 17°.
    private static let minimumOffset = 6.0
    /// The minimum ratio of a reported offset to the half-width of its 95 % interval.
    private static let minimumCertainty = 3.0
    /// The maximum share of the variation of the field's strength that may remain after the offset is removed. If the
    /// field varies between locations, most of the variation remains.
    private static let maximumRemaining = 0.5
    /// The plausible strengths of a corrected field in µT.
    private static let lengths = 20.0...75.0

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard !evidence.hasReportedHardIron, let stream = evidence.recording.magnetometer,
            let lengths = CheckEvidence.lengths(of: stream),
            FieldStrengthCheck.plausible.contains(ErrorStatistics.median(of: lengths))
        else { return [] }
        let mean = Double.mean(of: lengths) ?? 0
        let deviation = lengths.lazy.map { $0 - mean }.rootMeanSquare ?? 0
        guard deviation > minimumDeviation else {
            return [.agrees("the strength differs by \(CheckText.number(deviation)) µT RMS")]
        }
        switch MagnetometerFit.quickFit(evidence.recording) {
        case .undetermined(_, let reason):
            return [.unknown(reason.split(separator: ";").first.map(String.init) ?? reason)]
        case .fitted(let fit):
            let offset = fit.calibration.offset.length
            guard isConclusive(fit), offset > minimumOffset else {
                return [.agrees("an offset of \(CheckText.number(offset)) µT fits best, which is small or uncertain")]
            }
            evidence.recording.magnetometer = fit.calibration.corrected(stream)
            let variation = CheckText.number(fit.residualBefore)
            return [
                .implausible(
                    "magnetometer",
                    found: "a field strength that varies by \(variation) µT RMS with orientation",
                    expected: "constant strength",
                    fits: correction(fit),
                    .likely
                )
            ]
        }
    }

    /// Returns whether a fitted offset is certain, explains most of the variation of the field's strength, and leaves a
    /// plausible strength.
    static func isConclusive(_ fit: SensorFit) -> Bool {
        fit.calibration.offset.length > minimumCertainty * fit.offsetInterval.length
            && fit.residualAfter < maximumRemaining * fit.residualBefore && lengths.contains(fit.length ?? 0)
    }

    /// Returns a description of the fitted offset, and the command that removes the offset.
    static func correction(_ fit: SensorFit) -> String {
        "\(text(fit.calibration.offset)) fits (hard iron): run 'sextant calibrate', and use --calibration"
    }

    /// Returns an offset as text.
    static func text(_ offset: Vector3) -> String {
        let numbers = [offset.x, offset.y, offset.z].map(CheckText.number).joined(separator: ", ")
        return "an offset of (\(numbers)) µT"
    }
}

/// The mismatches of the accelerometer's and the gyroscope's units, and the recording with corrected units.
package struct UnitCorrections {
    /// The recording with the units of both sensors corrected.
    package let recording: Recording
    /// The mismatches that the check of the accelerometer's unit found.
    package let ofAcceleration: [RecordingMismatch]
    /// The mismatches of the gyroscope's unit.
    package let ofRate: [RecordingMismatch]

    /// Checks and corrects the units. O(samples).
    ///
    /// - Parameters:
    ///   - original: the recording.
    ///   - orientation: the orientation whose rotation is compared with the gyroscope.
    package init(_ original: Recording, comparedWith orientation: ReferenceStream) {
        var compared = original
        compared.attitude = nil
        compared.reference = orientation
        var evidence = CheckEvidence(compared, clock: nil)
        ofAcceleration = Self.mismatches(AccelerationUnitCheck.verdicts(on: &evidence))
        ofRate = Self.mismatches(AngularRateUnitCheck.verdicts(on: &evidence))
        var corrected = original
        corrected.accelerometer = evidence.recording.accelerometer
        corrected.gyroscope = evidence.recording.gyroscope
        recording = corrected
    }

    private static func mismatches(_ verdicts: [CheckResult.Verdict]) -> [RecordingMismatch] {
        verdicts.compactMap { if case .mismatch(let mismatch) = $0 { mismatch } else { nil } }
    }
}

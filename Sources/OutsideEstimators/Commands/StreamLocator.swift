import Recordings
import SensorModel

/// An estimator that sends samples to a program, and reads a position after each sample of the driving sensor.
final class StreamLocator: OutsideLocator, @unchecked Sendable {
    private let program: StreamProgram
    private let answers: PositionText

    /// Creates an estimator that runs a program, which writes positions in the text format `answers`.
    init(_ program: StreamProgram, answers: PositionText) {
        self.program = program
        self.answers = answers
    }

    var skips: SkipCounts { program.intake.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func process(_ samples: SensorFrame) -> EstimatedPosition? {
        var lines: [(sensor: SensorKind, text: String)] = []
        if let attitude = samples.attitude {
            let isUsable = samples.isUsable(.attitude)
            lines += line(.attitude, isUsable: isUsable, SampleText.line(attitude, at: samples.time))
        }
        if let heading = samples.heading {
            let isUsable = samples.isUsable(.heading)
            lines += line(.heading, isUsable: isUsable, SampleText.line(heading, at: samples.time))
        }
        return send(lines + program.intake.lines(of: samples))
    }

    func process(_ pose: Pose, at time: Seconds) -> EstimatedPosition? {
        send(line(.pose, isUsable: pose.position.isFinite, SampleText.line(pose, at: time)))
    }

    func process(_ fix: LocationFix, at time: Seconds) -> EstimatedPosition? {
        let isUsable = fix.latitude.radians.isFinite && fix.longitude.radians.isFinite
        return send(line(.location, isUsable: isUsable, SampleText.line(fix, at: time)))
    }

    /// Returns the line of a sample. The result is empty if the program does not need the sensor. Unusable samples are
    /// counted and skipped.
    private func line(
        _ sensor: SensorKind,
        isUsable: Bool,
        _ text: @autoclosure () -> String
    ) -> [(sensor: SensorKind, text: String)] {
        guard program.intake.sensors.contains(sensor) else { return [] }
        guard isUsable else {
            program.intake.skips.nonFinite += 1
            return []
        }
        return [(sensor, text())]
    }

    private func send(_ lines: [(sensor: SensorKind, text: String)]) -> EstimatedPosition? {
        program.send(lines, expecting: "a position (\(answers.columns))", read: answers.position)
    }

    func finish(isThorough: Bool) -> [(time: Seconds, position: EstimatedPosition)] {
        program.finish(isThorough: isThorough)
        return []
    }
}

/// The text format in which a stream program writes positions: two coordinates, then optionally the height and the
/// claimed accuracies in metres. A cell of an unknown value is empty.
struct PositionText: Sendable, Hashable {
    /// The maximum accepted magnitudes of latitude and longitude, in degrees.
    private static let limits = (latitude: 90.0, longitude: 360.0)

    /// A Boolean value that indicates whether coordinates are in metres instead of degrees.
    let isLocal: Bool

    /// The names of the values, for messages.
    var columns: String {
        (isLocal ? "x,y,z" : "latitude,longitude,altitude") + ",horizontalAccuracy,verticalAccuracy"
    }

    /// Parses a line. The last three values may be missing or empty.
    func position(_ line: ArraySlice<UInt8>) throws(AnswerText.Mistake) -> EstimatedPosition {
        let cells = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        var values: [Double?] = []
        for cell in cells {
            let text = cell.trimmingSpaces
            guard let number = Double(text) else {
                guard text.isEmpty, values.count >= 2 else { break }
                values.append(nil)
                continue
            }
            values.append(number)
        }
        guard (2...5).contains(cells.count), values.count == cells.count,
            let first = values[0], let second = values[1]
        else { throw AnswerText.Mistake(quoting: line) }
        guard values.allSatisfy({ $0?.isFinite ?? true }) else {
            throw AnswerText.Mistake(quoting: line, "is not finite")
        }
        let rest = Array(values.dropFirst(2)) + [nil, nil, nil]
        guard rest[1] ?? 0 >= 0, rest[2] ?? 0 >= 0 else {
            throw AnswerText.Mistake(quoting: line, "has a negative accuracy")
        }
        guard !isLocal else {
            return .local(
                x: first,
                y: second,
                height: rest[0],
                horizontalAccuracy: rest[1],
                verticalAccuracy: rest[2]
            )
        }
        guard first.magnitude <= Self.limits.latitude, second.magnitude <= Self.limits.longitude else {
            throw AnswerText.Mistake(quoting: line, "is not latitude and longitude in degrees")
        }
        return .geodetic(
            LocationFix(
                latitude: Angle(degrees: first),
                longitude: Angle(degrees: second),
                altitudeMetres: rest[0],
                horizontalAccuracyMetres: rest[1],
                verticalAccuracyMetres: rest[2]
            )
        )
    }
}

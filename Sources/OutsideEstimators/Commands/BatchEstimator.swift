import Foundation
import Recordings
import SensorModel

/// An estimator that runs a program once for a whole recording.
///
/// The program reads a copy of the samples in a temporary folder. The copy contains the output of preceding filters,
/// but not the reference.
final class BatchEstimator: OutsideEstimator, @unchecked Sendable {
    /// The angle up to which the estimates of two runs count as equal. The runs may differ slightly, for example
    /// because a program computes the sampling rate from the part of the recording that it reads.
    private static let negligible = Angle(degrees: 1e-4)

    private let description: CommandDescription
    private let values: ParameterValues
    private let indices: [Int]
    private let drivers: [SensorKind]

    private var intake = SampleIntake()
    private var streams: [SensorStream<Vector3>] = SensorKind.vectors.map { _ in SensorStream() }
    private var drivingTimes: [Seconds] = []
    private var duration: Seconds?
    private(set) var failure: InputError?
    private(set) var remarks: [String] = []

    init(_ description: CommandDescription, _ values: ParameterValues, drivers: [SensorKind]) {
        self.description = description
        self.values = values
        self.drivers = drivers
        indices = SampleIntake.indices(of: description.sensors)
    }

    var skips: SkipCounts { intake.skips }

    var time: OutsideTime? { duration.map(OutsideTime.perRun) }

    func reset() {
        intake = SampleIntake()
        streams = SensorKind.vectors.map { _ in SensorStream() }
        (drivingTimes, duration, failure, remarks) = ([], nil, nil, [])
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        for index in indices {
            guard let value = intake.sample(index, of: frame) else { continue }
            streams[index].times.append(frame.time)
            streams[index].values.append(value)
            if drivers.contains(SensorKind.vectors[index]), drivingTimes.last != frame.time {
                drivingTimes.append(frame.time)
            }
        }
        return nil
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        guard !drivingTimes.isEmpty else { return [] }
        do throws(InputError) {
            let run = try BatchRun(description, values, recording, rows: drivingTimes.count)
            let start = ContinuousClock.now
            let output = try run.run().content
            duration = start.duration(to: .now).seconds
            let estimates = try BatchOutput(description: description).estimates(output, at: drivingTimes)
            if isThorough, description.isRepeated { try runAgain(run, output, estimates) }
            return estimates
        } catch {
            failure = error
            return []
        }
    }

    /// Runs the program for the first half of the recording, to detect whether earlier estimates depend on later
    /// samples. If estimates differ, a second run for the whole recording checks whether the program is deterministic.
    private func runAgain(
        _ run: BatchRun,
        _ output: [UInt8],
        _ estimates: [(time: Seconds, orientation: UnitQuaternion)]
    ) throws(InputError) {
        let times = Array(drivingTimes.prefix((drivingTimes.count + 1) / 2))
        let half: [(time: Seconds, orientation: UnitQuaternion)]
        do throws(InputError) {
            let output = try BatchRun(description, values, recording(until: times.last), rows: times.count).run()
                .content
            half = try BatchOutput(description: description).estimates(output, at: times)
        } catch {
            remarks.append(
                "\(description.path): cannot check whether the program uses later samples; with half of the recording, \(error.message)"
            )
            half = []
        }
        let difference = Self.largestDifference(half, estimates)
        guard half.isEmpty || difference.radians > Self.negligible.radians else { return }
        if try run.run().content != output {
            remarks.append("\(description.path) is not deterministic: the output of a second run differs")
        } else if !half.isEmpty {
            let degrees = DecimalText.fixed(difference.degrees, decimals: 4)
            remarks.append(
                "\(description.path) uses later samples: without the second half of the recording, estimates for the first "
                    + "half differ by up to \(degrees) deg"
            )
        }
    }

    /// Returns the maximum angle between an estimate of one run and the estimate of the other run for the same time.
    private static func largestDifference(
        _ some: [(time: Seconds, orientation: UnitQuaternion)],
        _ all: [(time: Seconds, orientation: UnitQuaternion)]
    ) -> Angle {
        var index = 0
        var largest = Angle(radians: 0)
        for (time, orientation) in some {
            while index < all.count, all[index].time < time { index += 1 }
            guard index < all.count, all[index].time == time else { continue }
            let angle = orientation.angle(to: all[index].orientation)
            if angle.radians > largest.radians { largest = angle }
        }
        return largest
    }

    private func recording(until end: Seconds?) -> Recording {
        end.map(recording.ending) ?? recording
    }

    private var recording: Recording {
        var recording = Recording(name: "recording")
        for index in indices where streams[index].count > 0 {
            switch SensorKind.vectors[index] {
            case .accelerometer: recording.accelerometer = streams[index]
            case .gyroscope: recording.gyroscope = streams[index]
            case .magnetometer: recording.magnetometer = streams[index]
            case .heading, .location, .attitude, .pose: break
            }
        }
        return recording
    }
}

extension SensorStream {
    /// Removes the samples that are later than `end`.
    mutating func removeSamples(after end: Seconds) {
        let count = times.firstIndex { $0 > end } ?? times.count
        times.removeSubrange(count...)
        values.removeSubrange(count...)
    }
}

/// The file that a batch program writes. The file has a header, and a row with time and orientation for each sample of
/// the driving sensor. Samples before the first orientation have no row.
struct BatchOutput {
    /// The maximum difference between a row's time and its sample's time in seconds. The program may round times.
    private static let tolerance = 1e-5

    let description: CommandDescription

    /// Parses the orientations of a file.
    ///
    /// - Parameters:
    ///   - data: content of the file.
    ///   - times: times of the driving samples, strictly increasing.
    func estimates(
        _ data: [UInt8],
        at times: [Seconds]
    ) throws(InputError) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false {
            lines.removeLast()
        } else if !lines.isEmpty {
            throw description.problem(
                "the last row of {output} does not end with a line break, so the file may be truncated"
            )
        }
        let hasHeader = lines.first?.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
        let isNumber = lines.first.map { (try? description.answers.numbers($0, expected: 5)) != nil } ?? false
        let first = hasHeader && !isNumber ? 1 : 0
        var rows: [(time: Seconds, orientation: UnitQuaternion)] = []
        rows.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated().dropFirst(first) {
            rows.append(try row(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1))
        }
        try check(rows.map(\.time), against: times)
        let start = times.count - rows.count
        return rows.enumerated().map { (times[start + $0.offset], $0.element.orientation) }
    }

    private func row(
        _ line: ArraySlice<UInt8>,
        number: Int
    ) throws(InputError) -> (time: Seconds, orientation: UnitQuaternion) {
        do throws(AnswerText.Mistake) {
            let numbers = try description.answers.numbers(line, expected: 5)
            return (numbers[0], try description.answers.orientation(numbers.dropFirst()))
        } catch {
            throw description.problem("line \(number) of {output} is not t,qw,qx,qy,qz: \(error.message)")
        }
    }

    private func check(_ rows: [Seconds], against times: [Seconds]) throws(InputError) {
        guard !rows.isEmpty else { throw description.problem("{output} has no rows") }
        guard rows.count <= times.count else {
            throw description.problem(
                "{output} has \(rows.count) rows, but the driving sensor has only \(times.count) samples"
            )
        }
        let start = times.count - rows.count
        for (index, row) in rows.enumerated() where abs(row - times[start + index]) > Self.tolerance {
            throw description.problem(
                "row \(index + 1) of \(rows.count) in {output} has the time \(row) s, but the driving sensor's "
                    + "sample has \(times[start + index]) s"
            )
        }
    }
}

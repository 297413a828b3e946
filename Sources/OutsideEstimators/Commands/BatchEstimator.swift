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
    private let drivers: [SensorKind]
    private var program: BatchProgram
    private var drivingTimes: [Seconds] = []

    init(_ description: CommandDescription, _ values: ParameterValues, drivers: [SensorKind]) {
        self.description = description
        self.values = values
        self.drivers = drivers
        program = BatchProgram(description, values)
    }

    var skips: SkipCounts { program.skips }
    var failure: InputError? { program.failure }
    var remarks: [String] { program.remarks }
    var time: OutsideTime? { program.time }

    func reset() {
        program = BatchProgram(description, values)
        drivingTimes = []
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        if program.store(frame).contains(where: drivers.contains), drivingTimes.last != frame.time {
            drivingTimes.append(frame.time)
        }
        return nil
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        let half = drivingTimes.prefix((drivingTimes.count + 1) / 2)
        guard let end = half.last else { return [] }
        return program.finish(
            isThorough: isThorough,
            rows: drivingTimes.count,
            half: { (program.recording.ending(at: end), half.count) },
            read: { output, rows throws(InputError) in
                try description.estimates(output.content, at: Array(drivingTimes.prefix(rows)))
            },
            compare: { half, whole in
                let difference = Self.largestDifference(half, whole)
                let degrees = DecimalText.fixed(difference.degrees, decimals: 4)
                return (
                    isNegligible: difference.radians <= Self.negligible.radians,
                    words: "estimates for the first half differ by up to \(degrees) deg"
                )
            }
        )
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
extension CommandDescription {
    /// The maximum difference between a row's time and its sample's time in seconds. The program may round times.
    private static let tolerance = 1e-5

    /// Parses the orientations of a file.
    ///
    /// - Parameters:
    ///   - data: content of the file.
    ///   - times: times of the driving samples, strictly increasing.
    fileprivate func estimates(
        _ data: [UInt8],
        at times: [Seconds]
    ) throws(InputError) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false {
            lines.removeLast()
        } else if !lines.isEmpty {
            throw problem(
                "the last row of {output} does not end with a line break, so the file may be truncated"
            )
        }
        let hasHeader = lines.first?.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
        let isNumber = lines.first.map { (try? answers.numbers($0, expected: 5)) != nil } ?? false
        let first = hasHeader && !isNumber ? 1 : 0
        let rows = try lines.enumerated().dropFirst(first).map { index, line throws(InputError) in
            try row(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1)
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
            let numbers = try answers.numbers(line, expected: 5)
            return (numbers[0], try answers.orientation(numbers.dropFirst()))
        } catch {
            throw problem("line \(number) of {output} is not t,qw,qx,qy,qz: \(error.message)")
        }
    }

    private func check(_ rows: [Seconds], against times: [Seconds]) throws(InputError) {
        guard !rows.isEmpty else { throw problem("{output} has no rows") }
        guard rows.count <= times.count else {
            throw problem(
                "{output} has \(rows.count) rows, but the driving sensor has only \(times.count) samples"
            )
        }
        let start = times.count - rows.count
        for (index, row) in rows.enumerated() where abs(row - times[start + index]) > Self.tolerance {
            throw problem(
                "row \(index + 1) of \(rows.count) in {output} has the time \(row) s, but the driving sensor's "
                    + "sample has \(times[start + index]) s"
            )
        }
    }
}

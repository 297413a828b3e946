import Foundation
import SensorModel

/// The file that a batch program writes: a header, and a row with time and orientation for each driving sample from the
/// first one with an orientation on.
struct BatchOutput {
    /// The largest difference in seconds between the time of a row and that of its sample. Programs round times.
    private static let tolerance = 1e-5

    private let description: CommandDescription

    init(_ description: CommandDescription) {
        self.description = description
    }

    /// The orientations of a file.
    ///
    /// - Parameter times: the times of the driving samples, strictly increasing.
    func estimates(
        _ data: Data,
        at times: [Seconds]
    ) throws(EstimatorFailure) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var lines = [UInt8](data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false {
            lines.removeLast()
        } else if !lines.isEmpty {
            throw problem("half a line at the end of {output}", "a line break after each row")
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
    ) throws(EstimatorFailure) -> (time: Seconds, orientation: UnitQuaternion) {
        do throws(AnswerText.Mistake) {
            let numbers = try description.answers.numbers(line, expected: 5)
            return (numbers[0], try description.answers.orientation(numbers.dropFirst()))
        } catch {
            throw problem("\(error.found) on line \(number) of {output}", "t,qw,qx,qy,qz")
        }
    }

    private func check(_ rows: [Seconds], against times: [Seconds]) throws(EstimatorFailure) {
        let expected = "a row for each of the \(times.count) driving samples, or for the last ones of them"
        guard !rows.isEmpty else { throw problem("no rows in {output}", expected) }
        guard rows.count <= times.count else { throw problem("\(rows.count) rows in {output}", expected) }
        let start = times.count - rows.count
        for (index, row) in rows.enumerated() where abs(row - times[start + index]) > Self.tolerance {
            throw problem("\(rows.count) rows; row \(index + 1) at \(row) s, not \(times[start + index]) s", expected)
        }
    }

    private func problem(_ found: String, _ expected: String) -> EstimatorFailure {
        EstimatorFailure(program: description.path, found: found, expected: expected, remedy: "correct the program")
    }
}

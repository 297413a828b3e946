import Evaluation
import Foundation
import Recordings
import SensorModel

extension LogFile.Column {
    /// The magnitude above which a number in exponential notation counts as a rounded time.
    private static let longest = 1e15

    /// The maximum number of different texts that are stored.
    static let maximumTextCount = 16

    /// The minimum number of rows for each text of a column whose texts identify devices.
    private static let minimumRowsPerText = 3

    /// The column's name, or its number counted from 1 for a column without a name.
    var text: String { name.isEmpty ? String(field + 1) : name }

    /// Returns a Boolean value that indicates whether a user's answer is the name or the number of this column.
    func isSelected(by answer: String?) -> Bool { name == answer || String(field + 1) == answer }

    /// A Boolean value that indicates whether the column's texts alternate from row to row, such as the addresses of
    /// several devices. Texts that name an activity hardly change from row to row.
    var alternates: Bool {
        guard texts.count > 1, texts.count < Self.maximumTextCount, textIndices.allSatisfy({ $0 != nil }),
            textIndices.count >= Self.minimumRowsPerText * texts.count
        else { return false }
        let changes = zip(textIndices, textIndices.dropFirst()).count { $0 != $1 }
        return 10 * changes > textIndices.count
    }

    /// Returns the column with only the rows for which `isKept` is `true`.
    func keeping(_ isKept: [Bool]) -> Self {
        var column = self
        column.values = zip(values, isKept).filter(\.1).map(\.0)
        column.textIndices = zip(textIndices, isKept).filter(\.1).map(\.0)
        return column
    }

    /// A Boolean value that indicates whether few of the cells have text, and the others have numbers.
    var hasStrayTexts: Bool {
        stray != nil && 100 * strayCount <= values.count && values.contains(where: \.isFinite)
    }

    mutating func append(_ text: String, comma: Bool, line: Int) {
        let number = CellText.number(text, comma: comma)
        // Numbers can identify devices, too.
        let isText = number == nil && CellText.seconds(text) == nil
        if isText || SensorWords.isDevice(name), !text.isEmpty {
            if !texts.contains(text), texts.count < Self.maximumTextCount { texts.append(text) }
            textIndices.append(texts.firstIndex(of: text).map(UInt8.init))
        } else {
            textIndices.append(nil)
        }
        if text.isEmpty { return values.append(.nan) }
        if let number {
            values.append(number)
            if number.magnitude > Self.longest, text.contains(where: { $0 == "E" || $0 == "e" }) { isRounded = true }
        } else if let seconds = CellText.seconds(text) {
            content = CellText.hasDate(text) ? .dates : .clock
            if content == .clock, let last = values.last, seconds + 86_400 * Double(midnights) < last - 43_200 {
                midnights += 1
            }
            values.append(seconds + 86_400 * Double(midnights))
        } else {
            content = .text
            strayCount += 1
            if stray == nil { stray = (line, values.count, text) }
            values.append(.nan)
        }
    }

    /// A Boolean value that indicates whether the values are 16-bit numbers near both ends of the unsigned range, like
    /// small signed counts that were written without their sign.
    var isUnsigned: Bool {
        guard isNumeric, (49_152...65_535).contains(values.max() ?? 0),
            values.allSatisfy({ $0 >= 0 && $0 == $0.rounded() })
        else { return false }
        // Times increase from row to row.
        let decreases = zip(values.dropFirst(), values).contains { $0 < $1 }
        return decreases && 5 * values.count { (16_384..<49_152).contains($0) } < values.count
    }

    /// A Boolean value that indicates whether at least 1 % of the steps cross half the unsigned 16-bit range.
    var wrapsAround: Bool {
        let jumps = zip(values.dropFirst(), values).count { ($0 - $1).magnitude > 32_768 }
        return jumps > 2 && 100 * jumps >= values.count
    }

    /// A Boolean value that indicates whether the column contains times of day or dates that never decrease, but repeat
    /// in some rows.
    var isCoarseClock: Bool {
        (content == .clock || content == .dates) && values.allSatisfy(\.isFinite) && values.first != values.last
            && zip(values.dropFirst(), values).allSatisfy { $0 >= $1 }
    }

    /// The column with dates instead of numbers, if all numbers are dates and times such as 20250207105810.
    var withCalendarTimes: Self {
        guard content == .numbers, let first = values.first, first > 1.8e13, first < 2.2e13 else { return self }
        let seconds = values.compactMap { Int64(exactly: $0) }.compactMap { CellText.secondsOfDate("\($0)") }
        guard seconds.count == values.count else { return self }
        var column = self
        (column.content, column.values) = (.dates, seconds)
        return column
    }

    /// The number of integers that a counter of rows skips; 0 for a column that mostly increases by another step than 1.
    var skippedCount: Int {
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        guard 2 * steps.count(where: { $0 == 1 }) > steps.count else { return 0 }
        return Int(saturating: steps.reduce(0, +)) - steps.count
    }

    /// A Boolean value that indicates whether the values are small, positive and of similar size, and rise and fall,
    /// like the intervals between rows.
    var hasIntervals: Bool {
        guard isNumeric, let smallest = values.min(), smallest > 0, let largest = values.max() else { return false }
        let falls = zip(values.dropFirst(), values).count { $0 < $1 }
        return largest < 20 * smallest && largest < Self.longestInterval && 100 * falls >= values.count
    }

    /// The maximum interval between rows, in milliseconds.
    private static let longestInterval = 10_000.0

    /// The column with its values in reverse order.
    var reversed: Self {
        var column = self
        column.values.reverse()
        return column
    }

    /// A Boolean value that indicates whether the column contains numbers only, and at least one.
    var isNumeric: Bool { content == .numbers && values.contains(where: \.isFinite) }

    /// A Boolean value that indicates whether the column contains at least two different numbers.
    var isVarying: Bool {
        guard content == .numbers, let first = values.first(where: \.isFinite) else { return false }
        return values.contains { $0.isFinite && $0 != first }
    }
}

extension [LogFile.Column] {
    /// The minimum number of vectors in a row for ``samplesPerRow``, more than the sensors of any body suit.
    private static let minimumSamplesPerRow = 40
    /// The number of rows that are examined.
    private static let examinedRowCount = 50
    /// The limits for the median difference of adjacent vectors that are samples of one sensor. The first is relative to
    /// the median length, and the second to the median difference of vectors that are a third of the row apart.
    private static let (stepByLength, stepByDistance) = (0.2, 0.5)

    /// The number of samples in each row, if the columns have no names and seem to contain consecutive samples of one
    /// sensor with three axes: adjacent vectors differ little. `nil` for other tables.
    var samplesPerRow: Int? {
        guard count % 3 == 0, count / 3 >= Self.minimumSamplesPerRow,
            allSatisfy({ $0.isNumeric && $0.name.isEmpty })
        else { return nil }
        var (lengths, steps, distances): ([Double], [Double], [Double]) = ([], [], [])
        for row in 0..<Swift.min(self[0].values.count, Self.examinedRowCount) {
            let vectors = stride(from: 0, to: count, by: 3).map { first in
                Vector3(self[first].values[row], self[first + 1].values[row], self[first + 2].values[row])
            }
            lengths += vectors.map(\.length)
            steps += zip(vectors.dropFirst(), vectors).map { ($0 - $1).length }
            distances += zip(vectors.dropFirst(vectors.count / 3), vectors).map { ($0 - $1).length }
        }
        guard lengths.allSatisfy(\.isFinite) else { return nil }
        let (length, distance) = (ErrorStatistics.median(of: lengths), ErrorStatistics.median(of: distances))
        let limit = Swift.max(Self.stepByLength * length, Self.stepByDistance * distance)
        return ErrorStatistics.median(of: steps) < limit ? count / 3 : nil
    }
}

import Foundation

/// The number of rows per second, according to the lines before a table.
struct StatedRate {
    /// The rows per second.
    let rate: Double
    /// The line, or the part of a line, that contains the rate.
    let text: String

    private static let usualRates = 0.5...5000

    /// Searches for text such as `Update Rate: 100.0Hz` or `sampling interval = 10 ms`. Returns `nil` if no line or
    /// several lines with different values match.
    init?(remarks: [String], delimiter: UInt8) {
        if let stated = StatedRate(rows: remarks.prefix(2).map { TextForm.cells($0, delimiter: delimiter) }[...]) {
            self = stated
            return
        }
        let found = remarks.flatMap(Self.rates)
        guard let first = found.first, found.allSatisfy({ $0.rate == first.rate }) else { return nil }
        self = first
    }

    /// Reads two rows, each of which repeats one number in all columns: the start in Unix time, and the rate. Files of
    /// the Empatica E4 have such rows.
    init?(rows: ArraySlice<[String]>) {
        let numbers = rows.compactMap { row in Set(row).count == 1 && row.count > 1 ? Double(row[0]) : nil }
        guard numbers.count == 2, TimeGuess.unixSeconds.contains(numbers[0]), Self.usualRates.contains(numbers[1])
        else {
            return nil
        }
        (rate, text) = (numbers[1], "line 2")
    }

    private init(rate: Double, text: String) { (self.rate, self.text) = (rate, text) }

    private static func rates(in line: String) -> [StatedRate] {
        let pattern = /(?i)(rate|frequency|freq|interval|period)[\s:=,(\[]*([0-9]+(?:\.[0-9]+)?)\s*(k?hz|ms|s\b)?/
        return line.matches(of: pattern).compactMap { match in
            guard let value = Double(match.2) else { return nil }
            let unit = match.3?.lowercased()
            let isInterval = ["interval", "period"].contains(match.1.lowercased()) || unit == "ms" || unit == "s"
            // An interval without a unit does not determine the rate.
            guard !isInterval || (unit != nil && value > 0) else { return nil }
            let factor = unit == "khz" ? 1000 : unit == "ms" ? 0.001 : 1.0
            let rate = isInterval ? 1 / (value * factor) : value * factor
            return usualRates.contains(rate) ? StatedRate(rate: rate, text: "'\(match.0)'") : nil
        }
    }
}

import Foundation
import SensorModel
import TestSupport
import Testing

/// Conversions of numbers to integers, texts and statistics are defined for every Double.
struct NumberConversionTests {
    /// Relative to the value. A few rounding errors.
    private static let rounding = 1e-15

    private static let environment = ProcessInfo.processInfo.environment

    /// Extreme numbers and random bit patterns, in which all exponents are equally likely.
    private static func numbers(seed: UInt64) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        let count = Extremes.cases(usual: 2_000, environment: environment)
        return Extremes.numbers + (0..<count).map { _ in Double(bitPattern: generator.next()) }
    }

    @Test func `The conversion of a Double to an integer never traps`() {
        #expect(Int(checked: 2.9) == 2)
        #expect(Int(checked: -2.9) == -2)
        #expect(Int(checked: -0x1p63) == .min)
        #expect(Int(checked: 0x1p63) == nil)
        #expect(Int(checked: .nan) == nil)
        #expect(UInt64(checked: -1) == nil)
        #expect(Int(saturating: .nan) == 0)
        #expect(Int(saturating: .infinity) == .max)
        #expect(UInt64(saturating: -.infinity) == 0)
        for number in Self.numbers(seed: 1) {
            if let whole = Int(checked: number) { #expect(abs(Double(whole) - number) < 1) }
            #expect(Double(Int(saturating: number)).isFinite)
        }
    }

    @Test func `Every number has a text of bounded length`() {
        for number in Self.numbers(seed: 2) {
            for decimals in [-1, 0, 2, 9, 15, 40] {
                #expect(DecimalText.fixed(number, decimals: decimals).utf8.count <= 40)
                var bytes: [UInt8] = []
                DecimalText.append(number, decimals: decimals, to: &bytes)
                #expect(bytes.count <= 40)
            }
            #expect(DecimalText.scientific(number).utf8.count <= 9)
            let exact = DecimalText.exact(number)
            #expect(Double(exact) == number || number.isNaN)
        }
    }

    @Test(arguments: [
        (0.5, "5.0e-1"), (1.234e-7, "1.2e-7"), (-12_345, "-1.23e4"), (9.97e36, "1.0e37"), (1.797e308, "2e308"),
        (.infinity, "inf"), (0, "0"),
    ])
    func `A scientific text has up to three significant digits`(number: Double, text: String) {
        #expect(DecimalText.scientific(number) == text)
    }

    @Test(arguments: [
        (1.25, 1, "1.3"), (-0.04, 1, "0.0"), (1234.5, 0, "1235"), (9.97e36, 5, "9.97e+36"), (-9.97e36, 5, "-9.97e+36"),
        (.nan, 2, "nan"),
    ])
    func `A fixed text has the given decimals`(number: Double, decimals: Int, text: String) {
        #expect(DecimalText.fixed(number, decimals: decimals) == text)
    }

    @Test(arguments: [
        (12.5, 3, "12.5"), (0.05, 2, "0.05"), (-1234.5678, 2, "-1234.57"), (1200, 2, "1200"), (-0.001, 2, "0"),
        (7.6, 0, "8"),
    ])
    func `An appended text has no trailing zeros`(number: Double, decimals: Int, text: String) {
        var bytes = Array("t=".utf8)
        DecimalText.append(number, decimals: decimals, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "t=" + text)
    }

    @Test(arguments: [Setting.sampleRate, .resampling])
    func `Simulated and resampled data have rates from 1 mHz to 100 kHz`(rate: Setting) {
        #expect(rate.expectation == "a number from 0.001 to 100,000 Hz")
        #expect(rate.accepts(0.001) && rate.accepts(100_000.0))
        #expect(!rate.accepts(0.000_999) && !rate.accepts(100_001.0))
    }

    @Test func `The deviation of large numbers does not overflow`() throws {
        // The mean of 0, 0, 0 and 4e155 is 1e155, the sum of squared differences is 12e310, and √(12/3) = 2.
        let statistics = RunningStatistics([0, 0, 0, 4e155])
        #expect(statistics.mean == 1e155)
        #expect(abs(try #require(statistics.deviation) / 2e155 - 1) < Self.rounding)
        #expect(RunningStatistics([-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude]).mean == 0)
    }

    @Test func `The statistics of any numbers are finite or nil`() {
        let numbers = Self.numbers(seed: 3)
        for start in stride(from: 0, to: numbers.count - 8, by: 4) {
            let statistics = RunningStatistics(numbers[start..<start + 8])
            #expect(statistics.mean.isFinite)
            #expect(statistics.deviation?.isFinite ?? true)
        }
    }

    @Test func `The statistics equal Welford's recurrence bit for bit`() {
        var generator = SeededGenerator(seed: 4)
        let numbers = (0..<1_000).map { _ in generator.number(in: -1e6...1e6) }
        var (mean, squares) = (0.0, 0.0)
        for (index, number) in numbers.enumerated() {
            let departure = number - mean
            mean += departure / Double(index + 1)
            squares += departure * (number - mean)
        }
        #expect(RunningStatistics(numbers).mean == mean)
        #expect(RunningStatistics(numbers).deviation == (squares / 999).squareRoot())
    }
}

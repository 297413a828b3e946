import Foundation
import Recordings
import TestSupport
import Testing

/// Comparison of the numbers that ``DelimitedWriter`` writes with those of the standard library.
struct NumberTextTests {
    private static func text(_ number: Double) -> String {
        var writer = DelimitedWriter()
        writer.append(number)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test func `Numbers of every exponent have the text of the standard library`() {
        for exponent in 0..<UInt64(2_047) {
            for fraction in [0, 1, 2, 3, 1 << 51, (1 << 52) - 2, (1 << 52) - 1] as [UInt64] {
                for sign in [0, 1 << 63] as [UInt64] {
                    let number = Double(bitPattern: sign | exponent << 52 | fraction)
                    if Self.text(number) != "\(number)" { Issue.record("\(number): \(Self.text(number))") }
                }
            }
        }
    }

    @Test func `Random numbers have the text of the standard library`() {
        var generator = SeededGenerator(seed: 2020)
        for _ in 0..<100_000 {
            let bits = Double(bitPattern: generator.next())
            let numbers = [
                bits, Double.random(in: -100...100, using: &generator),
                Double(Int.random(in: -999_999...999_999, using: &generator)) / 1_000,
                Double(Int.random(in: 0...1 << 55, using: &generator)),
                Double(Float.random(in: 0...1, using: &generator)),
            ]
            for number in numbers where Self.text(number) != (number.isNaN ? "nan" : "\(number)") {
                Issue.record("\(number): \(Self.text(number))")
            }
        }
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (1e-4, "0.0001"),
        (0.000012345, "1.2345e-05"), (9_007_199_254_740_992, "9007199254740992.0"), (1e16, "1e+16"),
        (.leastNonzeroMagnitude, "5e-324"),
        (1e23, "1e+23"), (-1.5, "-1.5"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
    func `Special numbers have the expected text`(number: Double, text: String) {
        #expect(Self.text(number) == text)
    }
}

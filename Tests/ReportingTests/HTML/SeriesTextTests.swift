import Reporting
import SensorModel
import TestSupport
import Testing

/// The decoder of these tests follows the page's script, `recordings.js`.
struct SeriesTextTests {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static func bits(_ text: String) -> [Int] { text.compactMap { digits.firstIndex(of: $0) } }

    private static func times(_ text: String) -> [Double] {
        var (now, step, shift) = (0, 0, 0)
        var found: [Double] = []
        for bits in bits(text) {
            step += (bits & 31) << shift
            shift += 5
            guard bits & 32 == 0 else { continue }
            now += step
            found.append(Double(now) / 1_000)
            (step, shift) = (0, 0)
        }
        return found
    }

    private static func numbers(_ text: String) -> [Double] {
        let bits = bits(text)
        return stride(from: 0, to: bits.count, by: 3).compactMap { index in
            let code = bits[index] << 12 | bits[index + 1] << 6 | bits[index + 2]
            return Double("\(code & 16_383)e\((code >> 14) - 12)")
        }
    }

    @Test func `Times in milliseconds read back exactly`() throws {
        let values = [0, 0.001, 0.001, 0.033, 1.064, 22.075, 124.726, 4_000.001]
        #expect(Self.times(try #require(SeriesText.times(values))) == values)
        #expect(SeriesText.times([1, 0.5]) == nil)
        #expect(SeriesText.times([-0.001]) == nil)
        #expect(SeriesText.times([0.000_5]) == nil)
        #expect(SeriesText.times([.nan]) == nil)
    }

    @Test func `Numbers of four digits read back exactly`() throws {
        var random = SeededGenerator(seed: 5)
        var values = [0, 1, 10, 179.9, 180, 0.002_068, 9_999, 9.999e6, 1e-9, 1.234e-9, 0.1, 0.3]
        for _ in 0..<2_000 {
            let exponent = Double(Int(random.next() % 12)) - 8
            let size = Double(random.next() % 9_000 + 1_000)
            values.append((size * Self.power(exponent)).rounded(toSignificant: 4))
        }
        #expect(Self.numbers(try #require(SeriesText.numbers(values))) == values)
    }

    @Test(arguments: [-1, 1.2345, 1e8, .nan, .infinity, 1e-12 * 0.5])
    func `Other numbers have no short text`(value: Double) {
        #expect(SeriesText.numbers([value]) == nil)
    }

    private static func power(_ exponent: Double) -> Double { Double("1e\(Int(exponent))") ?? 0 }
}

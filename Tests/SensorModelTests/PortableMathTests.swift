import Foundation
import SensorModel
import TestSupport
import Testing

/// Comparisons of the portable functions with those of the C library.
struct PortableMathTests {
    /// A few units in the last place, relative to the larger of the result and one.
    static let tolerance = 2e-15

    private static func isNear(_ value: Double, _ expected: Double) -> Bool {
        abs(value - expected) <= tolerance * max(1, abs(expected))
    }

    @Test func `Sine and cosine agree with the C library`() {
        var generator = SeededGenerator(seed: 1)
        // Within half a turn, where the error of the product with 2π is less than the tolerance.
        let special = stride(from: -0.5, through: 0.5, by: 0.125)
        for turns in Array(special) + (0..<2_000).map({ _ in generator.number(in: -0.5...0.5) }) {
            let (sine, cosine) = PortableMath.sineAndCosine(turns: turns)
            #expect(Self.isNear(sine, sin(2 * .pi * turns)) && Self.isNear(cosine, cos(2 * .pi * turns)), "\(turns)")
        }
    }

    @Test func `Whole turns do not change sine and cosine`() {
        let near = PortableMath.sineAndCosine(turns: 0.3125)
        let far = PortableMath.sineAndCosine(turns: 1_048_576.3125)
        #expect(near == far)
    }

    @Test func `The arc tangent agrees with the C library in all quadrants and on the axes`() {
        var generator = SeededGenerator(seed: 2)
        var points = (0..<2_000).map { _ in (generator.number(in: -3...3), generator.number(in: -3...3)) }
        points += [(0, 1), (1, 0), (0, -1), (-1, 0), (1e-9, -1), (-1e-9, -1), (0, 0)]
        for (y, x) in points {
            #expect(Self.isNear(PortableMath.arcTangent(y: y, x: x), atan2(y, x)), "\(y), \(x)")
        }
    }

    @Test func `Logarithm and exponential agree with the C library`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let value = generator.number(in: 1e-9...1)
            #expect(Self.isNear(PortableMath.logarithm(value), log(value)), "\(value)")
            let power = generator.number(in: -30...0)
            #expect(Self.isNear(PortableMath.exponential(power), exp(power)), "\(power)")
        }
        #expect(PortableMath.logarithm(0x1p-53) == log(0x1p-53))
        #expect(PortableMath.exponential(-1_000) == 0)
    }
}

import Evaluation
import Experiments
import SensorModel
import Testing

@Suite struct SearchSpaceTests {
    /// The rounding of a quotient of logarithms.
    private static let rounding = 1e-15

    @Test func `Equal fractions are equal differences on a linear axis and equal ratios on a logarithmic one`() throws {
        let linear = try SearchAxis("a", from: -2, to: 6)
        #expect([0, 0.25, 1].map(linear.value) == [-2, 0, 6])
        let logarithmic = try SearchAxis("b", from: 0.01, to: 100, scale: .logarithmic)
        #expect([0, 0.25, 0.5, 0.75, 1].map(logarithmic.value) == [0.01, 0.1, 1, 10, 100])
        #expect(abs(logarithmic.fraction(of: 10) - 0.75) < Self.rounding)
        #expect(logarithmic.fraction(of: 1_000) == 1, "the nearer end")
    }

    @Test func `Values have six significant digits and are within the range`() throws {
        let axis = try SearchAxis("a", from: 0, to: 1.0 / 3)
        #expect(axis.value(at: 0.5) == 0.166667)
        #expect(axis.value(at: 1) == 0.333333)
        let above = try SearchAxis("a", from: 2.0 / 3, to: 1)
        #expect(above.value(at: 0) == 0.666667)
        let below = try SearchAxis("a", from: 0, to: 0.6666664)
        #expect(below.value(at: 1) == 0.666666)
        let end = try SearchAxis("a", from: 0, to: 0.6666666)
        #expect(end.value(at: 1) == 0.6666666)
    }

    @Test func `Whole numbers have equal fractions of the axis`() throws {
        let axis = try SearchAxis("n", from: 0.5, to: 4.9, isWhole: true)
        #expect(axis.range == 1...4)
        #expect([0, 0.2, 0.3, 0.5, 0.8, 1].map(axis.value) == [1, 1, 2, 3, 4, 4])
        #expect((1...4).map { axis.value(at: axis.fraction(of: Double($0))) } == [1, 2, 3, 4])
    }

    @Test func `Invalid ranges are rejected with an error`() {
        #expect(throws: InputError.self) { try SearchAxis("a", from: 1, to: 1) }
        #expect(throws: InputError.self) { try SearchAxis("a", from: 2, to: 1) }
        #expect(throws: InputError.self) { try SearchAxis("a", from: 0, to: .infinity) }
        #expect(throws: InputError.self) { try SearchAxis("a", from: 0, to: 1, scale: .logarithmic) }
        #expect(throws: InputError.self) { try SearchAxis("a", from: 0.2, to: 0.8, isWhole: true) }
        #expect(throws: InputError.self) { try SearchSpace([]) }
        let error = #expect(throws: InputError.self) {
            let axis = try SearchAxis("kp", from: 0, to: 1)
            _ = try SearchSpace([axis, axis])
        }
        #expect(error?.message == "the parameter 'kp' is repeated")
    }
}

import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Moving average")
struct MovingAverageTests {
    @Test("The mean of the last n samples, fewer at the start")
    func window() throws {
        var filter = MovingAverage<Double>(.init(window: 3))
        for (index, (sample, mean)) in [(3.0, 3.0), (6, 4.5), (9, 6), (0, 5), (1, 10.0 / 3)].enumerated() {
            let output = try filter.take(sample, at: Double(index) * 0.01)
            #expect(abs(output - mean) < Tolerance.rounding)
        }
    }

    @Test("A million samples far from zero lose no digits")
    func noDrift() throws {
        var filter = MovingAverage<Double>(.init(window: 7))
        var generator = SeededGenerator(seed: 41)
        for index in 0..<1_000_000 {
            _ = filter.update(1e9 + generator.number(in: -1e6...1e6), at: Double(index) * 0.01)
        }
        for index in 0..<7 { _ = filter.update(0.1, at: 10_000 + Double(index) * 0.01) }
        #expect(filter.intake.output == 0.1)
    }

    @Test("Orientations about one axis average to the mean angle")
    func orientations() throws {
        var filter = MovingAverage<UnitQuaternion>(.init(window: 2))
        let axis = Vector3(0, 0, 1)
        _ = filter.update(UnitQuaternion(angle: Angle(degrees: 10), axis: axis), at: 0)
        let output = try filter.take(-UnitQuaternion(angle: Angle(degrees: 40), axis: axis), at: 0.01)
        #expect(output.angle(to: UnitQuaternion(angle: Angle(degrees: 25), axis: axis)).radians < Tolerance.rounding)
    }
}

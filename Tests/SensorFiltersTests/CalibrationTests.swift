import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct CalibrationTests {
    @Test func `A known bias is subtracted, and a factor is multiplied`() throws {
        var bias = BiasCorrection(.given(Vector3(0.5, -0.25, 2)))
        #expect(try bias.output(for: Vector3(1, 1, 1), at: 0) == Vector3(0.5, 1.25, -1))
        #expect(try bias.output(for: Vector3(1, 1, 1), at: 100) == Vector3(0.5, 1.25, -1))
        var scale = ScaleCorrection(Vector3(2, -1, 0.5))
        #expect(try scale.output(for: Vector3(1, 1, 1), at: 0) == Vector3(2, -1, 0.5))
    }

    @Test func `The mean of the first rest is subtracted after that rest`() throws {
        var filter = BiasCorrection(.rest(duration: 1, threshold: 0.05))
        // The noise alternates between ±0.01 about (0.1, 0, -0.2).
        func sample(_ index: Int) -> Vector3 { Vector3(0.1 + (index.isMultiple(of: 2) ? 0.01 : -0.01), 0, -0.2) }
        for index in 0...10 { #expect(try filter.output(for: sample(index), at: Double(index) * 0.1) == sample(index)) }
        // 11 samples, six above and five below: 0.1 + 0.01/11.
        let offset = try #require(filter.offset)
        #expect((offset - Vector3(0.1 + 0.01 / 11, 0, -0.2)).length < Tolerance.rounding)
        #expect(try filter.output(for: Vector3(1, 1, 1), at: 1.1) == Vector3(1, 1, 1) - offset)
    }

    @Test func `Motion and gaps restart the search for a rest, and a bias once learnt is final`() throws {
        var filter = BiasCorrection(.rest(duration: 0.5, threshold: 0.05), maximumGap: 0.3)
        let still = Vector3(0.01, 0.02, 0.03)
        var time = 0.0
        func feed(_ value: Vector3, _ interval: Seconds) throws -> Vector3 {
            time += interval
            return try filter.output(for: value, at: time)
        }
        for _ in 0..<4 { #expect(try feed(still, 0.1) == still) }
        #expect(try feed(Vector3(2, 0, 0), 0.1) == Vector3(2, 0, 0))
        for _ in 0..<4 { #expect(try feed(still, 0.1) == still) }
        #expect(filter.offset == nil)
        for _ in 0..<4 { #expect(try feed(still, 0.4) == still) }
        #expect(filter.offset == nil)
        for _ in 0..<5 { #expect(try feed(still, 0.1) == still) }
        let output = try feed(still, 0.4)
        #expect(output.length < Tolerance.rounding)
        #expect(filter.intake.skips.restarts == 5)
    }

    @Test func `A gyroscope that is at rest first has no bias afterwards`() throws {
        let bias = Vector3(0.02, -0.01, 0.03)
        var generator = SeededGenerator(seed: 71)
        var filter = BiasCorrection(.rest(duration: 2, threshold: 0.02))
        var angle = Vector3.zero
        for index in 0..<3_000 {
            let output = try filter.output(for: bias + generator.vector(0.01), at: Double(index) * 0.01)
            if index > 200 { angle += output * 0.01 }
        }
        // The integral of the bias, 0.0374 rad/s over 28 s, is 60°. The mean of 201 samples with a standard deviation of
        // 0.0058 rad/s has an error of 0.0004 rad/s per axis: 0.7° per axis, 1.2° in total.
        #expect(angle.length < Angle(degrees: 3).radians)
    }

    @Test func `x, y, z and rest exclude each other`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "bias"))
        let error = #expect(throws: InputError.self) { try entry.values(["y": "1", "rest": "2s"]) }
        #expect(error?.message == "'y' and 'rest' exclude each other")
        #expect(entry.domains == [.vector])
    }
}

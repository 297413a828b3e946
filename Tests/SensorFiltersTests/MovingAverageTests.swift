import SensorFilters
import SensorModel
import TestSupport
import Testing

struct MovingAverageTests {
    @Test func `The output is the mean of the last n samples, of fewer at the start`() throws {
        var filter = MovingAverage<Double>(.init(window: 3))
        for (index, (sample, mean)) in [(3.0, 3.0), (6, 4.5), (9, 6), (0, 5), (1, 10.0 / 3)].enumerated() {
            let output = try filter.output(for: sample, at: Double(index) * 0.01)
            #expect(abs(output - mean) < Tolerance.rounding)
        }
    }

    @Test func `A hundred thousand samples far from zero lose no digits`() throws {
        var filter = MovingAverage<Double>(.init(window: 7))
        var generator = SeededGenerator(seed: 41)
        for index in 0..<100_000 {
            _ = filter.update(1e9 + generator.number(in: -1e6...1e6), at: Double(index) * 0.01)
        }
        for index in 0..<7 { _ = filter.update(0.1, at: 1_000 + Double(index) * 0.01) }
        #expect(filter.intake.output == 0.1)
    }

    @Test func `The mean of orientations about one axis has the mean angle`() throws {
        var filter = MovingAverage<UnitQuaternion>(.init(window: 2))
        let axis = Vector3(0, 0, 1)
        _ = filter.update(UnitQuaternion(angle: Angle(degrees: 10), axis: axis), at: 0)
        let output = try filter.output(for: -UnitQuaternion(angle: Angle(degrees: 40), axis: axis), at: 0.01)
        #expect(output.angle(to: UnitQuaternion(angle: Angle(degrees: 25), axis: axis)).radians < Tolerance.rounding)
    }

    @Test func `A huge sample has no effect after the window`() throws {
        var filter = MovingAverage<Double>(.init(window: 5))
        for index in 0..<40 {
            let output = try filter.output(for: index == 13 ? 1e150 : 0.1, at: Double(index) * 0.01)
            #expect(index >= 13 && index < 18 ? output > 1e149 : output == 0.1)
        }
    }

    @Test(arguments: [1, 2, 7, 20])
    func `The latency on a ramp is (n − 1)/2 samples`(_ window: Int) throws {
        var filter = MovingAverage<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.output(for: Double(index), at: Double(index) * 0.01)
            if index >= window { #expect(output == Double(index) - Double(window - 1) / 2) }
        }
    }

    @Test(arguments: [1, 2, 3, 8, 50])
    func `The mean of headings around the circle equals the definition`(_ window: Int) throws {
        var generator = SeededGenerator(seed: 42)
        var value = 0.0
        let samples = (0..<2_000).map { index in
            // The directions in the second half are opposite and cancel.
            value += index < 1_000 ? generator.number(in: -90...95) : 180
            return Heading(degrees: value)
        }
        try compare(MovingAverage(.init(window: window)), window, samples) { abs($0.turn(to: $1).radians) }
    }

    @Test(arguments: [1, 2, 3, 8, 50])
    func `The mean of orientations with any signs equals the definition`(_ window: Int) throws {
        var generator = SeededGenerator(seed: 43)
        var value = generator.orientation()
        let samples = (0..<3_000).map { index in
            switch index {
            case ..<1_000: value = value * UnitQuaternion(rotationVector: generator.vector(0.05))
            case ..<2_000: value = value * UnitQuaternion(rotationVector: Vector3(0.1, 0.2, 0.2))
            default: value = generator.orientation()
            }
            return Bool.random(using: &generator) ? value : -value
        }
        try compare(MovingAverage(.init(window: window)), window, samples) { $0.angle(to: $1).radians }
    }

    private func compare<Value: FilterValue>(
        _ fresh: MovingAverage<Value>,
        _ window: Int,
        _ samples: [Value],
        _ distance: (Value, Value) -> Double
    ) throws {
        var filter = fresh
        var largest = 0.0
        for index in samples.indices {
            let output = try filter.output(for: samples[index], at: Double(index) * 0.01)
            let definition = try #require(Value.mean(of: samples[...index].suffix(window)))
            largest = max(largest, distance(output, definition))
        }
        #expect(largest < Tolerance.rounding)
    }
}

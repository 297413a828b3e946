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

    @Test("A hundred thousand samples far from zero lose no digits")
    func noDrift() throws {
        var filter = MovingAverage<Double>(.init(window: 7))
        var generator = SeededGenerator(seed: 41)
        for index in 0..<100_000 {
            _ = filter.update(1e9 + generator.number(in: -1e6...1e6), at: Double(index) * 0.01)
        }
        for index in 0..<7 { _ = filter.update(0.1, at: 1_000 + Double(index) * 0.01) }
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

    @Test("An enormous sample is forgotten when it leaves the window")
    func enormous() throws {
        var filter = MovingAverage<Double>(.init(window: 5))
        for index in 0..<40 {
            let output = try filter.take(index == 13 ? 1e150 : 0.1, at: Double(index) * 0.01)
            #expect(index >= 13 && index < 18 ? output > 1e149 : output == 0.1)
        }
    }

    @Test("A ramp is passed (n − 1)/2 samples late", arguments: [1, 2, 7, 20])
    func lag(_ window: Int) throws {
        var filter = MovingAverage<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.take(Double(index), at: Double(index) * 0.01)
            if index >= window { #expect(output == Double(index) - Double(window - 1) / 2) }
        }
    }

    @Test("Headings all around the circle: the mean by definition", arguments: [1, 2, 3, 8, 50])
    func headings(_ window: Int) throws {
        var generator = SeededGenerator(seed: 42)
        var value = 0.0
        let samples = (0..<2_000).map { index in
            // Opposite directions in one half of the recording: they cancel.
            value += index < 1_000 ? generator.number(in: -90...95) : 180
            return Heading(degrees: value)
        }
        try compare(MovingAverage(.init(window: window)), window, samples) { abs($0.turn(to: $1).radians) }
    }

    @Test("Orientations of any sign, near and far apart: the mean by definition", arguments: [1, 2, 3, 8, 50])
    func orientationsByDefinition(_ window: Int) throws {
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
            let output = try filter.take(samples[index], at: Double(index) * 0.01)
            let definition = try #require(Value.mean(of: samples[...index].suffix(window)))
            largest = max(largest, distance(output, definition))
        }
        #expect(largest < Tolerance.rounding)
    }
}

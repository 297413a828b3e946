import SensorFilters
import SensorModel
import TestSupport
import Testing

struct PredictTests {
    static let start = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.6, 0, 0.8))
    static let rate = Vector3(1, -2, 0.5)

    static func turn(at time: Seconds) -> UnitQuaternion {
        start * UnitQuaternion(rotationVector: rate * time)
    }

    @Test(arguments: [0.02, 0.05, 0.3])
    func `The prediction of a uniform turn is exact from the second sample on`(_ horizon: Seconds) throws {
        var filter = Predict<UnitQuaternion>(.init(horizon: horizon))
        var generator = SeededGenerator(seed: 64)
        var time = 5.0
        #expect(try filter.output(for: Self.turn(at: time), at: time) == Self.turn(at: time))
        for _ in 0..<500 {
            time += generator.number(in: 0.001...0.03)
            let output = try filter.output(for: Self.turn(at: time), at: time)
            #expect(output.angle(to: Self.turn(at: time + horizon)).radians < Tolerance.equations)
        }
    }

    @Test func `The prediction of a ramp of scalars, vectors or headings is exact`() throws {
        var (scalar, vector, heading) = (Predict<Double>(), Predict<Vector3>(), Predict<Heading>())
        for index in 0..<300 {
            let (time, later) = (Double(index) * 0.01, Double(index) * 0.01 + 0.05)
            let outputs = (
                try scalar.output(for: 3 - 7 * time, at: time), try vector.output(for: Self.rate * time, at: time),
                try heading.output(for: Heading(degrees: 350 + 40 * time), at: time)
            )
            guard index > 0 else { continue }
            #expect(abs(outputs.0 - (3 - 7 * later)) < Tolerance.rounding)
            #expect((outputs.1 - Self.rate * later).length < Tolerance.rounding)
            #expect(abs(outputs.2.displacement(to: Heading(degrees: 350 + 40 * later))) < Tolerance.equations)
        }
    }

    @Test func `A prediction by the lag of a preceding filter cancels the lag`() throws {
        // α = 1/6 has the lag (1 − α)/α = 5 samples.
        var smoother = LowPass<UnitQuaternion>(.init(smoothing: .alpha(1.0 / 6)))
        var filter = Predict<UnitQuaternion>(.init(horizon: 0.05))
        for index in 0..<600 {
            let time = Double(index) * 0.01
            let output = try filter.output(for: try smoother.output(for: Self.turn(at: time), at: time), at: time)
            guard index > 400 else { continue }
            #expect(output.angle(to: Self.turn(at: time)).radians < Tolerance.equations)
        }
    }

    @Test func `The lead after a stop decays with exp(−t/τ)`() throws {
        var filter = Predict<Double>(.init(horizon: 0.05, timeConstant: 0.1))
        for index in 0...1_000 { _ = filter.update(Double(index - 1_000) * 0.2, at: Double(index) * 0.01) }
        // The speed is 20/s and the lead 1. After 0.2 s the lead is exp(−2).
        var output = 1.0
        for index in 1...20 { output = try filter.output(for: 0, at: 10 + Double(index) * 0.01) }
        #expect(abs(output - 0.135_335_283_236_612_7) < Tolerance.equations)
    }

    @Test func `The velocity is the exponentially weighted mean since the start`() throws {
        // With τ = Δt/ln 2 each older difference has half the weight: 8 and 2 give (8/2 + 2)/(1/2 + 1) = 4 per sample.
        let interval = 0.25
        var filter = Predict<Double>(.init(horizon: interval, timeConstant: interval / 0.693_147_180_559_945_3))
        let outputs = [0.0, 8, 10].enumerated().map { filter.update($1, at: Double($0) * interval) }
        #expect(outputs[0] == 0)
        #expect(abs(try #require(outputs[1]) - 16) < Tolerance.rounding)
        #expect(abs(try #require(outputs[2]) - 14) < Tolerance.rounding)
    }

    @Test func `A horizon of 0 returns the samples`() throws {
        var filter = Predict<Double>(.init(horizon: 0))
        for (index, sample) in Specimens.scalar().samples.enumerated() {
            #expect(try filter.output(for: sample, at: Double(index) * 0.01) == sample)
        }
    }
}

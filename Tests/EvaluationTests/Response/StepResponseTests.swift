import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Quick turns of a simulated device through filters with closed-form step responses.
struct StepResponseTests {
    /// Milliseconds: one sample at 100 Hz, the duration of the turn.
    static let oneSample = 10.0
    /// Percent: a turn of 20° in one sample, for a filter that is linear to 10⁻⁶.
    static let overshootTolerance = 0.01

    static func run(
        _ scenario: String,
        _ pipeline: String,
        noise: String = "none",
        duration: Seconds? = nil
    ) throws -> EvaluationRun {
        try SimulatedRecordings.recording(scenario, noise: noise, duration: duration).run(pipeline)
    }

    private func expect(
        _ filter: String,
        rise: Double,
        settling: Double,
        overshoot: Double,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try Self.run("step-yaw:angle=20,riseTime=0.001,rest=3", "triad+\(filter)")
        let measured = try #require(run.metrics[.stepRise], sourceLocation: location)
        #expect(abs(measured - rise) < Self.oneSample, "rise \(measured), not \(rise)", sourceLocation: location)
        let settled = try #require(run.metrics[.stepSettling], sourceLocation: location)
        #expect(abs(settled - settling) < Self.oneSample, "\(settled), not \(settling)", sourceLocation: location)
        let beyond = try #require(run.metrics[.stepOvershoot], sourceLocation: location)
        #expect(
            abs(beyond - overshoot) < Self.overshootTolerance,
            "\(beyond), not \(overshoot)",
            sourceLocation: location
        )
    }

    /// The response is y_m = 1 − (1 − α)^m after m samples: 10 to 90 % in ln 9/−ln(1 − α) samples, to 1° of 20° in ln
    /// 20/−ln(1 − α) samples.
    @Test(arguments: [
        (alpha: 0.1, rise: 208.5, settling: 284.3), (alpha: 0.25, rise: 76.4, settling: 104.1),
        (alpha: 0.05, rise: 428.4, settling: 584.0),
    ])
    func `Rise and settling of a low-pass are those of its exponential`(
        alpha: Double,
        rise: Double,
        settling: Double
    ) throws {
        try expect("lowPass:alpha=\(alpha)", rise: rise, settling: settling, overshoot: 0)
    }

    /// The response is y_m = m/n: 10 to 90 % in 0.8 n samples, to 1° of 20° in 0.95 n samples.
    @Test(arguments: [7, 20, 50])
    func `Rise and settling of a moving average are those of its ramp`(window: Int) throws {
        let samples = Double(window) * Self.oneSample
        try expect("movingAverage:window=\(window)", rise: 0.8 * samples, settling: 0.95 * samples, overshoot: 0)
    }

    /// The response is y_m = 1 − (1 − α)^m (1 − α m), from s' = 1 − β^m, s'' = 1 − β^m (1 + α m) and y = 2 s' − s''.
    @Test(arguments: [0.1, 0.2, 0.3])
    func `The overshoot of double exponential smoothing is its closed form`(alpha: Double) throws {
        var power = 1.0
        let responses = (0...200).map { m in
            defer { power *= 1 - alpha }
            return 1 - power * (1 - alpha * Double(m))
        }
        let low = try #require(responses.firstIndex { $0 >= 0.1 })
        let high = try #require(responses.firstIndex { $0 >= 0.9 })
        let outside = try #require(responses.lastIndex { abs($0 - 1) > 1.0 / 20 })
        let maximum = try #require(responses.max())
        try expect(
            "doubleExponential:alpha=\(alpha)",
            rise: Self.crossing(0.9, responses, high) - Self.crossing(0.1, responses, low),
            settling: (Double(outside) + 0.5) * Self.oneSample,
            overshoot: 100 * (maximum - 1)
        )
    }

    private static func crossing(_ level: Double, _ responses: [Double], _ index: Int) -> Double {
        let before = responses[index - 1]
        return (Double(index - 1) + (level - before) / (responses[index] - before)) * oneSample
    }

    @Test(arguments: [
        ("still", "the recording has no step"),
        ("chirp", "the recording has no step"),
        ("pan", "the turn takes longer than 0.5 s"),
        ("step-yaw:angle=2", "the step is not from 5 to 170 deg"),
        ("step-yaw:angle=180", "the step is not from 5 to 170 deg"),
        ("step-yaw:rest=0.5", "less than 1 s of rest after the step"),
    ])
    func `A recording without a measurable step has a reason`(scenario: String, reason: String) throws {
        let run = try Self.run(scenario, "triad")
        for name in [Metric.stepRise, .stepSettling, .stepOvershoot] {
            #expect(run.metrics[name] == nil)
            #expect(run.metrics.note(for: name) == reason)
        }
    }

    @Test func `A filter that still moves at the end of the rest has no settling time`() throws {
        let run = try Self.run("step-yaw", "triad+lowPass:timeConstant=2s")
        #expect(run.metrics[.stepSettling] == nil)
        #expect(run.metrics.note(for: .stepSettling)?.contains("simulate a longer rest") == true)
    }

    @Test func `An estimate with more than a degree of noise has a rise time but never settles`() throws {
        let run = try Self.run("step-yaw", "triad", noise: "iphone4s")
        #expect(run.metrics[.stepRise] != nil)
        #expect(run.metrics[.stepSettling] == nil)
        #expect(run.metrics.note(for: .stepSettling)?.contains("within 1 deg") == true)
    }
}

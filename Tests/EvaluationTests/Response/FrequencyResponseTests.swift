import Evaluation
import RealModule
import SensorModel
import Testing

/// The response to a simulated chirp, compared with |H| and arg H in closed form at 100 Hz.
struct FrequencyResponseTests {
    /// Seconds. A tenth of a sample at 100 Hz.
    private static let delayTolerance = 0.001
    /// A share: the effect of joining neighbouring bins, and of the cut at the end of the sweep.
    static let gainTolerance = 0.01
    /// Degrees, for the same reason.
    static let phaseTolerance = 1.0
    static let interval = 0.01

    static func points(_ filter: String, scenario: String = "chirp") throws -> [FrequencyPoint] {
        let run = try StepResponseTests.run(scenario, "triad+\(filter)")
        let response = try #require(run.frequencyResponse)
        #expect(response.note == nil)
        return response.points
    }

    private static func expect(
        _ points: [FrequencyPoint],
        at location: SourceLocation = #_sourceLocation,
        is response: (_ omega: Double) -> (gain: Double, phase: Double)
    ) {
        #expect(points.map(\.frequency) == [0.25, 0.4, 0.63, 1, 1.6, 2.5, 4], sourceLocation: location)
        for point in points {
            let due = response(2 * .pi * point.frequency * interval)
            let gain = point.gain ?? .nan
            #expect(abs(gain / due.gain - 1) < gainTolerance, "\(point), not \(due)", sourceLocation: location)
            let error = (point.phase?.radians ?? .nan) - due.phase
            #expect(Angle(radians: abs(error)).degrees < phaseTolerance, "\(point), \(due)", sourceLocation: location)
            #expect(point.coherence > 0.99, sourceLocation: location)
        }
    }

    /// The response is H = α/(1 − β e^{−jω}).
    @Test(arguments: [0.1, 0.3])
    func `The response of a low-pass is its closed form`(alpha: Double) throws {
        let beta = 1 - alpha
        Self.expect(try Self.points("lowPass:alpha=\(alpha)")) { omega in
            (
                alpha / Double.sqrt(1 - 2 * beta * Double.cos(omega) + beta * beta),
                -Double.atan2(y: beta * Double.sin(omega), x: 1 - beta * Double.cos(omega))
            )
        }
    }

    /// The response is H = sin(nω/2)/(n sin(ω/2)) e^{−jω(n − 1)/2}.
    @Test func `The response of a moving average is its closed form`() throws {
        Self.expect(try Self.points("movingAverage:window=15")) { omega in
            (Double.sin(7.5 * omega) / (15 * Double.sin(omega / 2)), -7 * omega)
        }
    }

    /// The phase is continuous beyond half a turn, to −432° at 4 Hz, and the delay is constant.
    @Test func `A delay of 30 samples is 300 ms at every frequency`() throws {
        let points = try Self.points("delay:samples=30")
        Self.expect(points) { (1, -30 * $0) }
        for point in points {
            let tolerance = Self.phaseTolerance / (360 * point.frequency)
            #expect(abs(try #require(point.delay) - 0.3) < tolerance)
        }
    }

    @Test func `A sine has a response at its frequency only`() throws {
        let points = try Self.points("delay:samples=5", scenario: "sine:frequency=0.7")
        let point = try #require(points.first)
        #expect(points.count == 1 && point.frequency == 0.7)
        #expect(abs(try #require(point.delay) - 0.05) < Self.delayTolerance)
        #expect(abs(try #require(point.gain) - 1) < Self.gainTolerance)
    }

    @Test func `An oscillation below the noise has no gain, and a note gives the reason`() throws {
        let run = try StepResponseTests.run("chirp:amplitude=0.01", "triad", noise: "iphone4s")
        let response = try #require(run.frequencyResponse)
        #expect(response.points.contains { $0.gain == nil && $0.phase == nil && $0.coherence < 0.5 })
        #expect(response.note == "no gain if the coherence is below 0.5")
    }

    @Test func `A recording without oscillations has no response, and a note gives the reason`() throws {
        let run = try StepResponseTests.run("still", "triad")
        #expect(run.frequencyResponse?.points == [])
        #expect(run.frequencyResponse?.note == FrequencyResponse.reasonWithout)
    }
}

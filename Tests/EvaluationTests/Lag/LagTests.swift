import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The lags of filters on a ramp, with closed forms: (1 − α)/α samples for an exponential, (n − 1)/2 samples for
/// windows.
@Suite("Lag")
struct LagTests {
    /// A share of the lag. Closed forms hold for a turn without end; these last 8 to 10 s.
    private static let lagTolerance = 0.05
    /// Milliseconds. A tenth of a sample at 100 Hz.
    private static let leadTolerance = 1.0

    struct Case: Sendable, CustomTestStringConvertible {
        let filter: String
        let samples: Double
        var testDescription: String { filter }
    }

    static let cases = [
        Case(filter: "lowPass:alpha=0.1", samples: 9),
        Case(filter: "lowPass:alpha=0.25", samples: 3),
        Case(filter: "lowPass:alpha=0.05", samples: 19),
        Case(filter: "movingAverage:window=7", samples: 3),
        Case(filter: "movingAverage:window=21", samples: 10),
        Case(filter: "sphericalAverage:window=7", samples: 3),
        Case(filter: "sphericalAverage:window=33", samples: 16),
    ]

    @Test(arguments: cases)
    func `The lag in a constant-rate turn is the closed form within 5 %`(_ law: Case) throws {
        let recording = Synthetic.attitude(duration: 10, truth: { Synthetic.heading(40 * $0) })
        let run = try recording.run("deviceAttitude+\(law.filter)")
        let milliseconds = try #require(run.metrics[.lag])
        #expect(abs(milliseconds - 10 * law.samples) < Self.lagTolerance * 10 * law.samples)
        #expect(run.metrics.note(for: .lag)?.contains("turns uniformly") == true)
    }

    @Test(arguments: cases)
    func `The lag in a constant-rate turn between two rests is the closed form`(_ law: Case) throws {
        let recording = Synthetic.attitude(
            duration: 12,
            truth: { Synthetic.turnBetweenRests($0, speed: 20, rest: 2, turning: 8) }
        )
        let run = try recording.run("deviceAttitude+\(law.filter)")
        let milliseconds = try #require(run.metrics[.lag])
        #expect(abs(milliseconds - 10 * law.samples) < Self.lagTolerance * 10 * law.samples)
        #expect(run.metrics.note(for: .lag) == nil)
    }

    @Test func `A constant offset causes no lag`() throws {
        let tilt = UnitQuaternion(angle: Angle(degrees: 12), axis: Vector3(0.6, 0.8, 0))
        let recording = Synthetic.attitude(
            duration: 24,
            truth: { Synthetic.turnBetweenRests($0, speed: 20, rest: 4, turning: 16) },
            error: { tilt * $1 }
        )
        let run = try recording.run("deviceAttitude+lowPass:alpha=0.1")
        #expect(abs(try #require(run.metrics[.lag]) - 90) < Self.lagTolerance * 90)
    }

    @Test func `An estimate that is ahead has a negative lag`() throws {
        let truth: (Seconds) -> UnitQuaternion = { Synthetic.turnBetweenRests($0, speed: 20, rest: 4, turning: 16) }
        let recording = Synthetic.attitude(duration: 24, truth: truth, error: { time, _ in truth(time + 0.1) })
        let run = try recording.run("deviceAttitude+lowPass:alpha=1")
        #expect(abs(try #require(run.metrics[.lag]) + 100) < Self.leadTolerance)
    }

    @Test func `The lag without motion is unknown, and a note gives the reason`() throws {
        let recording = Synthetic.attitude(duration: 24, truth: { Synthetic.heading(3 * $0) })
        let run = try recording.run("deviceAttitude+lowPass")
        #expect(run.metrics[.lag] == nil)
        #expect(run.metrics.note(for: .lag) == "the reference turns too little (RMS below 5 deg/s)")
    }
}

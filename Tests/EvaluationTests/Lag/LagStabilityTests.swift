import Evaluation
import Recordings
import SensorModel
import Testing

/// The lag does not depend on which samples are present.
struct LagStabilityTests {
    private static let nothing = "lowPass:alpha=1"
    /// The tolerance of the lag in ms.
    private static let tolerance = 0.5
    /// Milliseconds. A tenth of a sample at 100 Hz, for lags of estimates without closed form.
    private static let absoluteTolerance = 1.0
    /// Milliseconds. Half a sample, for a lag that includes a dominant start-up.
    private static let startUpTolerance = 5.0
    /// Milliseconds. The widest interval of a noisy lag: one sample.
    private static let widestInterval = 10.0

    private func run(_ filter: String, over recording: Recording, skip: Seconds = 0) throws -> EvaluationRun {
        try recording.run("deviceAttitude+\(filter)") { options in
            options.metrics = [.lag, .totalRMSE]
            options.skip = skip
        }
    }

    @Test(arguments: [0.0, 1, 5])
    func `A delay by 20 samples adds their time to the lag of noisy estimates`(noise: Double) throws {
        let recording = NoisyMotion.recording(noise: noise, lag: { _ in 0.033 })
        let before = try #require(try run(Self.nothing, over: recording).metrics[.lag])
        let after = try #require(try run("delay:samples=20", over: recording).metrics[.lag])
        #expect(abs(after - before - 200) < Self.tolerance)
        #expect(abs(before - 33) < Self.absoluteTolerance + noise)
    }

    @Test(arguments: [300, 1_234, 3_000])
    func `Ten dropped rows move the lag by less than its interval`(first: Int) throws {
        let recording = NoisyMotion.recording(noise: 5, lag: { _ in 0.033 })
        let whole = try run(Self.nothing, over: recording)
        let interval = try #require(whole.metrics.intervals[.lag])
        let dropped = try run(Self.nothing, over: NoisyMotion.dropping(10, from: first, of: recording))
        let lag = try #require(dropped.metrics[.lag])
        #expect(interval.lower <= lag && lag <= interval.upper)
        #expect(interval.upper - interval.lower < Self.widestInterval)
    }

    @Test func `A drifting heading causes no lag`() throws {
        let recording = NoisyMotion.recording(noise: 0.2, lag: { _ in 0.05 }, drift: { 0.5 * $0 })
        let lag = try #require(try run(Self.nothing, over: recording).metrics[.lag])
        #expect(abs(lag - 50) < Self.absoluteTolerance)
    }

    @Test func `A start-up does not affect the lag after it, and a remark names the figures that it dominates`() throws
    {
        // The estimate rotates by half a circle in its first four seconds.
        let recording = NoisyMotion.recording(
            noise: 0.2,
            lag: { _ in 0.02 },
            drift: { $0 < 4 ? 45 * (4 - $0) : 0 }
        )
        let whole = try run(Self.nothing, over: recording)
        let later = try run(Self.nothing, over: recording, skip: 5)
        let error = try #require(later.metrics[.totalRMSE])
        #expect(error < 5)
        #expect(try #require(whole.metrics[.totalRMSE]) > 10)
        let remark = try #require(whole.remarks.first { $0.contains("without the first 5 s (--skip 5)") })
        #expect(remark.contains("total_rmse_deg"))
        #expect(!later.remarks.contains { $0.contains("--skip") })
        #expect(abs(try #require(later.metrics[.lag]) - 20) < Self.absoluteTolerance)
        if let lag = whole.metrics[.lag] { #expect(abs(lag - 20) < Self.startUpTolerance) }
    }

    @Test func `Segments that disagree have no lag, and the note gives the interval`() throws {
        let recording = NoisyMotion.recording(noise: 0.2, lag: { $0 < 20 ? 0 : 0.4 })
        let run = try run(Self.nothing, over: recording)
        #expect(run.metrics[.lag] == nil)
        let note = try #require(run.metrics.note(for: .lag))
        #expect(note.hasPrefix("the segments of the recording disagree: "))
    }
}

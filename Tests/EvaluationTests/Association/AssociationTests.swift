import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Association of estimate and reference")
struct AssociationTests {
    private func run(_ recording: Recording, _ association: Association) throws -> EvaluationRun {
        try recording.run { $0.association = association }
    }

    /// A rotation at 10°/s. The reference is sampled at 100 Hz for 4 s; the estimate is exact at the given times.
    private func recording(estimatesAt times: [Seconds]) -> Recording {
        let turn: (Seconds) -> UnitQuaternion = { Synthetic.heading(10 * $0) }
        var recording = Synthetic.attitude(duration: 4, truth: turn)
        recording.attitude = SensorStream(times: times, values: times.map(turn))
        return recording
    }

    private func grid(_ range: Range<Int>, _ rate: Double, late: Seconds = 0) -> [Seconds] {
        range.map { Double($0) / rate + late }
    }

    @Test func `Estimates at the reference's times are used without interpolation, and the report says so`() throws {
        let run = try run(recording(estimatesAt: grid(0..<401, 100)), .interpolated())
        #expect(run.reference?.alignment == "exact")
        #expect(run.metrics[.count] == 401)
        let remark = "reference: the recording's reference orientation; estimates at the reference's times"
        #expect(run.remarks.first == remark)
    }

    @Test func `An estimate is interpolated between its neighbours`() throws {
        let run = try run(recording(estimatesAt: grid(0..<401, 100, late: 0.003)), .interpolated())
        #expect(run.reference?.alignment == "interpolated")
        #expect(run.metrics[.count] == 400)
        #expect(run.skipped["reference samples before the first estimate"] == 1)
        #expect(abs(try #require(run.metrics[.totalMax])) < Tolerance.publishedDegrees)
    }

    @Test func `The nearest estimate within the limit is used, with its error`() throws {
        // Every estimate is 3 ms late, which is 0.03° at 10°/s.
        let recording = recording(estimatesAt: grid(0..<201, 100, late: 0.003))
        let run = try run(recording, .nearest(limit: 0.004))
        #expect(run.metrics[.count] == 201)
        #expect(run.skipped["reference samples without an estimate within the limit"] == 200)
        #expect(abs(try #require(run.metrics[.totalMax]) - 0.03) < Tolerance.publishedDegrees)
        #expect(run.reference?.alignment == "nearest:0.004")
    }

    @Test func `The earlier of two equally near estimates is used`() throws {
        let recording = recording(estimatesAt: [0.995, 1.005])
        let run = try run(recording, .nearest(limit: 0.006))
        #expect(run.metrics[.count] == 3)
        #expect(abs(try #require(run.metrics[.headingMax]) - 0.05) < Tolerance.publishedDegrees)
    }

    @Test func `The rule 'exact' matches equal times only`() throws {
        let recording = recording(estimatesAt: grid(0..<101, 50, late: 0) + [2.105, 3.000_000_4])
        let run = try run(recording, .exact)
        #expect(run.metrics[.count] == 102)
        #expect(run.skipped["reference samples without an estimate at the same time"] == 299)
        #expect(run.reference?.alignment == "exact")
    }

    @Test func `Gaps over 0.1 s are not interpolated by default`() throws {
        let times = grid(0..<100, 100) + grid(120..<401, 100)
        let strict = try run(recording(estimatesAt: times), .interpolated())
        #expect(strict.skipped["reference samples in a gap of the estimate"] == 20)
        #expect(strict.metrics[.count] == 381)
        let lenient = try run(recording(estimatesAt: times), .interpolated(longestGap: 0.3))
        #expect(lenient.metrics[.count] == 401)
        #expect(lenient.skipped.isEmpty)
    }

    @Test func `For slow estimates, gaps of up to three intervals are interpolated`() throws {
        let times = grid(0..<5, 5) + [1.4, 1.6, 2.4] + grid(13..<21, 5)
        let run = try run(recording(estimatesAt: times), .interpolated())
        #expect(run.skipped["reference samples in a gap of the estimate"] == 79)
    }

    @Test func `A repeated time of the reference counts once`() throws {
        var recording = recording(estimatesAt: grid(0..<401, 100))
        recording.reference?.times[11] = 0.1
        let run = try run(recording, .interpolated())
        #expect(run.metrics[.count] == 400)
        #expect(run.skipped["reference samples not later than the previous one"] == 1)
    }

    @Test func `Reference samples after the last estimate are left out`() throws {
        let run = try run(recording(estimatesAt: grid(0..<301, 100)), .interpolated())
        #expect(run.skipped["reference samples after the last estimate"] == 100)
    }
}

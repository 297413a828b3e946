import Diagnosis
import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite struct AlgorithmDiagnosisTests {
    private let recording = SyntheticMotion(seed: 5).recording(duration: 40, bias: Vector3(0.02, -0.01, 0.015))

    private func findings(_ pipeline: String) throws -> [DoctorFinding] {
        let run = try #require(OwnRuns(recording).estimates(of: [pipeline])[0])
        let readings = EstimateReading.ofQuaternions(times: run.times, orientations: run.orientations)
        return EstimateDiagnosis(recording, readings: readings).findings
    }

    @Test func `Madgwick's halved reference is named with its gain`() throws {
        let run = try #require(OwnRuns(recording).estimates(of: ["madgwick:beta=0.07,reference=halved"])[0])
        let track = OrientationTrack(SensorStream(times: run.times, values: run.orientations))
        let check = try #require(HalvedReferenceCheck(track, OwnRuns(recording)))
        #expect(abs(check.gain / 0.07 - 1) < 0.05)
        #expect(try findings("madgwick:beta=0.07,reference=halved").map(\.fault) == [.halvedReference])
    }

    @Test(arguments: [(0.2, true), (0.6, false)])
    func `The halved reference is named only within 0.4° of its run`(angle: Double, isNamed: Bool) throws {
        // The bias separates the runs with the halved and with the full reference.
        let recording = SyntheticMotion(seed: 5).recording(duration: 40, bias: Vector3(0.1, -0.05, 0.08))
        let run = try #require(OwnRuns(recording).estimates(of: ["madgwick:beta=0.15,reference=halved"])[0])
        // Every orientation is rotated by the same angle, in alternating directions, so this angle is the RMS distance.
        let orientations = run.orientations.enumerated().map { index, orientation in
            let turn = Angle(degrees: index.isMultiple(of: 2) ? angle : -angle)
            return UnitQuaternion(angle: turn, axis: DoctoredEstimate.up) * orientation
        }
        let track = OrientationTrack(SensorStream(times: run.times, values: orientations))
        #expect((HalvedReferenceCheck(track, OwnRuns(recording)) != nil) == isNamed)
    }

    @Test(arguments: ["madgwick:beta=0.07", "vqf", "vqf+oneEuro:beta=0.02"])
    func `A filter without a fault has no findings`(pipeline: String) throws {
        #expect(try findings(pipeline).isEmpty)
    }

    @Test func `A 1€ filter with a gain for radians and a speed in degrees is named`() throws {
        let run = try #require(OwnRuns(recording).estimates(of: ["vqf+oneEuro:minCutoff=1,beta=1.15"])[0])
        let check = try #require(
            OneEuroCheck(times: run.times, orientations: run.orientations, OwnRuns(recording))
        )
        #expect(check.input == "vqf")
        #expect(abs(check.slope / 1.15 - 1) < 0.1)
        #expect(try findings("vqf+oneEuro:minCutoff=1,beta=1.15").map(\.fault) == [.oneEuroDegrees])
    }
}

import Evaluation
import Pipelines
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

/// The sums of the lag search, which take two samples at a time and are shared by pipelines.
struct LagSumsTests {
    /// Squared radians: the search interpolates the reference on the chord, whose direction differs from the arc's by
    /// less than 1e-7 rad at 1° between samples.
    private static let interpolation = 1e-8

    private static func truth(at time: Seconds) -> UnitQuaternion {
        UnitQuaternion(
            rotationVector: Vector3(0.4 * Double.sin(time), 0.3 * Double.sin(1.3 * time), 0.8 * Double.sin(0.7 * time))
        )
    }

    /// A reference of 57 Hz with a gap, over 20 s.
    private static let reference: ReferenceStream = {
        let times = (0...1_140).map { Double($0) / 57 }.filter { !(9...9.5).contains($0) }
        return ReferenceStream(times: times, orientations: times.map(truth))
    }()

    /// The mean squared chord by its definition: 4 (1 − λ/Σw), with λ the largest eigenvalue of Σ w d dᵀ.
    private func error(_ differences: [(difference: Quaternion, weight: Double)]) -> Double {
        var matrix = Array(repeating: Array(repeating: 0.0, count: 4), count: 4)
        var sum = 0.0
        for (difference, weight) in differences {
            let numbers = [difference.w, difference.x, difference.y, difference.z]
            for row in 0..<4 { for column in 0..<4 { matrix[row][column] += weight * numbers[row] * numbers[column] } }
            sum += weight
        }
        var vector = [1.0, 0.1, 0.1, 0.1]
        for _ in 0..<200 {
            let next = matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
            let length = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
            vector = next.map { $0 / length }
        }
        let image = matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
        return 4 * (1 - zip(image, vector).reduce(0) { $0 + $1.0 * $1.1 } / sum)
    }

    @Test(arguments: [-40, 0, 7, 200])
    func `Sums of pairs equal the definition of the mean squared error`(number: Int) throws {
        // 201 Hz and a turn that varies, so that chunks have odd numbers of samples.
        let times = (0...4_020).map { Double($0) / 201 }
        let estimates = times.map { time in
            let vector = Vector3(0.05 * Double.sin(3 * time), 0.02, 0.1 + 0.03 * Double.sin(time))
            let turn = UnitQuaternion(rotationVector: vector)
            return turn * Self.truth(at: time - 0.03)
        }
        let lagReference = LagReference(Self.reference, span: nil)
        let halves = LagHalf.halves(of: lagReference, within: [0.2...19], segmentDuration: 10)
        let references = ShiftedReferences(lagReference, at: times, step: 0.005, halves: halves)
        let correlation = LagCorrelation(estimates, references, halves: halves, keepsOffset: false)
        let errors = correlation.errors(at: number)
        let segments = correlation.segments
        #expect(segments.count >= 2)
        let track = OrientationTrack(Self.reference)
        for (segment, found) in zip(segments, errors) {
            let (first, second) = (halves[segment], halves[segment + 1])
            var index = 0
            let differences = zip(times, estimates).compactMap { time, estimate -> (Quaternion, Double)? in
                let moment = time - Double(number) * references.step
                guard moment >= first.start, moment < second.end,
                    let truth = track.orientation(at: moment, from: &index)
                else { return nil }
                let weight = moment < first.end ? first.weight(at: moment) : 1 - second.weight(at: moment)
                return (Quaternion(estimate) * Quaternion(truth.conjugate), weight)
            }
            let expected = error(differences)
            #expect(abs(try #require(found) - expected) < Self.interpolation)
        }
    }

    @Test func `A lag does not depend on the pipelines that are measured before`() throws {
        let recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        let pipelines = try ["triad", "madgwick", "mahony", "vqf"].map { try PipelineSpecification(parsing: $0) }
        let together = try RecordingEvaluation.evaluate(recording, pipelines: pipelines)
        #expect(together.count == pipelines.count)
        for (pipeline, outcome) in zip(pipelines, together) {
            let alone = try #require(try RecordingEvaluation.evaluate(recording, pipelines: [pipeline]).first)
            #expect(alone.run.metrics[.lag] != nil)
            #expect(alone.run.metrics[.lag] == outcome.run.metrics[.lag])
            #expect(alone.run.metrics.intervals[.lag] == outcome.run.metrics.intervals[.lag])
        }
    }
}

import Evaluation
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The overlapping Allan deviation compared with PyPI's `allantools`. Fixtures/make_allan.py wrote the expected values.
struct AllanTests {
    /// The rounding of sums of numbers of magnitude 1.
    private static let rounding = 1e-12

    private struct Fixture: Decodable {
        struct Synthetic: Decodable {
            let samples: [Double]
            let sizes: [Int]
            let deviations: [Double]
        }
        struct Rest: Decodable {
            let trial: String
            let rows: Int
            let sizes: [Int]
            let deviations: [String: [Double]]
        }
        let synthetic: Synthetic
        let rest: Rest

        init() throws {
            self = try Package.decode("Tests/EvaluationTests/Fixtures/allan.json")
        }
    }

    /// Relative: the rounding of two orders of summation over ten thousand numbers.
    private static let sameDeviation = 1e-9

    private func expect(_ found: AllanDeviation, _ expected: [Double]) {
        #expect(found.points.count == expected.count)
        for (point, deviation) in zip(found.points, expected) {
            #expect(abs(point.deviation / deviation - 1) < Self.sameDeviation, "at \(point.seconds) s")
        }
    }

    @Test func `Synthetic noise has the deviations of allantools`() throws {
        let fixture = try Fixture().synthetic
        expect(AllanDeviation(fixture.samples, interval: 0.01, sizes: fixture.sizes), fixture.deviations)
    }

    @Test(.enabled(if: SharedDatasets.has("broad")))
    func `A gyroscope at rest has the deviations of allantools`() throws {
        let fixture = try Fixture().rest
        let recording = try SharedRecordings.broad(fixture.trial)
        let values = try #require(recording.gyroscope).values.prefix(fixture.rows)
        let axes: [(String, KeyPath<Vector3, Double>)] = [("x", \.x), ("y", \.y), ("z", \.z)]
        for (name, axis) in axes {
            let samples = values.map { $0[keyPath: axis] }
            let deviations = try #require(fixture.deviations[name])
            expect(AllanDeviation(samples, interval: 0.0035, sizes: fixture.sizes), deviations)
        }
    }

    @Test func `A constant has the deviation 0, and too few samples have no point`() {
        let constant = AllanDeviation(Array(repeating: 9.81, count: 100), interval: 0.01)
        #expect(!constant.points.isEmpty)
        #expect(constant.points.allSatisfy { $0.deviation == 0 })
        #expect(AllanDeviation([1, 2], interval: 0.01).points.isEmpty)
        #expect(AllanDeviation([], interval: 0.01).points.isEmpty)
    }

    /// The samples alternate between ±1. Successive means of one sample differ by 2, so σ(τ₀) = √(2²/2) = √2; means of
    /// two samples are equal.
    @Test func `Alternating samples have the deviations of a calculation by hand`() {
        let sawtooth = (0..<50).map { $0.isMultiple(of: 2) ? 1.0 : -1 }
        let points = AllanDeviation(sawtooth, interval: 0.5, sizes: [1, 2]).points
        #expect(points.map(\.seconds) == [0.5, 1])
        #expect(points.map(\.count) == [49, 47])
        #expect(abs(points[0].deviation - 2.0.squareRoot()) < Self.rounding)
        #expect(abs(points[1].deviation) < Self.rounding)
    }

    @Test func `A rest that is too short has a reason`() {
        let allan = AllanDeviation((0..<20).map { Double($0 % 3) }, interval: 0.01)
        let found = AllanCoefficients(allan, duration: 0.2)
        #expect(found.randomWalk == .unknown("a rest of 0.2 s is too short"))
        #expect(found.biasInstability.value == nil && found.rateRandomWalk.value == nil)
    }

    /// White noise of standard deviation s at the interval τ₀ has N = s √τ₀.
    @Test func `The angle random walk of white noise is its closed form`() throws {
        var generator = SplitMix64(seed: 7)
        // Twelve uniform numbers less six have mean 0 and variance 1.
        let samples = (0..<20_000).map { _ in (0..<12).reduce(-6.0) { sum, _ in sum + generator.nextFraction() } * 0.02
        }
        let found = AllanCoefficients(AllanDeviation(samples, interval: 0.01), duration: 200)
        let walk = try #require(found.randomWalk.value)
        #expect(abs(walk / 0.002 - 1) < Self.scatter)
    }

    /// The standard error of an estimate of white noise from 20,000 samples, at the point with the best slope.
    private static let scatter = 0.1
}

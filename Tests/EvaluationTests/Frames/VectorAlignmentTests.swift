import Evaluation
import SensorModel
import TestSupport
import Testing

@Suite("Rotations between vectors")
struct VectorAlignmentTests {
    struct Case: Decodable, Sendable {
        let from: [[Double]]
        let to: [[Double]]
        let weights: [Double]
        let quaternionWXYZ: [Double]
    }

    @Test func `Rotations equal scipy's`() throws {
        let cases: [Case] = try Package.decode("Tests/EvaluationTests/Fixtures/alignment.json")
        #expect(cases.count == 4)
        for example in cases {
            let alignment = VectorAlignment(
                from: example.from.map { Vector3($0[0], $0[1], $0[2]) },
                to: example.to.map { Vector3($0[0], $0[1], $0[2]) },
                weights: example.weights
            )
            let components = example.quaternionWXYZ
            let expected = try #require(
                UnitQuaternion(w: components[0], x: components[1], y: components[2], z: components[3])
            )
            #expect(alignment.rotation.angle(to: expected).radians < Tolerance.equations)
        }
    }

    @Test func `Parallel vectors do not determine the rotation about them`() {
        let vectors = [Vector3(1, 2, 2), Vector3(-2, -4, -4), Vector3(0.5, 1, 1)]
        let alignment = VectorAlignment(from: vectors, to: vectors, weights: [1, 1, 1])
        #expect(alignment.leastInformation < Tolerance.rounding * alignment.information)
        // Σ |v|² = 9 + 36 + 2.25; a rotation about any perpendicular axis loses all of it.
        #expect(abs(alignment.informationAcross - 47.25) < 47.25 * Tolerance.rounding)
        #expect(abs(abs(alignment.axis.dot(Vector3(1, 2, 2))) - 3) < Tolerance.rounding)
    }

    @Test func `Orthogonal unit vectors have an information of one each`() {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        let alignment = VectorAlignment(from: axes, to: axes, weights: [1, 1, 1])
        // The singular values are 1, 1, 1, so the sum is 3 and the sum of the two smallest is 2.
        #expect(abs(alignment.information - 3) < Tolerance.rounding)
        #expect(abs(alignment.leastInformation - 2) < Tolerance.rounding)
    }
}

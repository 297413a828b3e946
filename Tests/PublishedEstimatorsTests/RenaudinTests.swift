import PublishedEstimators
import SensorModel
import TestSupport
import Testing

struct RenaudinTests {
    /// The rotation of a step that the gyroscope measures, and the bias in it.
    private static let measured = UnitQuaternion(rotationVector: Vector3(0.02, -0.01, 0.015))
    private static let bias = Quaternion(w: 0, x: 1e-3, y: -2e-3, z: 1.5e-3)

    /// The correction of a bias of zero by the changes of two directions.
    private func correction(_ form: Renaudin.Gradient) throws -> Quaternion {
        let truth = try #require(UnitQuaternion(Quaternion(Self.measured) - Self.bias))
        var state = BiasedQuaternionState(
            predicted: Quaternion(UnitQuaternion.identity),
            covariance: BiasedQuaternionCovariance(quaternionVariance: 1, biasVariance: 1),
            hasBias: true
        )
        for last in [Vector3(0.6, 0, 0.8), Vector3(0, 0.8, -0.6)] {
            state.includeChange(
                from: last,
                to: truth.conjugate.rotate(last),
                Quaternion(Self.measured),
                Vector3(1e-6, 1e-6, 1e-6),
                form
            )
        }
        return state.biasCorrection
    }

    @Test func `The changes of two directions measure the bias`() throws {
        let error = try correction(.direction) - Self.bias
        // The square of the bias, and its part along the quaternion, which turns nothing.
        #expect(error.length < 0.02 * Self.bias.length)
    }

    @Test func `The benchmark's derivative moves the bias away from the true one`() throws {
        #expect(try correction(.benchmark).dot(Self.bias) < 0)
    }

    @Test func `A known bias of the gyroscope is learnt at rest`() throws {
        var (with, without) = (Renaudin(), Renaudin(.init(with: { $0.bias = false })))
        let truth = UnitQuaternion(angle: Angle(degrees: 40), axis: Vector3(0.6, 0, 0.8))
        var errors = (with: 0.0, without: 0.0)
        for index in 0..<6_000 {
            let frame = Motion.frame(truth, rate: Vector3(0.05, -0.04, 0.06), at: Double(index) * 0.01)
            errors.with = try with.output(for: frame).angle(to: truth).degrees
            errors.without = try without.output(for: frame).angle(to: truth).degrees
        }
        #expect(errors.without > 1)
        #expect(errors.with < 0.1 * errors.without)
    }
}

extension Renaudin.Parameters {
    fileprivate init(with change: (inout Self) -> Void) {
        self.init()
        change(&self)
    }
}

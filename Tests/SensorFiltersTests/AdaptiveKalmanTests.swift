import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct AdaptiveKalmanTests {
    /// The relative error of a standard deviation that is averaged over about 1,000 samples of three axes.
    static let noiseTolerance = 0.1

    private static let axis = Vector3(0, 0.6, 0.8)

    private static func turned(_ degrees: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: degrees), axis: axis)
    }

    @Test func `The second and third output equal a calculation by hand`() throws {
        // σ_a² = 3, r = σ_v² = 1, τ = 1/ln 2, so that half of the estimated variance is new after a second.
        var filter = AdaptiveKalman(
            .init(processNoise: 3.0.squareRoot(), adaptationTime: 1 / 0.6931471805599453, initialSpeed: 1)
        )
        #expect(filter.measuredNoise == nil)
        #expect(try filter.output(for: Self.turned(0), at: 0) == Self.turned(0))
        // P⁻ = [3 2.5; 2.5 4], K = (3, 2.5)/4, ν = 10°: q = 7.5°, ω = 6.25°/s, P = [0.75 0.625; 0.625 2.4375].
        let second = try filter.output(for: Self.turned(10), at: 1)
        #expect(second.angle(to: Self.turned(7.5)).radians < Tolerance.equations)
        // r = 1 + (2.5²/3 + 0.75 − 1)/2.
        let variance = 23.0 / 12
        #expect(abs(try #require(filter.measuredNoise).degrees - variance.squareRoot()) < Tolerance.equations)
        // P⁻ = 0.75 + 2 · 0.625 + 2.4375 + 1 = 5.4375, q⁻ = 7.5° + 6.25°, ν = 20° − 13.75°.
        let third = try filter.output(for: Self.turned(20), at: 2)
        let expected = 13.75 + 6.25 * 5.4375 / (5.4375 + variance)
        #expect(third.angle(to: Self.turned(expected)).radians < Tolerance.equations)
    }

    @Test(arguments: [0.2, 1.0, 5.0])
    func `The measured noise is that of white samples, and follows a change`(_ noise: Double) throws {
        // The device is at rest, so the process noise must be small compared with the noise of the samples.
        var filter = AdaptiveKalman(.init(processNoise: 1, adaptationTime: 10))
        var normals = NormalSource(SplitMix64(seed: 7))
        func sample(_ deviation: Double) -> UnitQuaternion {
            let turn = Vector3(normals.next(), normals.next(), normals.next()) * deviation
            return UnitQuaternion(rotationVector: turn * Angle(degrees: 1).radians)
        }
        var time = 0.0
        for deviation in [noise, 2 * noise] {
            for _ in 0..<6_000 {
                _ = try filter.output(for: sample(deviation), at: time)
                time += 0.01
            }
            let measured = try #require(filter.measuredNoise).degrees
            #expect(abs(measured / deviation - 1) < Self.noiseTolerance)
        }
    }

    @Test func `A uniform turn has no lag in the steady state`() throws {
        var filter = AdaptiveKalman()
        let start = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.6, 0, 0.8))
        for index in 0..<3_000 {
            let time = Double(index) * 0.01
            let truth = start * UnitQuaternion(rotationVector: Vector3(1, -2, 0.5) * time)
            let lag = try filter.output(for: truth, at: time).angle(to: truth).radians
            if index > 2_000 { #expect(lag < Tolerance.equations) }
        }
    }

    @Test func `A filter that never adapts equals the Kalman filter with that noise`() throws {
        var adaptive = AdaptiveKalman(.init(processNoise: 10, adaptationTime: 1e15, initialNoise: 0.5))
        var fixed = KalmanConstantVelocity<UnitQuaternion>(.init(processNoise: 10, measurementNoise: 0.5))
        for row in try NumberTable.rows(fixture: "kalman_constant_velocity.csv") {
            let one = try adaptive.output(for: Self.turned(row[1]), at: row[0])
            let other = try fixed.output(for: Self.turned(row[1]), at: row[0])
            #expect(one.angle(to: other).radians < Tolerance.equations)
        }
    }
}

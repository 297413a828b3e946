import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity with the PyPI package `ahrs` 0.4.0 on a synthetic recording. `Fixtures/make_ahrs.py` describes the conversion
/// between its frames and ours.
struct AHRSParityTests {
    private struct Row {
        let frame: SensorFrame
        let mahony: UnitQuaternion
        let madgwick: UnitQuaternion
        let ekf: UnitQuaternion
    }

    /// Degrees. Both implementations read the same rounded samples, and the fixture has 15 decimals. The rounding errors of
    /// 600 steps in another order remain.
    private static let sameEquations = 1e-9

    /// Degrees. The other filter differs: its state is the quaternion without a bias, it uses the dip of the field, and
    /// its noise has other units. The measured difference is 1.01°, while both correct an initial error of 1.59°.
    private static let anotherKalman = 1.5

    private static func rows() throws -> [Row] {
        try NumberTable.rows(fixture: "ahrs.csv").enumerated().map { index, v in
            try #require(v.count == 21)
            func quaternion(_ start: Int) throws -> UnitQuaternion {
                try #require(UnitQuaternion(w: v[start], x: v[start + 1], y: v[start + 2], z: v[start + 3]))
            }
            let frame = SensorFrame(
                time: Double(index) * 0.01,
                accelerometer: Vector3(v[0], v[1], v[2]),
                gyroscope: Vector3(v[3], v[4], v[5]),
                magnetometer: Vector3(v[6], v[7], v[8])
            )
            return Row(frame: frame, mahony: try quaternion(9), madgwick: try quaternion(13), ekf: try quaternion(17))
        }
    }

    /// The largest angle, in degrees, between an estimator and the fixture.
    private func largestAngle(
        _ fresh: some OrientationEstimator,
        _ expected: (Row) -> UnitQuaternion
    ) throws -> Double {
        var estimator = fresh
        var largest = 0.0
        for row in try Self.rows() {
            largest = max(largest, try estimator.output(for: row.frame).angle(to: expected(row)).degrees)
        }
        return largest
    }

    @Test func `Mahony with an integral gain equals that of ahrs`() throws {
        let angle = try largestAngle(Mahony(.init(kp: 0.5, ki: 0.02))) { $0.mahony }
        #expect(angle < Self.sameEquations)
    }

    @Test func `Madgwick with the full reference equals that of ahrs`() throws {
        let angle = try largestAngle(Madgwick(.init(beta: 0.1, reference: .full))) { $0.madgwick }
        #expect(angle < Self.sameEquations)
    }

    @Test func `The extended Kalman filter is close to that of ahrs`() throws {
        // The gyroscope's standard deviation in ahrs is 0.01 rad/s per sample of 10 ms: 0.001 rad/s/√Hz.
        let angle = try largestAngle(ExtendedKalman(with: { $0.initialBias = 0 })) { $0.ekf }
        #expect(angle < Self.anotherKalman)
    }
}

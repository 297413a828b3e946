import SensorModel
import TestSupport
import Testing

struct LaneQuaternionTests {
    /// Lengths for the series and for the square root, and lengths whose squares underflow or overflow.
    static let scales: [[Double]] = [
        [1, 1.0001, 0.9999, 1 + 1e-9],
        [1, 1.1, 0.9999, 0.5],
        [2, 1.1, 30, 0.5],
        [1, 1e-200, 1e200, 1.1],
        [1, 0, 1.1, 1.0001],
    ]

    @Test(arguments: scales)
    func `Each lane is normalised like a single quaternion`(_ scales: [Double]) throws {
        let unit = Quaternion(w: 0.5, x: -0.7, y: 0.1, z: 0.5)
        var lanes = LaneQuaternion<SIMD4<Double>>(repeating: .identity)
        let kept = lanes
        for (lane, scale) in scales.enumerated() {
            let value = unit * scale
            lanes[lane] = UnitQuaternion(unchecked: value.w, value.x, value.y, value.z)
        }
        let result = lanes.normalised(orKeeping: kept)
        for (lane, scale) in scales.enumerated() {
            let alone = UnitQuaternion(unit * scale)
            #expect(result[lane] == alone ?? .identity)
            #expect(abs(Quaternion(result[lane]).length - 1) <= Tolerance.rounding)
            #expect(alone != nil || scale == 0)
        }
    }
}

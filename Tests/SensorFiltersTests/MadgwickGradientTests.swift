import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The gradient of Madgwick's filter, compared with the equations of Madgwick 2010 as printed.
struct MadgwickGradientTests {
    /// The sums of roundings in components of ½ ∇f, which are below 8.
    static let rounding = 2e-14

    /// ½ Jᵀ f by (25), (26), (29) and (30).
    ///
    /// - Parameters:
    ///   - orientation: device → (North, West, Up), the report's axes.
    ///   - share: the share of the rotated field that the measured field is compared with.
    private func halfGradient(
        _ orientation: UnitQuaternion,
        _ gravity: Vector3,
        _ field: Vector3,
        share: Double
    ) -> [Double] {
        let (q1, q2, q3, q4) = (orientation.w, orientation.x, orientation.y, orientation.z)
        // (45), (46)
        let h = orientation.rotate(field)
        let (bx, bz) = (share * (h.x * h.x + h.y * h.y).squareRoot(), share * h.z)
        let f = [
            2 * (q2 * q4 - q1 * q3) - gravity.x,
            2 * (q1 * q2 + q3 * q4) - gravity.y,
            2 * (0.5 - q2 * q2 - q3 * q3) - gravity.z,
            2 * bx * (0.5 - q3 * q3 - q4 * q4) + 2 * bz * (q2 * q4 - q1 * q3) - field.x,
            2 * bx * (q2 * q3 - q1 * q4) + 2 * bz * (q1 * q2 + q3 * q4) - field.y,
            2 * bx * (q1 * q3 + q2 * q4) + 2 * bz * (0.5 - q2 * q2 - q3 * q3) - field.z,
        ]
        let j: [[Double]] = [
            [-2 * q3, 2 * q4, -2 * q1, 2 * q2],
            [2 * q2, 2 * q1, 2 * q4, 2 * q3],
            [0, -4 * q2, -4 * q3, 0],
            [-2 * bz * q3, 2 * bz * q4, -4 * bx * q3 - 2 * bz * q1, -4 * bx * q4 + 2 * bz * q2],
            [
                -2 * bx * q4 + 2 * bz * q2, 2 * bx * q3 + 2 * bz * q1, 2 * bx * q2 + 2 * bz * q4,
                -2 * bx * q1 + 2 * bz * q3,
            ],
            [2 * bx * q3, 2 * bx * q4 - 4 * bz * q2, 2 * bx * q1 - 4 * bz * q3, 2 * bx * q2],
        ]
        return (0..<4).map { column in
            var sum = 0.0
            for row in 0..<6 { sum += j[row][column] * f[row] }
            return sum / 2
        }
    }

    @Test(arguments: Madgwick.FieldReference.allCases)
    func `The step is minus half of the printed gradient`(_ reference: Madgwick.FieldReference) throws {
        var generator = SeededGenerator(seed: 34)
        for _ in 0..<1_000 {
            let orientation = UnitQuaternion(rotationVector: generator.vector(3))
            let gravity = try #require(generator.vector(1).normalised)
            let field = try #require(generator.vector(1).normalised)
            let step = MadgwickGradient(
                at: orientation,
                UnitDirections(gravity: gravity, field: field),
                share: reference.share
            )
            let inReport = EarthFrame.quarterTurn.conjugate * orientation
            let stretch = Quaternion(w: step.stretch, x: step.turn.x, y: step.turn.y, z: step.turn.z)
            let found = Quaternion(inReport) * stretch
            let expected = halfGradient(inReport, gravity, field, share: reference.share)
            for (mine, printed) in zip([found.w, found.x, found.y, found.z], expected) {
                #expect(abs(mine + printed) < Self.rounding)
            }
        }
    }
}

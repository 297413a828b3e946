import SensorModel

/// ``Madgwick`` with one β in each lane, in the order of operations that it has there. Numbers of equations are those of
/// Madgwick's report.
struct MadgwickLanes<Numbers: NumberLanes>: LaneEstimator {
    private let beta: Numbers
    private let reference: Madgwick.FieldReference

    /// - Parameter settings: with one field reference.
    init(_ settings: [Madgwick.Parameters]) {
        beta = Self.lanes(settings, \.beta)
        reference = settings[0].reference
    }

    @inline(__always)
    func begin() {}

    @inline(__always)
    func step(
        from orientation: LaneQuaternion<Numbers>,
        rate: Vector3,
        directions: (gravity: Vector3, field: Vector3)?,
        over interval: Seconds
    ) -> LaneQuaternion<Numbers> {
        let q = orientation.turned(aboutUp: EarthFrame.quarterTurn.conjugate)
        // (12) q̇_ω = ½ q ⊗ ω
        var derivative = q.product(pure: LaneVector(repeating: rate * 0.5))
        if let (gravity, field) = directions {
            let gradient = gradient(q, gravity: gravity, field: field)
            let length = gradient.lengthSquared.squareRoot()
            // (43), (44) q̇ = q̇_ω − β ∇f/|∇f|
            derivative = derivative + Self.pull(gradient, length: length, beta: beta)
        }
        // (42) Euler's step
        let next = (q + derivative * Numbers(repeating: interval)).normalised(orKeeping: q)
        return next.turned(aboutUp: EarthFrame.quarterTurn)
    }

    /// g · (−β/|g|); nothing in lanes without a gradient.
    @inline(__always)
    private static func pull(
        _ gradient: LaneQuaternion<Numbers>,
        length: Numbers,
        beta: Numbers
    ) -> LaneQuaternion<Numbers> {
        var factor = (0.0 - beta) / length
        if !length.isInside(.leastNonzeroMagnitude ... .greatestFiniteMagnitude) {
            for lane in 0..<Numbers.count where !(length[lane] > 0) { factor[lane] = 0 }
        }
        return gradient * factor
    }

    /// (45), (46): the measured field turned into Earth coordinates, its horizontal part laid along north.
    @inline(__always)
    private func reference(
        _ field: LaneVector<Numbers>,
        _ q: LaneQuaternion<Numbers>
    ) -> (north: Numbers, up: Numbers) {
        let turned = q.rotate(field)
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot()
        return reference == .halved ? (north * 0.5, turned.z * 0.5) : (north, turned.z)
    }

    /// (34): ∇f = Jᵀ f for gravity (25), (26) and the magnetic field (29), (30) together.
    @inline(__always)
    private func gradient(_ q: LaneQuaternion<Numbers>, gravity: Vector3, field: Vector3) -> LaneQuaternion<Numbers> {
        let a = LaneVector<Numbers>(repeating: gravity)
        let m = LaneVector<Numbers>(repeating: field)
        let b = reference(m, q)
        let (n, u) = (b.north * 2.0, b.up * 2.0)
        let (w2, x2, y2, z2) = (q.w * 2.0, q.x * 2.0, q.y * 2.0, q.z * 2.0)
        let right = q.x * q.z - q.w * q.y
        let ahead = q.w * q.x + q.y * q.z
        let above = 0.5 - q.x * q.x - q.y * q.y
        let f1 = right * 2.0 - a.x
        let f2 = ahead * 2.0 - a.y
        let f3 = above * 2.0 - a.z
        let f4 = n * (0.5 - q.y * q.y - q.z * q.z) + u * right - m.x
        let f5 = n * (q.x * q.y - q.w * q.z) + u * ahead - m.y
        let f6 = n * (q.w * q.y + q.x * q.z) + u * above - m.z
        let (uw, ux, uy, uz) = (u * q.w, u * q.x, u * q.y, u * q.z)
        let (nw, nx, ny, nz) = (n * q.w, n * q.x, n * q.y, n * q.z)
        let gravityPart = LaneQuaternion(
            w: x2 * f2 - y2 * f1,
            x: z2 * f1 + w2 * f2 - (q.x * 4.0) * f3,
            y: z2 * f2 - w2 * f1 - (q.y * 4.0) * f3,
            z: x2 * f1 + y2 * f2
        )
        let fieldPart = LaneQuaternion(
            w: (ux - nz) * f5 - uy * f4 + ny * f6,
            x: uz * f4 + (ny + uw) * f5 + (nz - ux * 2.0) * f6,
            y: (nx + uz) * f5 - (ny * 2.0 + uw) * f4 + (nw - uy * 2.0) * f6,
            z: (ux - nz * 2.0) * f4 + (uy - nw) * f5 + nx * f6
        )
        return gravityPart + fieldPart
    }
}

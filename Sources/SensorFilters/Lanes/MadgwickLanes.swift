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
        // (12) q̇_ω = ½ q ⊗ ω
        var turn = LaneVector<Numbers>(repeating: rate * 0.5)
        var stretch = Numbers(repeating: 0)
        if let (gravity, field) = directions {
            let descent = descent(
                at: orientation,
                gravity: LaneVector(repeating: gravity),
                field: LaneVector(repeating: field)
            )
            let length = (descent.turn.dot(descent.turn) + descent.stretch * descent.stretch).squareRoot()
            // (43), (44) q̇ = q̇_ω − β ∇f/|∇f|
            let pull = pull(length)
            turn += descent.turn * pull
            stretch = descent.stretch * pull
        }
        // (42) Euler's step, q + (q ⊗ (stretch, turn)) Δt
        let stretched = orientation * (stretch * interval + 1.0)
        let turned = orientation.product(pure: turn) * Numbers(repeating: interval)
        return (stretched + turned).normalised(orKeeping: orientation)
    }

    /// β/|½ ∇f|; 0 in lanes without a gradient but for rounding.
    @inline(__always)
    private func pull(_ length: Numbers) -> Numbers {
        var factor = beta / length
        if !length.isInside(Madgwick.leastDescent.nextUp ... .greatestFiniteMagnitude) {
            for lane in 0..<Numbers.count where !(length[lane] > Madgwick.leastDescent) { factor[lane] = 0 }
        }
        return factor
    }

    /// (34): −½ ∇f as q ⊗ (stretch, turn), as ``Madgwick`` finds it.
    @inline(__always)
    private func descent(
        at orientation: LaneQuaternion<Numbers>,
        gravity: LaneVector<Numbers>,
        field: LaneVector<Numbers>
    ) -> (turn: LaneVector<Numbers>, stretch: Numbers) {
        let axes = orientation.axes
        let share = reference == .halved ? 0.5 : 1.0
        let (x, y) = (axes.east.dot(field), axes.north.dot(field))
        let north = (x * x + y * y).squareRoot() * share
        let up = axes.up.dot(field) * share
        let predicted = axes.north * north + axes.up * up
        let turn = gravity.cross(axes.up) + field.cross(predicted)
        let vertical = LaneVector(axes.up.x, axes.up.y, axes.up.z - 1)
        let level = LaneVector(predicted.x - north, predicted.y, predicted.z - up)
        let stretch = (gravity - axes.up).dot(vertical) + (field - predicted).dot(level)
        return (turn, stretch)
    }
}

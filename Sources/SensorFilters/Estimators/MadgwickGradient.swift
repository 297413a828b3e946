import SensorModel

/// The step −½ ∇f = −½ Jᵀ f of ``Madgwick`` as q ⊗ (stretch, turn): f and J of gravity, (25) and (26), and of the
/// magnetic field, (29) and (30), together.
///
/// With â and m̂ as the orientation predicts them in device axes, f is (â − a, m̂ − m). The part of ∇f along the unit
/// sphere is q ⊗ (0, −2 (a × â + m × m̂)). The part across it turns nothing, but counts in |∇f|. For that part, the
/// components of f are c + Q(q) with quadratic forms Q, as the report writes them, and q · ∇f = 2 f · Q. The constants c
/// are those of Up, and of the reference in Earth axes: the report's (North, West, Up), or (East, North, Up).
///
/// A test compares it with Jᵀ f as printed: for directions of length one, the components differ by roundings, below
/// 2e-14.
struct MadgwickGradient {
    /// The vector part: a turn in device axes.
    let turn: Vector3
    /// The scalar part, which changes the length of q.
    let stretch: Double

    /// - Parameters:
    ///   - orientation: q.
    ///   - directions: a and m, of length one. Without a field, the step is that of gravity alone.
    ///   - share: the share of the rotated field that m is compared with: 1, as the report defines it.
    ///   - axes: the Earth axes of f.
    @_transparent init(
        at orientation: UnitQuaternion,
        _ directions: UnitDirections,
        share: Double,
        axes earth: Madgwick.EarthAxes = .northWestUp
    ) {
        let gravity = directions.gravity
        // Its rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        let vertical = Vector3(axes.z.x, axes.z.y, axes.z.z - 1)
        guard directions.hasField else {
            turn = gravity.cross(axes.z)
            stretch = (gravity - axes.z).dot(vertical)
            return
        }
        let share = share
        let measured = directions.field
        // (45), (46): the field turned into Earth coordinates, its horizontal part laid along north
        let turned = axes * measured
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot() * share
        let up = turned.z * share
        let predicted = axes.y * north + axes.z * up
        turn = gravity.cross(axes.z) + measured.cross(predicted)
        let level =
            switch earth {
            case .northWestUp: Vector3(predicted.x - north, predicted.y, predicted.z - up)
            case .eastNorthUp: Vector3(predicted.x, predicted.y - north, predicted.z - up)
            }
        stretch = (gravity - axes.z).dot(vertical) + (measured - predicted).dot(level)
    }

    /// `½ |∇f|`
    @_transparent var length: Double { (turn.lengthSquared + stretch * stretch).squareRoot() }
}

import SensorModel

/// The orientation of a ``DirectionPair`` by one method of ``SingleFrame``.
struct SingleFrameSolver: Sendable {
    private let method: SingleFrame.Method
    private let weight: Double
    /// The field in Earth axes: its parts to the north and upwards; nil until the first samples give them.
    private var reference: (north: Double, up: Double)?

    init(_ parameters: SingleFrame.Parameters) {
        method = parameters.method
        weight = parameters.gravityWeight
        reference = parameters.dip.map { ($0.cosine, -$0.sine) }
    }

    /// Measures an open dip.
    mutating func begin(_ pair: DirectionPair) {
        reference = reference ?? (pair.sine, pair.cosine)
    }

    /// The orientation, device → Earth (magnetic East, North, Up); nil where rounding leaves none.
    func orientation(of pair: DirectionPair) -> UnitQuaternion? {
        switch method {
        case .davenport, .quest, .flae, .oleq: optimum(pair)
        case .famc:
            // With the measured dip both directions can be met, and the largest eigenvalue is 1.
            HalfTurn.solve(pair) { gravity, field in
                let problem = WahbaProblem(gravity, field, weight: 0.5, north: pair.sine, up: pair.cosine)
                return problem.eliminated(for: 1)
            }
        case .saam: HalfTurn.solve(pair) { FactoredOrientation.saam($0, $1, pair) }.map(FactoredOrientation.fromNWU)
        case .fqa: FactoredOrientation.fqa(pair)
        case .tilt: FactoredOrientation.tilt(pair)
        }
    }

    private func optimum(_ pair: DirectionPair) -> UnitQuaternion? {
        let (north, up) = reference ?? (pair.sine, pair.cosine)
        if method == .davenport || method == .oleq {
            let problem = WahbaProblem(pair.gravity, pair.field, weight: weight, north: north, up: up)
            let vector = method == .oleq ? problem.limitOfProducts() : problem.eigenvector(for: pair)
            return UnitQuaternion(vector)
        }
        return HalfTurn.solve(pair) { gravity, field in
            let problem = WahbaProblem(gravity, field, weight: weight, north: north, up: up)
            return method == .quest ? problem.quest() : problem.flae()
        }
    }
}

/// The result of a formula that fails where one component of the quaternion vanishes.
struct PivotedQuaternion {
    /// Of any length.
    let quaternion: Quaternion
    /// The share of that component in the squared length, from 0 to 1.
    let share: Double
}

/// A half turn of the device about one of its axes, or none.
///
/// Formulas that divide by one component of the quaternion fail where that component vanishes. One of the four components
/// is at least ½, and a half turn of the device exchanges them (Shuster & Oh 1981: sequential rotations).
private enum HalfTurn: CaseIterable {
    case none, x, y, z

    /// Below this share of the squared length, a component is too small to be divided by.
    private static let leastShare = 0.05

    /// The orientation by a formula that fails where one component of the quaternion vanishes.
    static func solve(_ pair: DirectionPair, _ formula: (Vector3, Vector3) -> PivotedQuaternion?) -> UnitQuaternion? {
        for turn in allCases {
            guard let solved = formula(turn.applied(to: pair.gravity), turn.applied(to: pair.field)),
                solved.share >= leastShare
            else { continue }
            return UnitQuaternion(turn.undone(solved.quaternion))
        }
        return nil
    }

    private func applied(to vector: Vector3) -> Vector3 {
        switch self {
        case .none: vector
        case .x: Vector3(vector.x, -vector.y, -vector.z)
        case .y: Vector3(-vector.x, vector.y, -vector.z)
        case .z: Vector3(-vector.x, -vector.y, vector.z)
        }
    }

    /// `q ⊗ i`, `q ⊗ j` or `q ⊗ k`
    private func undone(_ q: Quaternion) -> Quaternion {
        switch self {
        case .none: q
        case .x: Quaternion(w: -q.x, x: q.w, y: q.z, z: -q.y)
        case .y: Quaternion(w: -q.y, x: -q.z, y: q.w, z: q.x)
        case .z: Quaternion(w: -q.z, x: q.y, y: -q.x, z: q.w)
        }
    }
}

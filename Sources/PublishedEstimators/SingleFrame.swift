import RealModule
public import SensorFilters
public import SensorModel

/// An estimator of the orientation from a single sample of gravity and magnetic field, by one of eight published
/// methods.
///
/// The methods `davenport`, `quest`, `flae` and `oleq` minimise Wahba's cost (Wahba 1965, doi:10.1137/1007077),
///
///     L(q) = ½ (w |Up − q ⊗ a ⊗ q*|² + (1 − w) |f − q ⊗ m ⊗ q*|²)
///
/// with the weight w, the measured directions a and m, and the Earth's field f = (0, cos dip, −sin dip). These four
/// methods compute the same optimum in different ways. With `famc`, `saam`, `fqa` and `tilt`, gravity determines the
/// inclination, and the field determines only the heading. Their result equals the result of `Triad`.
///
/// The orientation is computed at each accelerometer and magnetometer sample, with the last sample of the other sensor.
/// The estimator does not smooth, and stores only the last samples and the dip of the first samples. North is magnetic
/// north. O(1) time and memory per sample.
///
///     var estimator = SingleFrame(.init(method: .quest))
///     let orientation = estimator.update(with: frame)
public struct SingleFrame: DeclaredEstimator {
    /// The method by which the orientation is computed.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Davenport's q-method (Davenport 1968): the eigenvector for the largest eigenvalue of the matrix K. For two
        /// directions, the eigenvalue has a closed form.
        case davenport
        /// QUEST (Shuster & Oh 1981): Newton's method computes the largest eigenvalue of Davenport's matrix, and the
        /// eigenvalue determines the Gibbs vector.
        case quest
        /// FLAE (Wu et al. 2017): the largest root of the characteristic polynomial is the eigenvalue, and elimination
        /// yields the eigenvector.
        case flae
        /// OLEQ (Zhou et al. 2018): the limit of repeated multiplication by ½(K + I), where K is Davenport's matrix.
        case oleq
        /// FAMC (Liu et al. 2018): elimination yields the eigenvector for the eigenvalue 1. The dip is measured in
        /// every sample.
        case famc
        /// SAAM (Wu et al. 2018): the eigenvector of `famc`, computed as a polynomial of the measured directions.
        case saam
        /// The factored quaternion algorithm (Yun et al. 2008): elevation, roll and azimuth by half-angle formulas.
        case fqa
        /// Roll, pitch and tilt-compensated heading by arc tangents (Ozyagcilar 2015).
        case tilt
    }

    /// The method, and the parameters of Wahba's cost.
    public struct Parameters: Sendable, Hashable {
        /// The method by which the orientation is computed.
        public var method: Method
        /// The weight w of gravity in Wahba's cost, from 0.001 to 0.999; the weight of the field is 1 − w. With a
        /// larger weight, gravity has more influence on the inclination.
        public var gravityWeight: Double
        /// The dip of the Earth's field, positive downwards; `nil` to use the dip of the first samples.
        public var dip: Angle?

        /// Creates parameters.
        ///
        /// - Parameters:
        ///   - method: the method by which the orientation is computed.
        ///   - gravityWeight: the weight of gravity in Wahba's cost.
        ///   - dip: the dip of the Earth's field; `nil` to use the dip of the first samples.
        public init(method: Method = .davenport, gravityWeight: Double = 0.5, dip: Angle? = nil) {
            self.method = method
            self.gravityWeight = gravityWeight
            self.dip = dip
        }
    }

    /// The parameters of the estimator.
    public let parameters: Parameters
    private var sensors = SensorHold()
    private var solver: SingleFrameSolver
    private var orientation: UnitQuaternion?

    /// Creates an estimator in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        solver = SingleFrameSolver(parameters)
    }

    /// The counts of unusable samples.
    public var skips: SkipCounts { sensors.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard sensors.readDirections(of: frame),
            let directions = sensors.directions(at: frame.time, within: .infinity)
        else { return orientation }
        guard let pair = DirectionPair(directions) else {
            sensors.skips.undetermined += 1
            return orientation
        }
        solver.begin(pair)
        orientation = solver.orientation(of: pair) ?? orientation ?? .identity
        return orientation
    }
}

/// The measured directions of gravity and field, which are not parallel.
struct DirectionPair: Sendable {
    /// Up in device axes, a vector of length one.
    let gravity: Vector3
    /// The field in device axes, a vector of length one.
    let field: Vector3
    /// The cosine of the angle between gravity and field, which equals minus the sine of the dip.
    let cosine: Double
    /// The sine of the angle between gravity and field, which equals the cosine of the dip; greater than 0.
    let sine: Double

    /// Creates a pair, or returns `nil` if the directions are parallel.
    init?(_ directions: SensorHold.Directions) {
        guard let gravity = directions.acceleration.normalised, let field = directions.magneticField.normalised else {
            return nil
        }
        self.gravity = gravity
        self.field = field
        cosine = gravity.dot(field)
        sine = gravity.cross(field).length
        guard sine > Triad.minimumSine else { return nil }
    }
}

/// A solver that computes the orientation of a ``DirectionPair`` by one method of ``SingleFrame``.
struct SingleFrameSolver: Sendable {
    private let method: SingleFrame.Method
    private let weight: Double
    /// The north and up components of the Earth's field, a vector of length one; `nil` before the first samples.
    private var reference: (north: Double, up: Double)?

    init(_ parameters: SingleFrame.Parameters) {
        method = parameters.method
        weight = parameters.gravityWeight
        reference = parameters.dip.map { ($0.cosine, -$0.sine) }
    }

    /// Determines the dip from the first samples if no dip is given.
    mutating func begin(_ pair: DirectionPair) {
        reference = reference ?? (pair.sine, pair.cosine)
    }

    /// Returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if rounding errors make the
    /// orientation undefined.
    func orientation(of pair: DirectionPair) -> UnitQuaternion? {
        switch method {
        case .davenport, .quest, .flae, .oleq: optimum(pair)
        case .famc:
            // With the measured dip, an orientation can match both directions exactly, and the largest eigenvalue is 1.
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

/// The result of a formula that divides by one component of the quaternion, the pivot, and fails if this component is
/// 0.
struct PivotedQuaternion {
    /// The quaternion, of any length.
    let quaternion: Quaternion
    /// The square of the pivot component, divided by the squared length of the quaternion; from 0 to 1.
    let share: Double
}

/// A half turn (180°) of the device about one of its axes, or no rotation.
///
/// Formulas that divide by a component of the quaternion fail if this component is 0. At least one of the four
/// components is ½ or more, and half turns of the device exchange the components (Shuster & Oh 1981: sequential
/// rotations).
private enum HalfTurn: CaseIterable {
    case none, x, y, z

    /// The smallest ``PivotedQuaternion/share`` at which a result is used.
    private static let minimumShare = 0.05

    /// Returns the orientation by a formula that divides by one component of the quaternion. Half turns of the device
    /// are tried until this component is large enough.
    static func solve(_ pair: DirectionPair, _ formula: (Vector3, Vector3) -> PivotedQuaternion?) -> UnitQuaternion? {
        for turn in allCases {
            guard let solved = formula(turn.applied(to: pair.gravity), turn.applied(to: pair.field)),
                solved.share >= minimumShare
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

    /// Reverses this half turn: converts the orientation `q` of the turned device to the orientation of the device
    /// itself. The result is `q`, `q ⊗ i`, `q ⊗ j` or `q ⊗ k`.
    private func undone(_ q: Quaternion) -> Quaternion {
        switch self {
        case .none: q
        case .x: Quaternion(w: -q.x, x: q.w, y: q.z, z: -q.y)
        case .y: Quaternion(w: -q.y, x: -q.z, y: q.w, z: q.x)
        case .z: Quaternion(w: -q.z, x: q.y, y: -q.x, z: q.w)
        }
    }
}

extension SingleFrame.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .choice(
            "method",
            \.method,
            "Method; the first four minimise Wahba's cost, the others give the result of triad."
        ),
        .number(
            "gravityWeight",
            \.gravityWeight,
            in: .weightOfTwo,
            "Weight of gravity in Wahba's cost; the field's weight is 1 minus this."
        ),
        .optionalAngle(
            "dip",
            \.dip,
            in: .determinedDip,
            "Dip of the Earth's field in Wahba's cost, positive downwards; if unset, the dip of the first samples."
        ),
    ]
}

extension EstimatorEntry {
    package static let singleFrame = EstimatorEntry(
        SingleFrame.self,
        name: "singleFrame",
        summary:
            "Orientation from single samples by q-method, QUEST, FLAE, OLEQ, FAMC, SAAM, FQA or tilt compensation.",
        source: "Wahba 1965, doi:10.1137/1007077; Shuster & Oh 1981, doi:10.2514/3.19717",
        sensors: [.accelerometer, .magnetometer],
        advancedBy: [.accelerometer, .magnetometer]
    )
}

/// Wahba's problem for gravity and field: the orientation q, device → Earth, that maximises `qᵀ K q`, where K is
/// Davenport's matrix.
struct WahbaProblem {
    /// The second column of B = w a Upᵀ + (1 − w) m fᵀ. The third column is `up`, and the first is 0, because f has no
    /// east component. The measured directions are a (gravity) and m (field). The weight of gravity is w, and f is the
    /// Earth's field.
    private let north: Vector3
    private let up: Vector3
    /// The cosine and sine of the angle between Up and the Earth's field.
    private let reference: (cosine: Double, sine: Double)
    private let weight: Double

    /// Creates the problem from the measured directions, gravity's weight, and the north and up components of the
    /// field.
    init(_ gravity: Vector3, _ field: Vector3, weight: Double, north fieldNorth: Double, up fieldUp: Double) {
        north = field * ((1 - weight) * fieldNorth)
        up = gravity * weight + field * ((1 - weight) * fieldUp)
        reference = (fieldUp, fieldNorth)
        self.weight = weight
    }

    /// The square |B|², which is the mean of the squared eigenvalues λ₁, λ₂, −λ₂ and −λ₁ of K.
    private var meanSquare: Double { north.lengthSquared + up.lengthSquared }
    /// The trace σ of the matrix B, from which Davenport's matrix K is composed.
    private var trace: Double { north.y + up.z }
    /// The vector z = (B₂₃ − B₃₂, B₃₁ − B₁₃, B₁₂ − B₂₁).
    private var vector: Vector3 { Vector3(up.y - north.z, -up.x, north.x) }
    /// The matrix S = B + Bᵀ.
    private var symmetric: Matrix3 {
        Matrix3(
            rows: Vector3(0, north.x, up.x),
            Vector3(north.x, 2 * north.y, up.y + north.z),
            Vector3(up.x, up.y + north.z, 2 * up.z)
        )
    }

    /// Returns K − λI for Davenport's matrix K and the value λ.
    private func matrix(less eigenvalue: Double) -> QuaternionMatrix {
        let (s, z) = (symmetric, vector)
        let diagonal = trace + eigenvalue
        return QuaternionMatrix(
            rows: Quaternion(w: trace - eigenvalue, x: z.x, y: z.y, z: z.z),
            Quaternion(w: z.x, x: s.x.x - diagonal, y: s.x.y, z: s.x.z),
            Quaternion(w: z.y, x: s.x.y, y: s.y.y - diagonal, z: s.y.z),
            Quaternion(w: z.z, x: s.x.z, y: s.y.z, z: s.z.z - diagonal)
        )
    }

    /// Returns the eigenvector for the largest eigenvalue, of any length, by Davenport's q-method.
    ///
    /// With two directions, λ² = w₁² + w₂² + 2 w₁ w₂ cos(θ_b − θ_r) for the measured angle θ_b between both directions
    /// and the reference angle θ_r (Shuster & Oh 1981). The columns of adj(K − λI) are multiples of the eigenvector;
    /// the longest column has the largest diagonal element.
    func eigenvector(for pair: DirectionPair) -> Quaternion {
        let other = 1 - weight
        let cosine = pair.cosine * reference.cosine + pair.sine * reference.sine
        let square = weight * weight + other * other + 2 * weight * other * cosine
        return matrix(less: square.squareRoot()).adjugate.longestColumn
    }

    /// Returns a multiple of the limit of `(½(K + I))ⁿ q` for n → ∞ (OLEQ, Zhou et al. 2018). The power of the matrix
    /// is computed by repeated squaring.
    func limitOfProducts() -> Quaternion {
        // A multiple of K + I. The scale has no effect.
        var power = matrix(less: -1)
        power = power * (1 / power.trace)
        for _ in 0..<Self.maximumSquarings {
            let square = power.squared
            // The trace is 1 for a matrix of rank one, and less than 1 otherwise.
            let trace = square.trace
            power = square * (1 / trace)
            if trace > 1 - 1e-15 { break }
        }
        return power.longestColumn
    }

    /// The maximum number of squarings. 40 squarings correspond to 2⁴⁰ products, which are sufficient for any
    /// measurement that determines a heading.
    private static let maximumSquarings = 40

    /// Returns the optimal quaternion by QUEST (Shuster & Oh 1981), unnormalised; the scalar part is the paper's γ.
    ///
    /// The result is w · p′(λ) · q, where q is the optimal unit quaternion, and w is the scalar part of q. The slope
    /// p′(λ) of the characteristic polynomial at the largest eigenvalue λ is the product of the differences between λ
    /// and the other eigenvalues.
    func quest() -> PivotedQuaternion {
        let (s, z, sigma) = (symmetric, vector, trace)
        let delta = s.determinant
        // κ = tr adj S
        let kappa = s.x.x * s.y.y - s.x.y * s.x.y + s.x.x * s.z.z - s.x.z * s.x.z + s.y.y * s.z.z - s.y.z * s.y.z
        let sz = s * z
        let a = sigma * sigma - kappa
        let b = sigma * sigma + z.lengthSquared
        let c = delta + z.dot(sz)
        let d = sz.lengthSquared
        // The largest root of λ⁴ − (a + b) λ² − c λ + (a b + c σ − d) = 0 does not exceed 1, the sum of the weights.
        var lambda = 1.0
        var slope = 0.0
        for _ in 0..<Self.maximumNewtonSteps {
            let square = lambda * lambda
            let value = (square - (a + b)) * square - c * lambda + (a * b + c * sigma - d)
            slope = (4 * square - 2 * (a + b)) * lambda - c
            let step = value / slope
            guard step.isFinite else { break }
            lambda -= step
            if step.magnitude < 1e-15 { break }
        }
        let alpha = lambda * lambda - a
        let beta = lambda - sigma
        let gamma = (lambda + sigma) * alpha - delta
        // X = (α I + β S + S²) z
        let x = z * alpha + sz * beta + s * sz
        return PivotedQuaternion(quaternion: Quaternion(w: gamma, x: x.x, y: x.y, z: x.z), share: gamma / slope)
    }

    /// The maximum number of Newton steps. A step usually doubles the number of correct digits, but adds only one bit
    /// if the two largest eigenvalues are close.
    private static let maximumNewtonSteps = 60

    /// Returns the optimal quaternion by FLAE (Wu et al. 2017): the largest root of λ⁴ + τ₁ λ² + τ₂ λ + τ₃ = 0 is the
    /// eigenvalue, and elimination yields the eigenvector.
    ///
    /// τ₂ = −8 det B is zero for two directions, so that the quartic is a quadratic equation in λ².
    func flae() -> PivotedQuaternion? {
        let product = matrix(less: 0).determinant
        // λ² = −½ τ₁ + √(¼ τ₁² − τ₃) with τ₁ = −2 |B|² and τ₃ = det K
        let square = meanSquare + max(0, meanSquare * meanSquare - product).squareRoot()
        return eliminated(for: square.squareRoot())
    }

    /// Returns the solution of (K − λI) q = 0 with the scalar part 1, by elimination without pivoting. Returns `nil` if
    /// the eigenvector's scalar part is 0.
    ///
    /// The product of the pivots is a minor of λI − K. This minor equals the squared scalar part of the unit
    /// eigenvector, multiplied by the differences between λ and the other eigenvalues.
    func eliminated(for eigenvalue: Double) -> PivotedQuaternion? {
        let (s, z) = (symmetric, vector)
        let diagonal = eigenvalue + trace
        let first = diagonal - s.x.x
        let (xy, xz) = (-s.x.y / first, -s.x.z / first)
        let second = diagonal - s.y.y + xy * s.x.y
        let yz = (-s.y.z + xy * s.x.z) / second
        let third = diagonal - s.z.z + xz * s.x.z - yz * yz * second
        let (forwardY, forwardZ) = (z.y - xy * z.x, z.z - xz * z.x)
        let last = (forwardZ - yz * forwardY) / third
        let middle = forwardY / second - yz * last
        let x = z.x / first - xy * middle - xz * last
        guard (x + middle + last).isFinite else { return nil }
        let quaternion = Quaternion(w: 1, x: x, y: middle, z: last)
        // 2λ (λ² − λ₂²)
        let differences = 4 * eigenvalue * (eigenvalue * eigenvalue - meanSquare)
        return PivotedQuaternion(quaternion: quaternion, share: first * second * third / differences)
    }
}

/// Operations on symmetric matrices that are used to find an eigenvector.
extension QuaternionMatrix {
    var trace: Double { w.w + x.x + y.y + z.z }

    /// The square of this symmetric matrix.
    var squared: Self {
        let (ww, xx, yy, zz) = (w.lengthSquared, x.lengthSquared, y.lengthSquared, z.lengthSquared)
        let (wx, wy, wz) = (w.dot(x), w.dot(y), w.dot(z))
        let (xy, xz, yz) = (x.dot(y), x.dot(z), y.dot(z))
        return Self(
            rows: Quaternion(w: ww, x: wx, y: wy, z: wz),
            Quaternion(w: wx, x: xx, y: xy, z: xz),
            Quaternion(w: wy, x: xy, y: yy, z: yz),
            Quaternion(w: wz, x: xz, y: yz, z: zz)
        )
    }

    /// The column with the largest diagonal element, for a matrix that is a multiple of `v vᵀ`.
    var longestColumn: Quaternion {
        var (longest, size) = (w, w.w.magnitude)
        if x.x.magnitude > size { (longest, size) = (x, x.x.magnitude) }
        if y.y.magnitude > size { (longest, size) = (y, y.y.magnitude) }
        return z.z.magnitude > size ? z : longest
    }

    /// The 2×2 minors of the rows w and x, and of the rows y and z, for Laplace's expansion.
    private var minors: (upper: Minors, lower: Minors) { (Minors(w, x), Minors(y, z)) }

    var determinant: Double {
        let (s, c) = minors
        return s.wx * c.yz - s.wy * c.xz + s.wz * c.xy + s.xy * c.wz - s.xz * c.wy + s.yz * c.wx
    }

    /// The adjugate of this symmetric matrix.
    var adjugate: Self {
        let (s, c) = minors
        let ww = x.x * c.yz - x.y * c.xz + x.z * c.xy
        let wx = -w.x * c.yz + w.y * c.xz - w.z * c.xy
        let wy = z.x * s.yz - z.y * s.xz + z.z * s.xy
        let wz = -y.x * s.yz + y.y * s.xz - y.z * s.xy
        let xx = w.w * c.yz - w.y * c.wz + w.z * c.wy
        let xy = -z.w * s.yz + z.y * s.wz - z.z * s.wy
        let xz = y.w * s.yz - y.y * s.wz + y.z * s.wy
        let yy = z.w * s.xz - z.x * s.wz + z.z * s.wx
        let yz = -y.w * s.xz + y.x * s.wz - y.z * s.wx
        let zz = y.w * s.xy - y.x * s.wy + y.y * s.wx
        return Self(
            rows: Quaternion(w: ww, x: wx, y: wy, z: wz),
            Quaternion(w: wx, x: xx, y: xy, z: xz),
            Quaternion(w: wy, x: xy, y: yy, z: yz),
            Quaternion(w: wz, x: xz, y: yz, z: zz)
        )
    }
}

/// The 2×2 minors of two rows, named by their columns.
private struct Minors {
    let wx, wy, wz, xy, xz, yz: Double

    init(_ a: Quaternion, _ b: Quaternion) {
        wx = a.w * b.x - b.w * a.x
        wy = a.w * b.y - b.w * a.y
        wz = a.w * b.z - b.w * a.z
        xy = a.x * b.y - b.x * a.y
        xz = a.x * b.z - b.x * a.z
        yz = a.y * b.z - b.y * a.z
    }
}

/// The methods of ``SingleFrame`` in which gravity determines the inclination, and the field determines only the
/// heading.
enum FactoredOrientation {
    /// Converts an orientation from (North, West, Up) to (East, North, Up).
    static func fromNWU(_ orientation: UnitQuaternion) -> UnitQuaternion {
        EarthFrame.eastNorthUp(fromNorthWestUp: orientation)
    }

    /// Returns the quaternion, device → (North, West, Up), by SAAM, Wu et al. 2018. The formula fails if the x
    /// component is 0.
    ///
    /// The result is −4 x cos dip times the unit quaternion, where x is the x component of the unit quaternion.
    static func saam(_ a: Vector3, _ m: Vector3, _ pair: DirectionPair) -> PivotedQuaternion {
        let (down, north) = (pair.cosine, pair.sine)
        let quaternion = Quaternion(
            w: -a.y * (north + m.x) + a.x * m.y,
            x: (a.z - 1) * (north + m.x) + a.x * (down - m.z),
            y: (a.z - 1) * m.y + a.y * (down - m.z),
            z: a.z * down - a.x * north - m.z
        )
        return PivotedQuaternion(quaternion: quaternion, share: -quaternion.x / (4 * north))
    }

    /// Returns the orientation by the factored quaternion algorithm, Yun et al. 2008: azimuth ⊗ elevation ⊗ roll,
    /// device → (North, East, Down), converted to (East, North, Up).
    ///
    /// The half angles are computed without the paper's difference 1 − cos θ, which loses half of the digits for small
    /// angles.
    static func fqa(_ pair: DirectionPair) -> UnitQuaternion? {
        let (a, m) = (pair.gravity, pair.field)
        let cosine = (a.y * a.y + a.z * a.z).squareRoot()
        // Equations 21 to 25: sin θ = a_x.
        let (elevationW, elevationY) = halfAngle(cosine: cosine, sine: a.x)
        // Equations 30 to 32: sin φ = −a_y/cos θ and cos φ = −a_z/cos θ. The roll is 0 if the x axis is vertical.
        let isVertical = cosine < 1e-12
        let (rollW, rollX) = isVertical ? (1, 0) : halfAngle(cosine: -a.z / cosine, sine: -a.y / cosine)
        let tilt =
            Quaternion(w: elevationW, x: 0, y: elevationY, z: 0) * Quaternion(w: rollW, x: rollX, y: 0, z: 0)
        let level = UnitQuaternion(nearUnit: tilt)
        // Equations 34 to 40: the horizontal field points to magnetic north.
        let field = level.rotate(m)
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let (azimuthW, azimuthZ) = halfAngle(cosine: field.x / horizontal, sine: -field.y / horizontal)
        let azimuth = Quaternion(w: azimuthW, x: 0, y: 0, z: azimuthZ)
        return UnitQuaternion(fromNED * (azimuth * Quaternion(level)))
    }

    /// The rotation by 180° that exchanges (North, East, Down) and (East, North, Up).
    private static var fromNED: Quaternion {
        Quaternion(w: 0, x: 0.5.squareRoot(), y: 0.5.squareRoot(), z: 0)
    }

    /// Returns the cosine and sine of half an angle in [−π, π].
    private static func halfAngle(cosine: Double, sine: Double) -> (cosine: Double, sine: Double) {
        guard cosine < 0 else {
            let half = ((1 + cosine) / 2).squareRoot()
            return (half, sine / (2 * half))
        }
        let half = (sine < 0 ? -1 : 1) * ((1 - cosine) / 2).squareRoot()
        return (sine / (2 * half), half)
    }

    /// Returns the orientation from roll, pitch and tilt-compensated heading in the axes (North, West, Up), Ozyagcilar
    /// 2015, converted to (East, North, Up).
    static func tilt(_ pair: DirectionPair) -> UnitQuaternion {
        let (a, m) = (pair.gravity, pair.field)
        let across = (a.y * a.y + a.z * a.z).squareRoot()
        let roll = Angle(radians: .atan2(y: a.y, x: a.z))
        let pitch = Angle(radians: .atan2(y: -a.x, x: across))
        let (sineRoll, cosineRoll) = (roll.sine, roll.cosine)
        let west = m.y * cosineRoll - m.z * sineRoll
        let north = m.x * pitch.cosine + (m.y * sineRoll + m.z * cosineRoll) * pitch.sine
        let yaw = Angle(radians: .atan2(y: -west, x: north))
        let turned =
            UnitQuaternion(angle: yaw, axis: Vector3(0, 0, 1)) * UnitQuaternion(angle: pitch, axis: Vector3(0, 1, 0))
        return fromNWU(turned * UnitQuaternion(angle: roll, axis: Vector3(1, 0, 0)))
    }
}

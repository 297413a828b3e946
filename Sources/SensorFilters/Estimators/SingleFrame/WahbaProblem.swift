import SensorModel

/// Wahba's problem for gravity and field: the orientation q, device → Earth, with the largest `qᵀ K q`, where K is
/// Davenport's matrix.
struct WahbaProblem {
    /// The second and third column of B = w a Upᵀ + (1 − w) m fᵀ. The first is zero, because f has no part to the east.
    private let north: Vector3
    private let up: Vector3
    /// cos of the angle between both directions of the Earth, and its sine.
    private let reference: (cosine: Double, sine: Double)
    private let weight: Double

    /// - Parameters:
    ///   - gravity: Up in device axes, of length one.
    ///   - field: in device axes, of length one.
    ///   - weight: of gravity.
    ///   - fieldNorth: the part of the Earth's field to the north, of a field of length one.
    ///   - fieldUp: its part upwards.
    init(_ gravity: Vector3, _ field: Vector3, weight: Double, north fieldNorth: Double, up fieldUp: Double) {
        north = field * ((1 - weight) * fieldNorth)
        up = gravity * weight + field * ((1 - weight) * fieldUp)
        reference = (fieldUp, fieldNorth)
        self.weight = weight
    }

    /// |B|², the mean of the squares of the eigenvalues, which are λ₁, λ₂, −λ₂ and −λ₁.
    private var meanSquare: Double { north.lengthSquared + up.lengthSquared }
    /// σ = tr B
    private var trace: Double { north.y + up.z }
    /// z = (B₂₃ − B₃₂, B₃₁ − B₁₃, B₁₂ − B₂₁)
    private var vector: Vector3 { Vector3(up.y - north.z, -up.x, north.x) }
    /// S = B + Bᵀ
    private var symmetric: Matrix3 {
        Matrix3(
            rows: Vector3(0, north.x, up.x),
            Vector3(north.x, 2 * north.y, up.y + north.z),
            Vector3(up.x, up.y + north.z, 2 * up.z)
        )
    }

    /// K, less λ on its diagonal.
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

    /// The eigenvector of the largest eigenvalue, of any length: Davenport's q-method.
    ///
    /// With two directions, λ² = w₁² + w₂² + 2 w₁ w₂ cos(θ_b − θ_r) for the measured angle θ_b between both and that of
    /// the reference (Shuster & Oh 1981). The columns of adj(K − λI) are multiples of the eigenvector; that with the
    /// largest diagonal element is longest.
    func eigenvector(for pair: DirectionPair) -> Quaternion {
        let other = 1 - weight
        let cosine = pair.cosine * reference.cosine + pair.sine * reference.sine
        let square = weight * weight + other * other + 2 * weight * other * cosine
        return matrix(less: square.squareRoot()).adjugate.longestColumn
    }

    /// OLEQ, Zhou et al. 2018: the limit of `(½(K + I))ⁿ q`, of any length, by repeated squares of the matrix.
    func limitOfProducts() -> Quaternion {
        // K + I, of which only the direction counts.
        var power = matrix(less: -1)
        power = power * (1 / power.trace)
        for _ in 0..<Self.mostSquares {
            let square = power.squared
            // The trace is 1 for a matrix of rank one, and below it otherwise.
            let trace = square.trace
            power = square * (1 / trace)
            if trace > 1 - 1e-15 { break }
        }
        return power.longestColumn
    }

    /// 2⁴⁰ products: more than any measurement needs that determines a heading.
    private static let mostSquares = 40

    /// QUEST, Shuster & Oh 1981: the quaternion with the scalar part γ.
    ///
    /// The vector is w times the quaternion and the product of the differences of λ from the other eigenvalues, which is
    /// the slope of the polynomial.
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
        // The largest root of λ⁴ − (a + b) λ² − c λ + (a b + c σ − d) = 0 lies below the sum of the weights.
        var lambda = 1.0
        var slope = 0.0
        for _ in 0..<Self.mostNewtonSteps {
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

    /// Newton's method doubles its digits with each step, and gains one bit where the two largest eigenvalues are close.
    private static let mostNewtonSteps = 60

    /// FLAE, Wu et al. 2017: the root of λ⁴ + τ₁ λ² + τ₂ λ + τ₃ = 0, then elimination.
    ///
    /// τ₂ = −8 det B is zero for two directions, so that the quartic is one in λ².
    func flae() -> PivotedQuaternion? {
        let product = matrix(less: 0).determinant
        // λ² = −½ τ₁ + √(¼ τ₁² − τ₃) with τ₁ = −2 |B|² and τ₃ = det K
        let square = meanSquare + max(0, meanSquare * meanSquare - product).squareRoot()
        return eliminated(for: square.squareRoot())
    }

    /// The solution of (K − λI) q = 0 with a scalar part of 1, by elimination without exchanges; nil where it vanishes.
    ///
    /// The product of the pivots is a minor of λI − K: the square of the scalar part of the eigenvector, of length one,
    /// times the product of the differences of λ from the other eigenvalues.
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

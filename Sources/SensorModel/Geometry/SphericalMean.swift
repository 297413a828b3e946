public import RealModule

/// The weighted mean of orientations on the unit sphere S³.
///
/// Buss & Fillmore 2001, doi:10.1145/502122.502124, algorithm A1.
public enum SphericalMean {
    /// The convergence tolerance: the iteration ends if no component of the mean changes by more than this value.
    public static let componentTolerance = 1e-6

    /// The maximum number of iterations.
    public static let iterationLimit = 50

    /// Returns the mean of `orientations` with equal weights, or `nil` for an empty collection.
    ///
    /// First, the coordinate with the largest sum of magnitudes over all samples is chosen. Each sample gets the sign
    /// that makes this coordinate non-negative. The iteration starts at the normalised linear mean and repeats
    /// `x ← exp_x(Σ wᵢ log_x(qᵢ))`. If samples are more than about 100° apart, these signs can lead to a result that is
    /// far from all samples. The result is always finite and of length one. O(n) time per iteration, O(1) memory.
    @inlinable
    public static func mean(of orientations: some Collection<UnitQuaternion>) -> UnitQuaternion? {
        guard let first = orientations.first else { return nil }
        let dominant = dominantComponent(of: orientations)
        let weight = 1 / Double(orientations.count)
        var sum = Quaternion.zero
        for orientation in orientations {
            sum += positive(orientation, along: dominant) * weight
        }
        guard sum.lengthSquared > 1e-24 else { return first }
        var mean = sum * (1 / sum.length)
        for _ in 0..<iterationLimit {
            let next = refined(mean, orientations: orientations, dominant: dominant, weight: weight)
            let change = next - mean
            mean = next
            if max(max(abs(change.w), abs(change.x)), max(abs(change.y), abs(change.z))) <= componentTolerance { break }
        }
        return UnitQuaternion(mean)
    }

    /// Returns the result of one iteration: the mean in the tangent space at `mean`, mapped back onto the sphere.
    @inlinable
    static func refined(
        _ mean: Quaternion,
        orientations: some Collection<UnitQuaternion>,
        dominant: Component,
        weight: Double
    ) -> Quaternion {
        var tangent = Quaternion.zero
        for orientation in orientations {
            tangent += logarithm(positive(orientation, along: dominant), at: mean) * weight
        }
        return exponential(tangent, at: mean)
    }

    @inlinable
    static func dominantComponent(
        of orientations: some Collection<UnitQuaternion>
    ) -> Component {
        var sums = Quaternion.zero
        for orientation in orientations {
            sums += Quaternion(
                w: abs(orientation.w),
                x: abs(orientation.x),
                y: abs(orientation.y),
                z: abs(orientation.z)
            )
        }
        var best = (component: Component.w, sum: sums.w)
        if sums.x > best.sum { best = (.x, sums.x) }
        if sums.y > best.sum { best = (.y, sums.y) }
        if sums.z > best.sum { best = (.z, sums.z) }
        return best.component
    }

    @usableFromInline
    enum Component {
        case w
        case x
        case y
        case z

        @inlinable
        func value(of orientation: UnitQuaternion) -> Double {
            switch self {
            case .w: orientation.w
            case .x: orientation.x
            case .y: orientation.y
            case .z: orientation.z
            }
        }
    }

    @inlinable
    static func positive(
        _ orientation: UnitQuaternion,
        along component: Component
    ) -> Quaternion {
        component.value(of: orientation) < 0 ? -Quaternion(orientation) : Quaternion(orientation)
    }

    /// Returns `log_x(q)` for x = `base` and q = `point`: the tangent vector at x that points towards q. Its length is
    /// the arc from x to q.
    @inlinable
    static func logarithm(_ point: Quaternion, at base: Quaternion) -> Quaternion {
        let cosine = base.dot(point)
        let across = point - base * cosine
        let sine = across.length
        guard sine > 1e-15 else { return .zero }
        return across * (Double.atan2(y: sine, x: cosine) / sine)
    }

    /// Returns `exp_x(v)` for x = `base` and v = `tangent`: the end of an arc that starts at x in the direction of v.
    /// The length of the arc is |v|.
    @inlinable
    static func exponential(_ tangent: Quaternion, at base: Quaternion) -> Quaternion {
        let angle = tangent.length
        guard angle > 1e-15 else { return base }
        let moved = base * Double.cos(angle) + tangent * (.sin(angle) / angle)
        return moved * (1 / moved.length)
    }
}

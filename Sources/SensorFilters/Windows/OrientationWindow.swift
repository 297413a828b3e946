import SensorModel

/// The last `capacity` orientations and their mean on the unit sphere S³ (`SphericalMean`).
///
/// Each sample q is stored as q or −q, whichever is closer to the previous sample. The spread of the samples determines
/// how the mean is computed:
///
/// - If the spread is at most `NearbyArcs.largestSpread(count:)`, about 4° of rotation for seven samples, the mean is
///   computed from the running sums Σ q and Σ q qᵀ in O(1) time. The error is below 4e-10 rad on S³.
/// - If all samples are within 28.3° of the mean on S³, which is 57° of rotation, the mean is computed with the
///   iteration of `SphericalMean`. A series in x·q, where x is the current mean, replaces the angles in `log_x(q)`. The
///   last iterations use Σ q qᵀ instead of the samples if they move the mean only slightly. The error is below 4e-10
///   rad on S³.
/// - Otherwise, `SphericalMean` computes the mean.
///
/// In the first two cases, the stored signs must meet the condition of `SphericalMean`: all samples have the same sign
/// in the coordinate with the largest Σ|·|. If all samples are within 9.9° of the mean, this condition always holds:
///
/// - The largest coordinate of the mean is at least ½ = sin 30°. In this coordinate, each sample is at least sin(30° −
///   9.9°).
/// - In a coordinate in which the signs differ, no sample exceeds sin 19.9°, which is smaller.
///
/// If a sample is farther from the mean, the signs are checked. The window needs O(n) memory.
struct OrientationWindow: Sendable {
    /// The newest orientation q, in the form that the window stores: q or −q.
    private(set) var newest: UnitQuaternion = .identity
    private var samples: SlidingWindow<UnitQuaternion>
    /// The sum Σ q over the window.
    private var linear = SIMD4<Double>.zero
    /// The sum Σ q qᵀ over the window.
    private var moments = OrientationMoments.none
    /// The number of samples until the sums are recomputed.
    private var left: Int
    private var weight = 1.0
    private let largestSpread: Double

    init(capacity: Int) {
        samples = SlidingWindow(capacity: capacity)
        left = WindowSums.renewal(capacity)
        largestSpread = NearbyArcs.largestSpread(count: capacity)
    }

    /// Empties the window. The next sample q is stored as q or −q, whichever is closer to `orientation`.
    mutating func removeAll(after orientation: UnitQuaternion = .identity) {
        newest = orientation
        samples.removeAll()
        linear = .zero
        moments = .none
        left = WindowSums.renewal(samples.capacity)
    }

    /// Adds the newest orientation, removes the oldest one from a full window, and returns the mean.
    ///
    /// - Returns: the mean of all samples. If the samples are close together, the mean has the sign of the newest
    ///   sample.
    mutating func append(_ orientation: UnitQuaternion) -> ScaledQuaternion {
        newest = orientation.aligned(with: newest)
        if let oldest = samples.append(newest) {
            slide(SIMD4(oldest))
        } else {
            weight = 1 / Double(samples.count)
            slide(.zero)
        }
        let mean = linear * weight
        // e = 1 − |m|²
        let shortfall = 1 - mean.dot(mean)
        if let close = meanOfCloseSamples(mean, shortfall) { return close }
        let unit =
            meanOfNeighbours(mean, shortfall)
            ?? SIMD4(SphericalMean.mean(of: samples.inAnyOrder) ?? newest)
        return ScaledQuaternion(direction: unit, scale: 1)
    }

    /// Adds the newest sample to the sums and subtracts `oldest`, which is zero if the window was not full.
    @inline(__always)
    private mutating func slide(_ oldest: SIMD4<Double>) {
        left -= 1
        if left > 0 {
            linear += SIMD4(newest) - oldest
            moments.replace(oldest, by: SIMD4(newest))
        } else {
            renew()
        }
    }

    /// Recomputes the sums from the samples, which removes the accumulated rounding error.
    @inline(never)
    private mutating func renew() {
        left = WindowSums.renewal(samples.capacity)
        linear = .zero
        moments = .none
        for sample in samples {
            linear += SIMD4(sample)
            moments.replace(.zero, by: SIMD4(sample))
        }
    }

    /// Returns the mean after the first iteration, computed from the sums Σ q and Σ q qᵀ instead of the samples.
    /// Returns `nil` if the samples are too far apart.
    ///
    /// The iteration starts at x = m/|m|, where m is the mean of the components. The tangent vector of the step is the
    /// mean of (θ/sin θ) q, without the component along x. The arc from x to q is θ. With θ/sin θ = 1 + (1 − x·q)/3 +
    /// …, this mean is 4/3 m − ⅓ M x. Here, M is the mean of q qᵀ. The term in m is parallel to x and vanishes. The
    /// tangent vector is therefore −⅓ (M x − x (x·M x)).
    @inline(__always)
    private func meanOfCloseSamples(_ linear: SIMD4<Double>, _ shortfall: Double) -> ScaledQuaternion? {
        guard shortfall <= NearbyArcs.closeShortfall else { return nil }
        let moment = moments.times(linear) * (weight * (1.0 / 3))
        // `length` and `inverseSquare` are the series of |m| = √(1 − e) and 1/|m|² up to e³. `spread` is the mean of
        // (1 − cos θ)², which is 1 − 2 |m| + x·M x.
        let length = 1 - shortfall * (0.5 + shortfall * (0.125 + shortfall * 0.0625))
        let inverseSquare = 1 + shortfall * (1 + shortfall * (1 + shortfall))
        let spread = 1 - 2 * length + 3 * linear.dot(moment) * inverseSquare
        guard spread <= largestSpread else { return nil }
        // x·M x is replaced by 1 − e. The difference only affects the component along x, which normalisation removes.
        let mean = linear * ((4 - shortfall) * (1.0 / 3)) - moment
        return ScaledQuaternion(direction: mean, scale: NearOne.inverseRoot(mean.dot(mean) - 1))
    }

    /// Returns the mean by Buss & Fillmore 2001, algorithm A1. Returns `nil` if a sample is too far from the mean for
    /// the power series of the arcs.
    @inline(never)
    private func meanOfNeighbours(_ linear: SIMD4<Double>, _ shortfall: Double) -> SIMD4<Double>? {
        guard shortfall <= NearbyArcs.largestShortfall else { return nil }
        let exact = shortfall <= NearOne.reach
        var base = linear * (exact ? NearOne.inverseRoot(-shortfall) : 1 / (1 - shortfall).squareRoot())
        // The mean of 1 − cos θ is 1 − |m|, slightly more than e/2. The value of a single sample is at most n times the
        // mean.
        let isNarrow = shortfall * Double(samples.count) <= 2 * NearbyArcs.narrowReach * (1 - NearbyArcs.narrowReach)
        guard isNarrow || isWithinReach(base, linear) else { return nil }
        for _ in 0..<SphericalMean.iterationLimit {
            // log_x(q) = θ/sin θ (q − x cos θ). Its mean is the mean of q + (θ/sin θ − 1) q without the component along
            // x.
            let excess = isNarrow ? excess(at: base, NearbyArcs.narrowExcess) : excess(at: base, NearbyArcs.wideExcess)
            let arcs = linear + excess * weight
            let tangent = arcs - base * base.dot(arcs)
            let square = tangent.dot(tangent)
            guard square <= NearbyArcs.largestSquare else { return nil }
            let rounds = LastRounds(moments: moments, weight: weight, base: base, shortfall: shortfall)
            if let all = rounds.added(to: tangent, square, count: samples.count) {
                return NearbyArcs.exponential(all, square, at: base)
            }
            base = NearbyArcs.exponential(tangent, square, at: base)
        }
        return base
    }

    /// Returns `true` if all samples are close enough to `base` for the power series of the arcs, and if the samples'
    /// signs meet the condition of `SphericalMean`.
    private func isWithinReach(_ base: SIMD4<Double>, _ linear: SIMD4<Double>) -> Bool {
        let nearest = samples.inAnyOrder.reduce(1.0) { min($0, base.dot(SIMD4($1))) }
        guard 1 - nearest > NearbyArcs.narrowReach else { return true }
        guard 1 - nearest <= NearbyArcs.reach else { return false }
        let magnitudes = samples.inAnyOrder.reduce(SIMD4.zero) { $0 + SIMD4($1).magnitude } * weight
        // All signs are equal if Σ|·| equals |Σ| in the largest coordinate.
        let largest = magnitudes.max()
        return all((magnitudes .< largest) .| (linear.magnitude .>= largest * (1 - 1e-12)))
    }

    /// Returns `Σ (θ/sin θ − 1) q` over all samples q, where θ is the arc from `base` to q. `factor` computes the
    /// factors of two samples.
    @inline(__always)
    private func excess(
        at base: SIMD4<Double>,
        _ factor: (SIMD2<Double>) -> SIMD2<Double>
    ) -> SIMD4<Double> {
        let samples = samples.inAnyOrder
        var sum = SIMD4<Double>.zero
        var index = 0
        while index + 1 < samples.count {
            let (first, second) = (SIMD4(samples[index]), SIMD4(samples[index + 1]))
            let factors = factor(Self.versed(first, second, base))
            sum += first * factors.x + second * factors.y
            index += 2
        }
        guard index < samples.count else { return sum }
        let last = SIMD4(samples[index])
        return sum + last * factor(Self.versed(last, last, base)).x
    }

    /// Returns `1 − x·q` for each of two samples q, where x is `base`.
    @inline(__always)
    private static func versed(
        _ first: SIMD4<Double>,
        _ second: SIMD4<Double>,
        _ base: SIMD4<Double>
    ) -> SIMD2<Double> {
        let (a, b) = (first.halvesAdded(times: base), second.halvesAdded(times: base))
        return SIMD2(repeating: 1) - (SIMD2(a.x, b.x) + SIMD2(a.y, b.y))
    }
}

extension Quaternion {
    /// The component with the largest magnitude, or the first of several such components.
    @inline(__always)
    var dominantComponent: Double {
        let first = abs(x) > abs(w) ? x : w
        let second = abs(y) > abs(first) ? y : first
        return abs(z) > abs(second) ? z : second
    }
}

/// An orientation as a vector in four dimensions and the factor that scales the vector to length one. Computations with
/// the vector can start before the factor is known.
struct ScaledQuaternion {
    let direction: SIMD4<Double>
    let scale: Double

    @inline(__always)
    var orientation: UnitQuaternion { UnitQuaternion(unchecked: direction * scale) }

    /// Multiplies this orientation by `factor`, and returns the slerp from the product to `target`.
    @inline(__always)
    func slerp(to target: Self, fraction: Double, rescaled factor: Double) -> SIMD4<Double> {
        let scale = scale * factor
        let cosine = direction.dot(target.direction) * (scale * target.scale)
        guard let weights = SlerpWeights(fraction: fraction, cosine: abs(cosine)) else {
            let start = UnitQuaternion(unchecked: direction * scale)
            return SIMD4(start.slerp(to: target.orientation, fraction: fraction))
        }
        let share = cosine < 0 ? -weights.to : weights.to
        return direction * (weights.from * scale) + target.direction * (share * target.scale)
    }
}

/// Quaternion operations on four components in the order w, x, y, z.
extension SIMD4<Double> {
    @inline(__always)
    init(_ orientation: UnitQuaternion) {
        self.init(orientation.w, orientation.x, orientation.y, orientation.z)
    }

    @inline(__always)
    func dot(_ other: Self) -> Double { halvesAdded(times: other).sum() }

    /// The absolute values, component by component.
    @inline(__always)
    var magnitude: Self {
        let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return unsafeBitCast(bits & SIMD4<UInt64>(repeating: ~(1 << 63)), to: Self.self)
    }

    /// Returns `w w' + y y'` and `x x' + z z'`, whose sum is the dot product.
    @inline(__always)
    func halvesAdded(times other: Self) -> SIMD2<Double> {
        let products = self * other
        return products.lowHalf + products.highHalf
    }

    /// Returns the Hamilton product `self ⊗ right`, computed two components at a time. The terms are added in a
    /// different order than in `Quaternion`.
    @inline(__always)
    func product(_ right: Self) -> Self {
        let (low, high) = (right.lowHalf, right.highHalf)
        let (lowSwapped, highSwapped) = (SIMD2(low.y, low.x), SIMD2(high.y, high.x))
        let alongX = SIMD2(-y, y)
        let alongY = SIMD2(-z, z)
        let first = (low * x + lowSwapped * alongX) + (high * alongY - highSwapped * w)
        let second = (high * x + highSwapped * alongX) + (lowSwapped * w - low * alongY)
        return Self(lowHalf: first, highHalf: second)
    }
}

extension UnitQuaternion {
    /// Creates an orientation from components without normalisation. The caller guarantees a length of one.
    @inline(__always)
    init(unchecked components: SIMD4<Double>) {
        self.init(unchecked: components.x, components.y, components.z, components.w)
    }
}

/// Series that replace trigonometric functions for short arcs θ on the unit sphere S³.
enum NearbyArcs {
    /// The largest 1 − cos θ for which the series are used: θ up to 28.3°, or 56.7° of rotation.
    static let reach = 0.12

    /// The largest 1 − cos θ (at θ = 9.9°) for which the terms of ``narrowExcess(_:)`` are sufficient and the signs of
    /// the samples need no check.
    static let narrowReach = 0.015

    /// The upper limit of e = 1 − |m|² for the series. If all samples are within ``reach`` of the direction of their
    /// mean m, |m| is at least cos 28.3°, and e is below this limit.
    static let largestShortfall = 0.24

    /// The upper limit of e = 1 − |m|², where m is the mean of the samples. The spread is compared with
    /// ``largestSpread(count:)`` only up to this limit. For a larger e, the spread always exceeds
    /// ``largestSpread(count:)``.
    static let closeShortfall = 5e-4

    /// Returns a limit for the mean of (1 − cos θ)² over `count` samples. Up to this limit, one iteration with the
    /// first term of ``narrowExcess(_:)`` is sufficient. The error of this iteration is at most 4e-10 rad on S³.
    ///
    /// Let y = 1 − cos θ, let μ be the mean of y², and let n be `count`. Each y is at most √(nμ), and the mean of y is
    /// at most √μ. Therefore:
    /// - The sum of the further terms of ``narrowExcess(_:)`` is below 0.1414 y² for y up to 0.1, and sin θ is below
    ///   √(2y). The further terms move the mean by less than 0.2 n^¼ μ^1.25.
    /// - The first iteration moves the mean by less than √2/3 μ^¾. Each further iteration moves it by less than 0.7 √μ
    ///   times the previous displacement. Together, the further iterations move it by less than 0.34 μ^1.25.
    static func largestSpread(count: Int) -> Double {
        let count = Double(count)
        let factor = 0.2 * count.squareRoot().squareRoot() + 0.34
        // 4e-10^0.8 is 3.03e-8. The smaller of factor^-0.75 and 1/factor is at most factor^-0.8, for factors above and
        // below 1.
        let power = (factor * factor.squareRoot()).squareRoot()
        let spread = 3.02e-8 / max(power, factor)
        return min(spread, narrowReach * narrowReach / count)
    }

    /// Returns `θ/sin θ − 1` for two arcs, computed from y = 1 − cos θ as `Σ 2ᵏ k!²/(2k + 1)! yᵏ` with k = 1 to 5.
    ///
    /// For y up to ``narrowReach``, the remainder is below 1e-13, and its product with sin θ is below 1e-14.
    @inline(__always)
    static func narrowExcess(_ versed: SIMD2<Double>) -> SIMD2<Double> {
        let square = versed * versed
        let low = line(1.0 / 3, 2.0 / 15, versed)
        let high = line(2.0 / 35, 8.0 / 315, versed)
        return versed * (low + square * (high + square * (8.0 / 693)))
    }

    /// Returns the series of ``narrowExcess(_:)`` up to k = 10. For y up to ``reach``, the remainder is below 1e-14.
    @inline(__always)
    static func wideExcess(_ versed: SIMD2<Double>) -> SIMD2<Double> {
        // The pairs of terms are independent and can be computed in parallel.
        let square = versed * versed
        let low = line(1.0 / 3, 2.0 / 15, versed) + square * line(2.0 / 35, 8.0 / 315, versed)
        let middle = line(8.0 / 693, 16.0 / 3003, versed) + square * line(16.0 / 6435, 128.0 / 109_395, versed)
        let high = line(128.0 / 230_945, 256.0 / 969_969, versed)
        let fourth = square * square
        return versed * (low + fourth * (middle + fourth * high))
    }

    @inline(__always)
    private static func line(_ constant: Double, _ slope: Double, _ versed: SIMD2<Double>) -> SIMD2<Double> {
        versed * slope + constant
    }

    /// The largest |v|² for ``exponential(_:_:at:)``.
    static let largestSquare = 4e-4

    /// Returns `exp_x(v) = x cos|v| + v sin|v|/|v|` from v and |v|². For |v| up to 0.02, the remainder is below 1e-13.
    @inline(__always)
    static func exponential(_ tangent: SIMD4<Double>, _ square: Double, at base: SIMD4<Double>) -> SIMD4<Double> {
        let cosine = 1 - square * (1.0 / 2 - square * (1.0 / 24))
        let sine = 1 - square * (1.0 / 6 - square * (1.0 / 120))
        return base * cosine + tangent * sine
    }
}

/// The last iterations of `SphericalMean`, computed from the moments Σ q qᵀ without another pass over the samples.
///
/// If an iteration starts at x + v instead of x, the result changes by Jv. To second order in the arcs θ from x to the
/// samples q, J = ⅓ (tr C − C). C is the mean of t tᵀ with t = q − x cos θ. To third order, the trace of C is e = 1 −
/// |m|², where m is the mean of all q.
///
/// One sample contributes an error of at most 2/15 θ⁴ to J. If 1 − cos θ ≤ n e/2 for every sample, the mean of these
/// errors is below 0.14 n e².
struct LastRounds {
    /// The sum Σ q qᵀ over all samples.
    let moments: OrientationMoments
    /// The weight 1/n of each sample.
    let weight: Double
    /// The start x of the iteration.
    let base: SIMD4<Double>
    /// The shortfall e = 1 − |m|², where m is the mean of all samples q.
    let shortfall: Double

    /// The upper limit of |v| n e² for a displacement v, n samples and the shortfall e. Below this limit, the error of
    /// the next displacement Jv is less than 3.1e-10.
    private static let largestRemainder = 2.2e-9

    /// A length slightly below `SphericalMean.componentTolerance`. No component of a shorter tangent exceeds the
    /// tolerance.
    private static let surelySmall = 0.99 * SphericalMean.componentTolerance

    /// Returns the total displacement from x by this iteration and all later iterations. The displacement of this
    /// iteration is `tangent`. Returns `nil` if the next iteration needs the samples.
    @inline(__always)
    func added(to tangent: SIMD4<Double>, _ square: Double, count: Int) -> SIMD4<Double>? {
        if isLast(tangent, square) { return tangent }
        let width = Double(count) * (shortfall * shortfall)
        guard square * (width * width) <= Self.largestRemainder * Self.largestRemainder else { return nil }
        let second = next(tangent)
        let size = second.dot(second)
        if size <= Self.surelySmall * Self.surelySmall { return tangent + second }
        guard size >= 4.1 * SphericalMean.componentTolerance * SphericalMean.componentTolerance else { return nil }
        let third = next(second)
        return third.dot(third) <= Self.surelySmall * Self.surelySmall ? tangent + second + third : nil
    }

    /// Returns `true` if no component of the tangent exceeds the tolerance. In most cases, the check of `square`, the
    /// sum of squares, is sufficient.
    @inline(__always)
    private func isLast(_ tangent: SIMD4<Double>, _ square: Double) -> Bool {
        let limit = SphericalMean.componentTolerance
        if square <= limit * limit { return true }
        return square <= 4 * limit * limit && tangent.magnitude.max() <= limit
    }

    /// Returns the displacement of the next iteration, `J v`. The displacement v of this iteration is `tangent`.
    @inline(__always)
    private func next(_ tangent: SIMD4<Double>) -> SIMD4<Double> {
        let sum = moments.times(tangent) * weight
        return (tangent * shortfall - (sum - base * base.dot(sum))) * (1.0 / 3)
    }
}

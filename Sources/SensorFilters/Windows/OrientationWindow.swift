import SensorModel

/// The last `capacity` orientations and their mean on the unit sphere S³ (`SphericalMean`).
///
/// The window stores each sample with the sign that is nearer to the one before. The method depends on the distance
/// between the samples:
///
/// - closer than `NearbyArcs.largestSpread(count:)`, about 4° of rotation for seven samples: from Σ q and Σ q qᵀ, which
///   move with the window, in O(1) time, with an error below 4e-10 rad on S³;
/// - within 28.3° of the mean on S³, 57° of rotation: by the definition's iteration, with `log_x(q)` from x·q by a series
///   instead of angles, and with the last rounds from Σ q qᵀ where they are small, with an error below 4e-10 rad on S³;
/// - wider: by `SphericalMean`.
///
/// The signs are the definition's in the first two: in the coordinate with the largest Σ|·| all samples lie on one side.
/// Where samples lie on both sides, none reaches sin 19.9° if they are within 9.9° of the mean, and in the mean's largest
/// coordinate each reaches sin(30° − 9.9°); farther ones are looked at. O(n) memory.
struct OrientationWindow: Sendable {
    /// The newest orientation, with the sign that it has in the window.
    private(set) var newest: UnitQuaternion = .identity
    private var samples: SlidingWindow<UnitQuaternion>
    /// Σ q
    private var linear = SIMD4<Double>.zero
    /// Σ q qᵀ
    private var moments = OrientationMoments.none
    /// The number of samples until the sums are computed again.
    private var left: Int
    private var weight = 1.0
    private let largestSpread: Double

    init(capacity: Int) {
        samples = SlidingWindow(capacity: capacity)
        left = WindowSums.renewal(capacity)
        largestSpread = NearbyArcs.largestSpread(count: capacity)
    }

    /// Empties the window. The next sample gets the sign that brings it near `orientation`.
    mutating func removeAll(after orientation: UnitQuaternion = .identity) {
        newest = orientation
        samples.removeAll()
        linear = .zero
        moments = .none
        left = WindowSums.renewal(samples.capacity)
    }

    /// Adds the newest orientation and removes the oldest when the window is full.
    ///
    /// - Returns: the mean of all, with the sign of the newest where they lie close together.
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

    /// Adds the newest sample to the sums and removes the oldest. A zero `oldest` removes nothing.
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

    /// Computes the sums again, without the errors that rounding has left in them.
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

    /// The first round of the iteration, from the sums alone; nil where it may be too far from the mean.
    ///
    /// From the linear mean m = x|m| it goes by the mean of (θ/sin θ) q, without its part along x. With θ/sin θ = 1 +
    /// (1 − x·q)/3 + … that is −⅓ (M x − x (x·M x)), M the mean of q qᵀ: m and x have no part across x.
    @inline(__always)
    private func meanOfCloseSamples(_ linear: SIMD4<Double>, _ shortfall: Double) -> ScaledQuaternion? {
        guard shortfall <= NearbyArcs.closeShortfall else { return nil }
        let moment = moments.times(linear) * (weight * (1.0 / 3))
        // |m| = √(1 − e) and 1/|m|² to e³; the mean of (1 − cos θ)² is 1 − 2 |m| + x·M x.
        let length = 1 - shortfall * (0.5 + shortfall * (0.125 + shortfall * 0.0625))
        let inverseSquare = 1 + shortfall * (1 + shortfall * (1 + shortfall))
        let spread = 1 - 2 * length + 3 * linear.dot(moment) * inverseSquare
        guard spread <= largestSpread else { return nil }
        // x·M x is 1 − e but for the spread, and matters along x only.
        let mean = linear * ((4 - shortfall) * (1.0 / 3)) - moment
        return ScaledQuaternion(direction: mean, scale: NearOne.inverseRoot(mean.dot(mean) - 1))
    }

    /// The mean by Buss & Fillmore 2001, algorithm A1; nil where a sample is too far away for the series.
    @inline(never)
    private func meanOfNeighbours(_ linear: SIMD4<Double>, _ shortfall: Double) -> SIMD4<Double>? {
        guard shortfall <= NearbyArcs.largestShortfall else { return nil }
        let exact = shortfall <= NearOne.reach
        var base = linear * (exact ? NearOne.inverseRoot(-shortfall) : 1 / (1 - shortfall).squareRoot())
        // The mean of 1 − cos θ is 1 − |m|, hardly more than e/2, and no sample has more than n times that.
        let isNarrow = shortfall * Double(samples.count) <= 2 * NearbyArcs.narrowReach * (1 - NearbyArcs.narrowReach)
        guard isNarrow || isWithinReach(base, linear) else { return nil }
        for _ in 0..<SphericalMean.iterationLimit {
            // log_x(q) = θ/sin θ (q − x cos θ): the mean of q and of what θ/sin θ adds to it, without its part along x
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

    /// Whether all samples are near enough to x for the series, with the signs of the definition.
    private func isWithinReach(_ base: SIMD4<Double>, _ linear: SIMD4<Double>) -> Bool {
        let nearest = samples.inAnyOrder.reduce(1.0) { min($0, base.dot(SIMD4($1))) }
        guard 1 - nearest > NearbyArcs.narrowReach else { return true }
        guard 1 - nearest <= NearbyArcs.reach else { return false }
        let magnitudes = samples.inAnyOrder.reduce(SIMD4.zero) { $0 + SIMD4($1).magnitude } * weight
        // Σ|·| is |Σ| in the largest coordinate.
        let largest = magnitudes.max()
        return all((magnitudes .< largest) .| (linear.magnitude .>= largest * (1 - 1e-12)))
    }

    /// `Σ (θ/sin θ − 1) q` over all samples, θ the arc from x to q.
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

    /// `1 − x·q` for two samples.
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
    /// The component with the largest magnitude, the first of equal ones.
    @inline(__always)
    var dominantComponent: Double {
        let first = abs(x) > abs(w) ? x : w
        let second = abs(y) > abs(first) ? y : first
        return abs(z) > abs(second) ? z : second
    }
}

/// An orientation as a direction in S³ and the factor that scales it to length one: computations with the direction need
/// not wait for the factor.
struct ScaledQuaternion {
    let direction: SIMD4<Double>
    let scale: Double

    @inline(__always)
    var orientation: UnitQuaternion { UnitQuaternion(unchecked: direction * scale) }

    /// `slerp(e, target, c)`, where e is this orientation times `factor`.
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

/// A quaternion's components in the order w, x, y, z, for sums over many of them.
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

    /// `w w' + y y'` and `x x' + z z'`: their sum is the dot product.
    @inline(__always)
    func halvesAdded(times other: Self) -> SIMD2<Double> {
        let products = self * other
        return products.lowHalf + products.highHalf
    }

    /// The Hamilton product `self ⊗ right`, two components at a time: the sums have another order than those of
    /// `Quaternion`.
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
    /// The components as they are. The caller guarantees their length.
    @inline(__always)
    init(unchecked components: SIMD4<Double>) {
        self.init(unchecked: components.x, components.y, components.z, components.w)
    }
}

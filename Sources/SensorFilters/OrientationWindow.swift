import SensorModel

/// The last `capacity` orientations and their mean on the unit sphere S³ (`SphericalMean`).
///
/// Each sample is kept with the sign that brings it near the one before. How the mean is found depends on how far the
/// samples lie apart:
///
/// - closer than `NearbyArcs.largestSpread(count:)`, about 4° of rotation for seven samples: from Σ q and Σ q qᵀ, which
///   move with the window, in O(1) time, to 4e-10 rad on S³;
/// - within 9.9° of the mean on S³, 20° of rotation: by the definition's iteration, with `log_x(q)` from x·q by a series
///   instead of angles. Start, rounds and end are the definition's, and the results agree to 1e-12 rad;
/// - wider: left to `SphericalMean`.
///
/// The signs are the definition's in the first two: in the coordinate with the largest Σ|·| all samples lie on one side.
/// Where samples lie on both sides, none reaches sin 19.9°, and in the mean's largest coordinate each reaches
/// sin(30° − 9.9°). O(n) memory.
struct OrientationWindow: Sendable {
    /// The newest orientation, with the sign that it has in the window.
    private(set) var newest: UnitQuaternion = .identity
    private var samples: SlidingWindow<UnitQuaternion>
    /// Σ q
    private var linear = SIMD4<Double>.zero
    /// Σ q qᵀ
    private var moments = OrientationMoments.none
    /// How many samples more until the sums are begun anew.
    private var left: Int
    private var weight = 1.0
    private let largestSpread: Double

    init(capacity: Int) {
        samples = SlidingWindow(capacity: capacity)
        left = Self.renewal(capacity)
        largestSpread = NearbyArcs.largestSpread(count: capacity)
    }

    /// Empties the window. The next sample gets the sign that brings it near `orientation`.
    mutating func removeAll(after orientation: UnitQuaternion = .identity) {
        newest = orientation
        samples.removeAll()
        linear = .zero
        moments = .none
        left = Self.renewal(samples.capacity)
    }

    /// Adds the newest orientation; the oldest goes when the window is full. Returns the mean of all, with the sign of
    /// the newest where they lie close together.
    mutating func append(_ orientation: UnitQuaternion) -> UnitQuaternion {
        newest = orientation.aligned(with: newest)
        var oldest = SIMD4<Double>.zero
        if samples.count == samples.capacity {
            oldest = samples[0].components
            samples.append(newest)
        } else {
            samples.append(newest)
            weight = 1 / Double(samples.count)
        }
        slide(oldest)
        let mean = linear * weight
        return meanOfCloseSamples(mean)
            ?? Self.meanOfNeighbours(samples.inAnyOrder, Quaternion(w: mean.x, x: mean.y, y: mean.z, z: mean.w), weight)
            ?? SphericalMean.mean(of: samples)
            ?? newest
    }

    /// Takes the newest sample into the sums, and the oldest, zero where there is none, out of them.
    @inline(__always)
    private mutating func slide(_ oldest: SIMD4<Double>) {
        left -= 1
        if left > 0 {
            linear += newest.components - oldest
            moments.replace(oldest, by: newest.components)
        } else {
            renew()
        }
    }

    /// What rounding has left in the sums goes.
    @inline(never)
    private mutating func renew() {
        left = Self.renewal(samples.capacity)
        linear = .zero
        moments = .none
        for sample in samples {
            linear += sample.components
            moments.replace(.zero, by: sample.components)
        }
    }

    /// Seldom enough to cost nothing, often enough for the sums to stay right to 1e-14 in windows of up to 64.
    private static func renewal(_ capacity: Int) -> Int { max(capacity, 64) }

    /// The first round of the iteration from the sums alone; nil where that is not known to be near enough.
    ///
    /// From the linear mean m = x|m| it goes by the mean of (θ/sin θ) q, without its part along x. With θ/sin θ = 1 +
    /// (1 − x·q)/3 + … that is −⅓ (M x − x (x·M x)), M the mean of q qᵀ: m and x have no part across x.
    @inline(__always)
    private func meanOfCloseSamples(_ linear: SIMD4<Double>) -> UnitQuaternion? {
        // e = 1 − |m|²
        let shortfall = 1 - linear.dot(linear)
        guard shortfall <= NearbyArcs.closeShortfall else { return nil }
        let moment = moments.times(linear) * (weight * (1.0 / 3))
        // |m| = √(1 − e) and 1/|m|² to e³; the mean of (1 − cos θ)² is 1 − 2 |m| + x·M x.
        let length = 1 - shortfall * (0.5 + shortfall * (0.125 + shortfall * 0.0625))
        let inverseSquare = 1 + shortfall * (1 + shortfall * (1 + shortfall))
        let spread = 1 - 2 * length + 3 * linear.dot(moment) * inverseSquare
        guard spread <= largestSpread else { return nil }
        // x·M x is 1 − e but for the spread, and matters along x only.
        let mean = linear * ((4 - shortfall) * (1.0 / 3)) - moment
        let unit = mean * NearbyArcs.inverseLength(1 - mean.dot(mean))
        return UnitQuaternion(unchecked: unit.x, unit.y, unit.z, unit.w)
    }

    /// Buss & Fillmore 2001, algorithm A1; nil where the samples do not lie within reach of a series.
    @inline(never)
    private static func meanOfNeighbours(
        _ samples: [UnitQuaternion],
        _ linear: Quaternion,
        _ weight: Double
    ) -> UnitQuaternion? {
        let shortfall = 1 - linear.lengthSquared
        guard shortfall <= NearbyArcs.largestShortfall else { return nil }
        var mean = linear * NearbyArcs.inverseLength(shortfall)
        for _ in 0..<SphericalMean.iterationLimit {
            guard let excess = excess(samples, at: mean) else { return nil }
            // log_x(q) = θ/sin θ (q − x cos θ): the mean of q and of what θ/sin θ adds to it, without its part along x
            let arcs = linear + excess * weight
            let tangent = arcs - mean * mean.dot(arcs)
            let last = mean
            mean = NearbyArcs.exponential(tangent, at: mean)
            if (mean - last).isWithin(SphericalMean.componentTolerance) { break }
        }
        return UnitQuaternion(nearUnit: mean)
    }

    /// `Σ (θ/sin θ − 1) q` over all samples, θ the arc from x to q; nil where one is too far from x.
    private static func excess(_ samples: [UnitQuaternion], at base: Quaternion) -> Quaternion? {
        var farthest = 0.0
        var sum = Quaternion.zero
        for sample in samples {
            let sample = Quaternion(sample)
            let versed = 1 - ((base.w * sample.w + base.y * sample.y) + (base.x * sample.x + base.z * sample.z))
            farthest = max(farthest, versed)
            sum += sample * NearbyArcs.excess(versed)
        }
        return farthest <= NearbyArcs.reach ? sum : nil
    }
}

extension UnitQuaternion {
    @inline(__always)
    fileprivate var components: SIMD4<Double> { SIMD4(w, x, y, z) }
}

extension SIMD4<Double> {
    @inline(__always)
    fileprivate func dot(_ other: SIMD4<Double>) -> Double {
        let products = self * other
        return (products.x + products.z) + (products.y + products.w)
    }
}

extension Quaternion {
    /// Whether no component is larger than the limit. Most are told by their squares' sum.
    @inline(__always)
    fileprivate func isWithin(_ limit: Double) -> Bool {
        lengthSquared <= limit * limit * (1 - 1e-9)
            || max(max(abs(w), abs(x)), max(abs(y), abs(z))) <= limit
    }

    /// The component with the largest magnitude, the first of equal ones.
    @inline(__always)
    var dominantComponent: Double {
        let first = abs(x) > abs(w) ? x : w
        let second = abs(y) > abs(first) ? y : first
        return abs(z) > abs(second) ? z : second
    }
}

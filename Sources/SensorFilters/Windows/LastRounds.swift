import SensorModel

/// The last iterations of `SphericalMean`, computed from moments instead of another pass over the samples.
///
/// If an iteration starts at x + v instead of x, its end point changes by Jv. J is the mean of (1 − θ cot θ) across the
/// arcs. To second order, J = ⅓ (tr C − C), where C is the mean of t tᵀ with t = q − x cos θ. The trace of C is e, the
/// mean of sin² θ, except for terms of fourth order.
///
/// The error of J is at most 2/15 θ⁴. If no 1 − cos θ exceeds n e/2, the mean error is below 0.14 n e².
struct LastRounds {
    /// The sum Σ q qᵀ over the samples.
    let moments: OrientationMoments
    /// The weight 1/n of each sample.
    let weight: Double
    /// The start x of the iteration.
    let base: SIMD4<Double>
    /// The shortfall e = 1 − |m|² of the mean m of all q.
    let shortfall: Double

    /// The largest v n e² for which the error of J is acceptable: it is then below 3e-10.
    private static let largestRemainder = 2.2e-9

    /// The length below which no component of a tangent exceeds `SphericalMean.componentTolerance`. A tangent of twice
    /// this length has such a component.
    private static let surelySmall = 0.99 * SphericalMean.componentTolerance

    /// Returns the displacement from x to the result of the iteration that moves by `tangent` and of all later
    /// iterations, or `nil` if the samples are needed again.
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

    /// Returns `true` if no component exceeds the tolerance. The sum of squares decides most cases.
    @inline(__always)
    private func isLast(_ tangent: SIMD4<Double>, _ square: Double) -> Bool {
        let limit = SphericalMean.componentTolerance
        if square <= limit * limit { return true }
        return square <= 4 * limit * limit && tangent.magnitude.max() <= limit
    }

    /// Returns `J v`.
    @inline(__always)
    private func next(_ tangent: SIMD4<Double>) -> SIMD4<Double> {
        let sum = moments.times(tangent) * weight
        return (tangent * shortfall - (sum - base * base.dot(sum))) * (1.0 / 3)
    }
}

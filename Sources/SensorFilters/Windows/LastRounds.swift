import SensorModel

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
    /// The shortfall e = 1 − |m|² of the mean m of all q.
    let shortfall: Double

    /// The upper limit of |v| n e². Below this limit, the error of Jv is less than 3.1e-10.
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

    /// Returns `J v`, the displacement of the next iteration.
    @inline(__always)
    private func next(_ tangent: SIMD4<Double>) -> SIMD4<Double> {
        let sum = moments.times(tangent) * weight
        return (tangent * shortfall - (sum - base * base.dot(sum))) * (1.0 / 3)
    }
}

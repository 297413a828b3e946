import SensorModel

/// The rounds that the iteration of `SphericalMean` makes behind one, where they are small enough to be known without
/// going over the samples again.
///
/// A round that begins v beside x ends Jv beside that of x, J the mean of (1 − θ cot θ) across the arcs: to the second
/// order J = ⅓ (tr C − C), C the mean of t tᵀ with t = q − x cos θ. Its trace is e, the mean of sin² θ but for the fourth
/// order.
///
/// What is left out of J is 2/15 θ⁴ at most; with no 1 − cos θ above n e/2, that is below 0.14 n e² in the mean.
struct LastRounds {
    /// Σ q qᵀ
    let moments: OrientationMoments
    /// 1/n
    let weight: Double
    /// x, where the round began.
    let base: SIMD4<Double>
    /// e = 1 − |m|², m the mean of all q.
    let shortfall: Double

    /// The most that v n e² may be: what J leaves out is below 3e-10 then.
    private static let largestRemainder = 2.2e-9

    /// A tangent shorter than this has no component above `SphericalMean.componentTolerance`; one that is twice as long
    /// has.
    private static let surelySmall = 0.99 * SphericalMean.componentTolerance

    /// How far the iteration comes from x with the round that goes by `tangent` and all behind it; nil where that takes
    /// another look at the samples.
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

    /// Whether no component is above the tolerance. Most are told by their squares' sum.
    @inline(__always)
    private func isLast(_ tangent: SIMD4<Double>, _ square: Double) -> Bool {
        let limit = SphericalMean.componentTolerance
        if square <= limit * limit { return true }
        return square <= 4 * limit * limit && tangent.magnitude.max() <= limit
    }

    /// `J v`
    @inline(__always)
    private func next(_ tangent: SIMD4<Double>) -> SIMD4<Double> {
        let sum = moments.times(tangent) * weight
        return (tangent * shortfall - (sum - base * base.dot(sum))) * (1.0 / 3)
    }
}

/// The arc tangent of numbers in lanes, for ratios from 0 to 1.
///
/// Polynomials in t² with the least largest relative error, below 3e-17 (Remez's algorithm in 60 digits;
/// `Scripts/polynomials.py` derives the coefficients). Rounding remains: the relative error of the result is below
/// ``errorBound``.
package enum ArcTangent {
    /// The relative error is below this.
    package static let errorBound = 4e-16
    /// The ratios that the short polynomial covers.
    @_transparent @usableFromInline static var short: ClosedRange<Double> { 0...0.2 }

    /// - Parameter ratio: t in [0, 1].
    /// - Returns: arctan t, in radians.
    @usableFromInline @_transparent
    package static func angle<Number: LaneNumber>(ofRatio ratio: Number) -> Number {
        let square = ratio * ratio
        return ratio * (ratio.isInside(short).inAllLanes ? shortQuotient(square) : longQuotient(square))
    }

    /// arctan(t)/t for t² up to 0.04.
    @usableFromInline @_transparent
    static func shortQuotient<Number: LaneNumber>(_ square: Number) -> Number {
        var sum = Number(repeating: -0.058010012196226354)
        sum = sum * square + 0.07637627803068354
        sum = sum * square - 0.09089084923011842
        sum = sum * square + 0.1111107720615701
        sum = sum * square - 0.14285713942545047
        sum = sum * square + 0.19999999998291632
        sum = sum * square - 0.3333333333333009
        return sum * square + 1.0
    }

    /// arctan(t)/t for t² up to 1.
    @usableFromInline @_transparent
    static func longQuotient<Number: LaneNumber>(_ square: Number) -> Number {
        var sum = Number(repeating: -2.001862927203421e-05)
        sum = sum * square + 0.00022068742784579743
        sum = sum * square - 0.0011535851524343689
        sum = sum * square + 0.0038271500483178567
        sum = sum * square - 0.009130330471901907
        sum = sum * square + 0.016904059263733586
        sum = sum * square - 0.025751165017724443
        sum = sum * square + 0.03400873906172364
        sum = sum * square - 0.04089077723493957
        sum = sum * square + 0.046722879597375415
        sum = sum * square - 0.05238634040228457
        sum = sum * square + 0.058771423515379624
        sum = sum * square - 0.06665825853489755
        sum = sum * square + 0.07692207608751936
        sum = sum * square - 0.09090900647623366
        sum = sum * square + 0.11111110634355228
        sum = sum * square - 0.14285714269196317
        sum = sum * square + 0.19999999999696316
        sum = sum * square - 0.3333333333333111
        return sum * square + 1.0
    }
}

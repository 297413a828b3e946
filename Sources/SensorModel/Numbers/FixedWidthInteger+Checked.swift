// `Int(value)` traps on NaN, infinity and large values. Numbers from files, programs and users must therefore be
// converted with these initialisers.
extension FixedWidthInteger {
    /// Creates an integer from the value without its fraction, or returns `nil` for NaN and for a value outside the
    /// range of the type.
    @inlinable package init?(checked value: Double) {
        self.init(exactly: value.rounded(.towardZero))
    }

    /// Creates an integer from the value without its fraction, limited to the range of the type; 0 for NaN.
    @inlinable package init(saturating value: Double) {
        self = Self(checked: value) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    }
}

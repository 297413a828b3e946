// Where a Double becomes an integer. A plain `Int(value)` ends the process for NaN, infinity and large values: numbers
// from outside go through here.
extension FixedWidthInteger {
    /// The value without its fraction; nil for NaN and for a value that the type cannot hold.
    @inlinable package init?(checked value: Double) {
        self.init(exactly: value.rounded(.towardZero))
    }

    /// The value without its fraction, limited to what the type holds; 0 for NaN.
    @inlinable package init(saturating value: Double) {
        self = Self(checked: value) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    }
}

extension DecimalText {
    /// The shortest digits that read back as the same number; whole numbers below 10¹⁵ without a point.
    public static func exact(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15, let whole = Int(checked: value) { return String(whole) }
        return "\(value)"
    }

    /// Digits with a fixed number of decimals, at most 15; of a zero without sign. A number that times 10^`decimals`
    /// exceeds an `Int` is written as its shortest text, perhaps with an exponent.
    public static func fixed(_ value: Double, decimals: Int) -> String {
        let decimals = min(max(decimals, 0), mostDecimals)
        let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
        guard let scaled = Int(checked: (value.magnitude * Double(power)).rounded()) else { return "\(value)" }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % power)
        return "\(sign)\(scaled / power)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// A power of ten as `1e9`, any other number as ``exact(_:)`` writes it.
    package static func power(_ value: Double) -> String {
        let text = "\(value.magnitude)"
        var exponent = 0
        var power = 1.0
        while power < value.magnitude, exponent < 308 { (power, exponent) = (power * 10, exponent + 1) }
        guard power == value.magnitude, exponent > 0 else {
            return (value < 0 ? "-" : "") + (value < 0 ? text : exact(value))
        }
        return (value < 0 ? "-" : "") + "1e\(exponent)"
    }

    /// Three significant digits and an exponent in at most seven characters, `1.23e6`, `1.2e36`, `2e308`; less than
    /// 1, too: `1.2e-7`. A zero is `0`.
    public static func scientific(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : "\(value)" }
        guard value != 0 else { return "0" }
        var exponent = 0
        var mantissa = value.magnitude
        // At most 308 and 324 steps: the value is finite and not zero.
        while mantissa >= 9.995 {
            mantissa /= 10
            exponent += 1
        }
        while mantissa < 0.995 {
            mantissa *= 10
            exponent -= 1
        }
        var decimals = exponent < 0 ? 1 : exponent < 10 ? 2 : exponent < 100 ? 1 : 0
        // With fewer decimals the mantissa may round up to 10.
        if mantissa >= (decimals == 2 ? 9.995 : decimals == 1 ? 9.95 : 9.5) {
            mantissa /= 10
            exponent += 1
            decimals = exponent < 1 ? 1 : exponent < 10 ? 2 : exponent < 100 ? 1 : 0
        }
        return (value < 0 ? "-" : "") + "\(fixed(mantissa, decimals: decimals))e\(exponent)"
    }
}

extension Double {
    /// The number with so many significant digits, as the nearest `Double` to that decimal; itself where it is not
    /// finite, or where that decimal exceeds a `Double`.
    package func rounded(toSignificant digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        var decimals = digits - 1
        var scale = magnitude
        while scale >= 10 {
            scale /= 10
            decimals -= 1
        }
        while scale < 1 {
            scale *= 10
            decimals += 1
        }
        let power = (0..<abs(decimals)).reduce(1.0) { power, _ in power * 10 }
        let rounded = decimals < 0 ? (self / power).rounded() * power : (self * power).rounded() / power
        return rounded.isFinite ? rounded : self
    }
}

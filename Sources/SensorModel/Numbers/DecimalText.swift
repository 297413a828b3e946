/// Functions that write numbers as ASCII text. The functions do not depend on the locale and are much faster than a
/// formatter.
///
/// Every function accepts every `Double`. Numbers that are not finite become `nan`, `inf` and `-inf`.
public enum DecimalText {
    private static let powersOfTen: [Double] = (0...15).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }
    /// The largest number of decimals that the functions write.
    public static let maximumDecimals = 15

    /// Appends the number rounded to `decimals` places, at most 15, without trailing zeros. A zero has no sign.
    ///
    /// A number halfway between two results may be rounded up or down. If the number times 10^`decimals` exceeds the
    /// range of `UInt64`, the shortest text that parses to the number is appended. That text may have an exponent.
    public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        let power = powersOfTen[min(max(decimals, 0), maximumDecimals)]
        guard let scaled = UInt64(checked: (value.magnitude * power).rounded(.toNearestOrEven)) else {
            return bytes.append(contentsOf: "\(value)".utf8)
        }
        if value < 0, scaled > 0 { bytes.append(UInt8(ascii: "-")) }
        append(scaled: scaled, decimals: min(max(decimals, 0), maximumDecimals), to: &bytes)
    }

    /// Appends `scaled`/10^`decimals` without trailing zeros.
    public static func append(scaled: UInt64, decimals: Int, to bytes: inout [UInt8]) {
        var (scaled, decimals) = (scaled, decimals)
        while decimals > 0, scaled % 10 == 0 {
            scaled /= 10
            decimals -= 1
        }
        let start = bytes.count
        var written = 0
        repeat {
            if written == decimals, decimals > 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(scaled % 10))
            scaled /= 10
            written += 1
        } while scaled > 0 || written <= decimals
        bytes[start...].reverse()
    }
}

extension DecimalText {
    /// Returns the text that ``append(_:decimals:to:)`` appends.
    package static func rounded(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the shortest text that parses to the number. Whole numbers below 10¹⁵ have no decimal point.
    public static func exact(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15, let whole = Int(checked: value) { return String(whole) }
        return "\(value)"
    }

    /// Returns the number with exactly `decimals` decimals, at most 15. A zero has no sign.
    ///
    /// If the number times 10^`decimals` exceeds the range of `Int`, the result is the shortest text that parses to the
    /// number. That text may have an exponent.
    public static func fixed(_ value: Double, decimals: Int) -> String {
        let decimals = min(max(decimals, 0), maximumDecimals)
        let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
        guard let scaled = Int(checked: (value.magnitude * Double(power)).rounded()) else { return "\(value)" }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % power)
        return "\(sign)\(scaled / power)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// Returns a power of ten in the form `1e9`, and any other number as in ``exact(_:)``.
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

    /// Returns up to three significant digits and an exponent, in at most seven characters: `1.23e6`, `1.2e36`,
    /// `2e308`, `1.2e-7`. The text for zero is `0`.
    public static func scientific(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : "\(value)" }
        guard value != 0 else { return "0" }
        var exponent = 0
        var mantissa = value.magnitude
        // The loops end after at most 308 and 324 steps, because the value is finite and not zero.
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
    /// Returns the number rounded to `digits` significant decimal digits. A number is unchanged if it is not finite or
    /// if rounding would overflow.
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

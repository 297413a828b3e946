/// Writes numbers as ASCII, much faster than a formatter and whatever the locale.
///
/// Every function accepts every `Double`. What is not finite is written as `nan`, `inf` and `-inf`.
public enum DecimalText {
    private static let powersOfTen: [Double] = (0...15).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }
    /// Most decimals that the functions write.
    public static let mostDecimals = 15

    /// Appends the number rounded to `decimals` places, at most 15, without trailing zeros; a zero has no sign.
    ///
    /// Numbers half-way between two results, to within the precision of a `Double`, may go to either. A number that
    /// times 10^`decimals` exceeds a `UInt64` has no digits to round: it is written as its shortest text, perhaps with
    /// an exponent.
    public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        let power = powersOfTen[min(max(decimals, 0), mostDecimals)]
        guard let scaled = UInt64(checked: (value.magnitude * power).rounded(.toNearestOrEven)) else {
            return bytes.append(contentsOf: "\(value)".utf8)
        }
        if value < 0, scaled > 0 { bytes.append(UInt8(ascii: "-")) }
        append(scaled: scaled, decimals: min(max(decimals, 0), mostDecimals), to: &bytes)
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

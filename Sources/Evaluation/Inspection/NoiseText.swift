import SensorModel

/// Figures of a noise description as text.
enum NoiseText {
    /// So many significant digits, at most fifteen of them behind the point, never with an exponent.
    static func number(_ value: Double, digits: Int) -> String {
        var decimals = digits - 1
        var scale = value.magnitude
        while scale >= 10, decimals > 0 {
            scale /= 10
            decimals -= 1
        }
        while scale > 0, scale < 1, decimals < mostDecimals {
            scale *= 10
            decimals += 1
        }
        guard value.magnitude < 1_000 else { return "\(value)" }
        var bytes: [UInt8] = []
        DecimalText.append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let mostDecimals = 15
}

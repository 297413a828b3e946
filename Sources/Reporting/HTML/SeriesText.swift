import SensorModel

/// Numbers of a series as short text for the page's script, which restores exactly the same numbers.
///
/// A character encodes six bits: `A`–`Z`, `a`–`z`, `0`–`9`, `-`, `_` as in base64url (RFC 4648, section 5).
package enum SeriesText {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let payloadBits = 5
    private static let millisecondsPerSecond = 1_000.0
    /// Exponents −12 to 3 have four bits, mantissas of four digits have fourteen.
    private static let leastExponent = -12
    private static let powers: [Double] = (0...12).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Times in milliseconds, as differences from the time before, five bits in a character and a sixth bit for "more
    /// follows"; nil unless they rise from at least 0 and are whole milliseconds. O(count).
    package static func times(_ seconds: [Double]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(seconds.count * 2)
        var last = 0
        for time in seconds {
            let scaled = (time * millisecondsPerSecond).rounded()
            guard let now = Int(checked: scaled), now >= last, scaled / millisecondsPerSecond == time else {
                return nil
            }
            var rest = now - last
            repeat {
                let payload = rest & ((1 << payloadBits) - 1)
                rest >>= payloadBits
                bytes.append(digits[payload | (rest > 0 ? 1 << payloadBits : 0)])
            } while rest > 0
            last = now
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Numbers of at most four significant digits, three characters each; nil for any other number. O(count).
    package static func numbers(_ values: [Double]) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 3)
        for value in values {
            guard let (mantissa, exponent) = decimal(value) else { return nil }
            let code = (exponent - leastExponent) << 14 | mantissa
            bytes += [digits[code >> 12], digits[code >> 6 & 63], digits[code & 63]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The mantissa and the exponent of ten that give exactly this number.
    private static func decimal(_ value: Double) -> (mantissa: Int, exponent: Int)? {
        guard value >= 0, value < 1e7 else { return nil }
        if value == 0 { return (0, 0) }
        // 1000 · 10ᵉ ≤ value < 10000 · 10ᵉ
        var exponent = -12
        while exponent < 3, scaled(value, by: -exponent) >= 9_999.5 { exponent += 1 }
        let rounded = scaled(value, by: -exponent).rounded()
        guard let mantissa = Int(checked: rounded), mantissa < 1 << 14 else { return nil }
        let restored = scaled(Double(mantissa), by: exponent)
        return restored == value ? (mantissa, exponent) : nil
    }

    private static func scaled(_ value: Double, by exponent: Int) -> Double {
        exponent >= 0 ? value * powers[exponent] : value / powers[-exponent]
    }
}

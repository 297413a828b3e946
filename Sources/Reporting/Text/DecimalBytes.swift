import Foundation
import SensorModel

/// Writes numbers as ASCII, faster than a formatter does.
enum DecimalBytes {
    private static let digits = 9
    private static let powersOfTen: [Double] = (0...14).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }

    /// Appends the number with nine significant digits and without trailing zeros, as C's `%.9g` does.
    ///
    /// A zero has no sign. A number that lies half-way between two decimals, within the precision of a `Double`, may be
    /// rounded to the other neighbour than C chooses.
    static func append(_ value: Double, to bytes: inout [UInt8]) {
        let magnitude = abs(value)
        if magnitude == 0 { return bytes.append(UInt8(ascii: "0")) }
        guard magnitude >= 1e-4, magnitude < 1e8 else {
            return bytes.append(contentsOf: String(format: "%.9g", value).utf8)
        }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        // `decimals` digits follow the point, so that nine digits in all follow the leading zeros.
        var decimals = digits
        if magnitude >= 1 {
            while magnitude >= powersOfTen[digits - decimals] { decimals -= 1 }
        } else {
            while magnitude * powersOfTen[decimals - digits + 1] < 1 { decimals += 1 }
        }
        let scaled = UInt64(saturating: (magnitude * powersOfTen[decimals]).rounded(.toNearestOrEven))
        DecimalText.append(scaled: scaled, decimals: decimals, to: &bytes)
    }
}

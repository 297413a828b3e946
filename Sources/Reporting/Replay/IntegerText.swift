import SensorModel

/// Whole numbers as text for a page's script: five bits in a character, and a sixth bit for "more follows".
///
/// The lowest bit of the first character is the sign. The characters are those of base64url (RFC 4648, section 5).
struct IntegerText {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private var bytes: [UInt8] = []

    /// The text so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a number. O(1).
    mutating func append(_ number: Int) {
        var rest = UInt(number.magnitude) << 1 | (number < 0 ? 1 : 0)
        repeat {
            let payload = Int(rest & 31)
            rest >>= 5
            bytes.append(Self.digits[payload | (rest > 0 ? 32 : 0)])
        } while rest > 0
    }
}

/// Numbers as differences from the last one, in steps of a size.
struct DifferenceText {
    private let step: Double
    private var last = 0
    private var output = IntegerText()

    /// - Parameter step: the size of a step; numbers are rounded to half of it.
    init(step: Double) { self.step = step }

    var text: String { output.text }

    /// Appends a number; nil and numbers that are not finite repeat the last one, after the mark −1.
    mutating func append(_ value: Double?) {
        guard let value, let steps = Int(checked: (value / step).rounded()) else { return output.append(-1) }
        let difference = steps - last
        // Negative differences are shifted, because −1 is the mark.
        output.append(difference < 0 ? difference - 1 : difference)
        last = steps
    }
}

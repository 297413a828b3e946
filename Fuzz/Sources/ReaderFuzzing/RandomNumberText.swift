import SensorModel

/// Random numbers as text, in all notations that the parsers treat differently.
struct RandomNumberText {
    var random: SplitMix64
    /// The share of numbers with a decimal comma, from 0 to 1.
    let commas: Double

    private static let zeros = ["0", "-0", "0.0", "-0.0", "-.0", "0e5", "00", "-0.", "0.000000000000000000"]

    private mutating func pick(_ count: Int) -> Int { random.nextIndex(below: count) }

    /// Appends a number in the range of a `Double`.
    mutating func append(to text: inout [UInt8]) {
        let start = text.count
        switch pick(16) {
        case 0...5: appendDecimal(whole: 1 + pick(3), decimals: 1 + pick(7), to: &text)
        case 6: appendDecimal(whole: 1 + pick(6), decimals: 0, to: &text)
        case 7: text += Array(Self.zeros[pick(Self.zeros.count)].utf8)
        // The fast parser reads eight digits at a time and needs fast_float for more than fifteen.
        case 8, 9: appendDecimal(whole: 6 + pick(4), decimals: 6 + pick(4), to: &text)
        case 10: appendDecimal(whole: pick(12), decimals: pick(14), to: &text)
        case 11: appendLong(to: &text)
        case 12:
            appendDecimal(whole: pick(20), decimals: pick(20), to: &text)
            appendExponent(-330, 270, to: &text)
        case 13: text += Array("\(shortest())".utf8)
        case 14: appendBetweenDoubles(to: &text)
        default:
            appendDecimal(whole: 1 + pick(2), decimals: pick(8), to: &text)
            appendExponent(-12, 12, to: &text)
        }
        guard commas > 0, random.nextFraction() < commas else { return }
        for index in start..<text.count where text[index] == UInt8(ascii: ".") { text[index] = UInt8(ascii: ",") }
    }

    /// Appends a number with at least one digit before or after the point.
    private mutating func appendDecimal(whole: Int, decimals: Int, to text: inout [UInt8]) {
        if pick(2) == 0 { text.append(UInt8(ascii: "-")) }
        appendDigits(decimals == 0 ? max(whole, 1) : whole, to: &text)
        if decimals > 0 || pick(16) == 0 { text.append(UInt8(ascii: ".")) }
        appendDigits(decimals, to: &text)
    }

    private mutating func appendDigits(_ count: Int, to text: inout [UInt8]) {
        // Some numbers consist only of nines, only of zeros, or of zeros and ones.
        let kind = pick(12)
        for _ in 0..<count {
            let digit = kind == 0 ? 9 : kind == 1 ? 0 : kind == 2 ? pick(2) : pick(10)
            text.append(UInt8(ascii: "0") + UInt8(digit))
        }
    }

    private mutating func appendExponent(_ minimum: Int, _ maximum: Int, to text: inout [UInt8]) {
        let exponent = minimum + pick(maximum - minimum)
        text.append(UInt8(ascii: pick(2) == 0 ? "e" : "E"))
        if exponent >= 0, pick(2) == 0 { text.append(UInt8(ascii: "+")) }
        text += Array("\(exponent)".utf8)
    }

    /// Appends a number with more digits than any double needs.
    private mutating func appendLong(to text: inout [UInt8]) {
        let decimals = pick(40)
        appendDecimal(whole: 1 + pick(25), decimals: decimals, to: &text)
    }

    private mutating func shortest() -> Double {
        while true {
            let value = Double(bitPattern: random.next())
            if value.isFinite { return value }
        }
    }

    /// Appends a number halfway between two doubles, exactly or with a difference in a late digit.
    private mutating func appendBetweenDoubles(to text: inout [UInt8]) {
        let odd = (random.next() >> 10 | 1 << 53) | 1
        switch pick(4) {
        case 0: text += Array("\(odd)".utf8)
        case 1: text += Array("\(odd).0000000000000000000000001".utf8)
        case 2: text += Array("\(odd - 1).9999999999999999999999999".utf8)
        default: text += Array("\(odd)e\(pick(9))".utf8)
        }
    }
}

import SensorModel

/// The notation of timestamps in a file.
public enum StampNotation: Sendable, Hashable {
    /// A decimal number in units of `nanoseconds`.
    case number(nanoseconds: Int64)
    /// A date and time such as `2021-07-29 12:52:25.123`, `2021/07/29 12:52:25` or `29-Jul-2021 12:52:25`.
    ///
    /// The letter `T` or a space separates date and time. A time without a zone is in UTC. The milliseconds may follow
    /// a colon instead of a point. Underscores may replace all separators, as in `2021_07_29_12_52_25.123`.
    case dateTime
    /// A time since midnight such as `12:52:25:123` or `0:52:25 PM`, or a number of seconds. A date before the time is
    /// ignored.
    case clock

    /// The unit of a timestamp that is a number, in nanoseconds; `nil` for dates.
    var nanoseconds: Double? {
        switch self {
        case .number(let unit): Double(unit)
        case .clock: 1e9
        case .dateTime: nil
        }
    }
}

/// Conversion of a timestamp's text to whole nanoseconds, without rounding to binary fractions.
package enum StampText {
    /// The maximum timestamp in nanoseconds, equivalent to 146 years. Sums and differences of two timestamps do not
    /// overflow.
    static let limit = Int64(1) << 62
    /// The value that is stored for an empty cell.
    static let none = Int64.min

    /// Converts a timestamp to nanoseconds. Dates count from the start of 1970, and times of day from midnight. The
    /// result is `nil` if the text is not a timestamp.
    package static func nanoseconds(_ text: some BidirectionalCollection<UInt8>, _ notation: StampNotation) -> Int64? {
        var scanner = StampScanner(text)
        switch notation {
        case .number(let unit): return scanner.decimal(unit: unit)
        case .dateTime: return scanner.dateTime()
        case .clock: return scanner.clock()
        }
    }
}

/// A scanner of a timestamp's text.
private struct StampScanner {
    private static let second: Int64 = 1_000_000_000
    private var bytes: [UInt8]
    private var index = 0

    init(_ text: some BidirectionalCollection<UInt8>) {
        bytes = Array(text.trimming { $0 == 0x20 || $0 == 0x09 })
    }

    /// Reads a number such as `-12.345` and multiplies it by `unit`, which is in nanoseconds. Rounds the product to the
    /// nearest integer.
    mutating func decimal(unit: Int64) -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard bytes[index...].contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        guard let whole = digits(), let value = product(whole, unit) else { return nil }
        let decimals = skip(".") || skip(",") ? fraction(of: unit) : 0
        let (sum, overflow) = value.addingReportingOverflow(decimals)
        guard index == bytes.count, !overflow, sum <= StampText.limit else { return nil }
        return isNegative ? -sum : sum
    }

    mutating func clock() -> Int64? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return decimal(unit: Self.second) }
        // The date may be in any notation.
        let separators: [UInt8] = [0x20, UInt8(ascii: "T"), UInt8(ascii: "-")]
        if let separator = bytes[..<colon].lastIndex(where: separators.contains), separator > 0 {
            index = separator + 1
        }
        guard let time = timeOfDay(), let noon = noon(at: time), index == bytes.count else { return nil }
        return time + noon
    }

    /// Reads `AM` or `PM`. Returns the nanoseconds to add to a time with this suffix; 0 without a suffix, and `nil` for
    /// another text.
    private mutating func noon(at time: Int64) -> Int64? {
        _ = skip(" ")
        guard index < bytes.count else { return 0 }
        let halfDay = 43_200 * Self.second
        switch String(decoding: bytes[index...], as: UTF8.self).lowercased() {
        case "am":
            index = bytes.count
            return time < halfDay ? 0 : -halfDay
        case "pm":
            index = bytes.count
            return time < halfDay ? halfDay : 0
        default: return nil
        }
    }

    mutating func dateTime() -> Int64? {
        separate()
        guard let (year, month, day) = date(), (1...12).contains(month), (1...31).contains(day),
            (1830...2110).contains(year), skip("T") || skip(" "), let time = timeOfDay(), let zone = zone(),
            index == bytes.count
        else { return nil }
        return (days(year, month, day) * 86_400 - zone) * Self.second + time
    }

    /// The separators of a date and time, by the index of the digit that follows them.
    private static let separators: [Int: String] = [4: "-", 6: "-", 8: " ", 10: ":", 12: ":"]

    /// Inserts the separators if the text is a date and time of 14 digits, such as `20250207105810`, or has five
    /// underscores in their place.
    private mutating func separate() {
        let underscores = bytes.indices.filter { bytes[$0] == UInt8(ascii: "_") }
        if underscores.count == 5 {
            for (index, separator) in zip(underscores, "-- ::".utf8) { bytes[index] = separator }
        }
        guard bytes.count == 14, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        bytes = bytes.indices.flatMap { Array((Self.separators[$0] ?? "").utf8) + [bytes[$0]] }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads a date with the year first, or with the name of the month in the middle.
    private mutating func date() -> (year: Int64, month: Int64, day: Int64)? {
        guard let first = digits(), skip("-") || skip("/") else { return nil }
        let isNamed = index < bytes.count && !(0x30...0x39).contains(bytes[index])
        guard isNamed else {
            guard let month = digits(), skip("-") || skip("/"), let day = digits() else { return nil }
            return (first, month, day)
        }
        let name = String(decoding: bytes[index...].prefix(3), as: UTF8.self).lowercased()
        guard let month = Self.months.firstIndex(of: name) else { return nil }
        index += 3
        guard skip("-") || skip("/"), let year = digits() else { return nil }
        return (year, Int64(month + 1), first)
    }

    private mutating func timeOfDay() -> Int64? {
        guard let hours = digits(), skip(":"), let minutes = digits(), skip(":"), let seconds = digits(),
            hours < 24, minutes < 60, seconds <= 60
        else { return nil }
        let whole = ((hours * 60 + minutes) * 60 + seconds) * Self.second
        if skip(":") {
            guard index < bytes.count, let milliseconds = digits(), milliseconds < 1000 else { return nil }
            return whole + milliseconds * 1_000_000
        }
        return whole + (skip(".") || skip(",") ? fraction(of: Self.second) : 0)
    }

    /// Reads a time zone. Returns its offset from UTC in seconds, positive to the east, or `nil` if the text is not a
    /// zone.
    private mutating func zone() -> Int64? {
        while skip(" ") {}
        if index == bytes.count || skip("Z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), index + 4 <= bytes.count, let first = digits() else { return nil }
        var (hours, minutes) = first.quotientAndRemainder(dividingBy: 100)
        if skip(":") {
            guard let second = digits() else { return nil }
            (hours, minutes) = (first, second)
        }
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }

    /// Returns the number of days from 1 January 1970 to a date of the Gregorian calendar. The formula uses years that
    /// start in March.
    private func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// Skips the next character if it is `character`. Otherwise returns `false`.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads any number of digits. Returns 0 if there are no digits, and `nil` if the value exceeds an `Int64`.
    private mutating func digits() -> Int64? {
        var value: Int64 = 0
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
            guard let tenfold = product(value, 10) else { return nil }
            let (sum, overflow) = tenfold.addingReportingOverflow(Int64(bytes[index] - 0x30))
            guard !overflow else { return nil }
            value = sum
            index += 1
        }
        return value
    }

    /// Reads the digits after a decimal point as a fraction of `unit`, a power of ten. Rounds half up.
    private mutating func fraction(of unit: Int64) -> Int64 {
        var value: Int64 = 0
        var weight = unit
        var beyond: UInt8?
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
            if weight > 1 {
                weight /= 10
                value += Int64(bytes[index] - 0x30) * weight
            } else if beyond == nil {
                beyond = bytes[index] - 0x30
            }
            index += 1
        }
        return value + (beyond ?? 0 >= 5 ? 1 : 0)
    }

    private func product(_ left: Int64, _ right: Int64) -> Int64? {
        let (value, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? nil : value
    }
}

/// A selected field that is not a number: a word or a timestamp.
struct TextField {
    /// The index of the field in a row, counted from 0.
    let field: Int
    /// The column to which the value is written.
    let slot: Int
    let content: FieldSelection.Content

    /// Returns the fields of a selection that are words or timestamps, or `nil` if all fields are numbers.
    static func all(in selection: [FieldSelection]) -> [TextField]? {
        let fields = selection.enumerated().compactMap { slot, field in
            field.content == .number ? nil : TextField(field: field.field, slot: slot, content: field.content)
        }
        return fields.isEmpty ? nil : fields
    }

    /// Converts the text of a field to a number, and stores this number. If ``content`` is a word, the number is 1 for
    /// a field with exactly this word, and 0 for any other field. If ``content`` is a timestamp, the number has the bit
    /// pattern of the nanoseconds.
    func read(_ text: UnsafeRawBufferPointer, into cell: UnsafeMutablePointer<Double>) throws(RowState.Fault.Kind) {
        switch content {
        case .number: break
        case .word(let word): cell.pointee = text.elementsEqual(word.utf8) ? 1 : 0
        case .stamp(let notation):
            guard !text.isEmpty else {
                cell.pointee = Double(bitPattern: UInt64(bitPattern: StampText.none))
                return
            }
            guard let stamp = try Self.power(text, notation) ?? StampText.nanoseconds(text, notation) else {
                throw .notStamp
            }
            cell.pointee = Double(bitPattern: UInt64(bitPattern: stamp))
        }
    }

    /// The number of digits from which a number with an exponent is not rounded by a spreadsheet program.
    private static let minimumExactDigits = 10

    /// Converts a number with an exponent, such as `1.6e3`, to a timestamp. Returns `nil` for a text without an
    /// exponent.
    ///
    /// Spreadsheet programs write long numbers with an exponent and omit their last digits. Therefore, a timestamp of
    /// 2⁵³ ns or more with an exponent is an error, unless it is a whole number with at least ten digits.
    private static func power(
        _ text: UnsafeRawBufferPointer,
        _ notation: StampNotation
    ) throws(RowState.Fault.Kind) -> Int64? {
        guard text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        let digits = String(decoding: text, as: UTF8.self).replacing(",", with: ".")
        guard let value = Double(digits), let unit = notation.nanoseconds else { return nil }
        // Above 2^53, a Double cannot represent every nanosecond.
        guard abs(value) * unit >= 0x1p53 else { return Int64(checked: (value * unit).rounded()) }
        let digitCount = digits.lowercased().prefix { $0 != "e" }.count(where: \.isNumber)
        guard digitCount >= minimumExactDigits, value == value.rounded(), abs(value) < 0x1p53,
            let (whole, factor) = Int64(checked: value).flatMap({ whole in Int64(checked: unit).map { (whole, $0) } })
        else { throw .lostDigits }
        let (stamp, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
        guard !isTooLarge, stamp.magnitude <= StampText.limit else { throw .lostDigits }
        return stamp
    }
}

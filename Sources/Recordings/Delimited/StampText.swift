/// The text of a moment as whole nanoseconds, without the rounding of binary fractions.
enum StampText {
    /// Beyond this, 146 years, there is no moment: so sums and differences of two never overflow.
    static let limit = Int64(1) << 62
    /// Stands for an empty cell.
    static let none = Int64.min

    /// Since the clock's zero; for a date, since 1970. Nil where the text is no moment.
    static func nanoseconds(_ text: some Sequence<UInt8>, _ notation: StampNotation) -> Int64? {
        var scanner = StampScanner(text)
        switch notation {
        case .number(let unit): return scanner.decimal(unit: unit)
        case .dateTime: return scanner.dateTime()
        case .clock: return scanner.clock()
        }
    }
}

/// Goes through the text of a moment.
private struct StampScanner {
    private static let second: Int64 = 1_000_000_000
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: some Sequence<UInt8>) {
        let trimmed = text.drop { $0 == 0x20 || $0 == 0x09 }
        var bytes = Array(trimmed)
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        self.bytes = bytes
    }

    /// `-12.345` units, rounded to the nearest nanosecond.
    mutating func decimal(unit: Int64) -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard bytes[place...].contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        guard let whole = digits(), let value = product(whole, unit) else { return nil }
        let rest = take(".") || take(",") ? fraction(of: unit) : 0
        let (sum, overflow) = value.addingReportingOverflow(rest)
        guard place == bytes.count, !overflow, sum <= StampText.limit else { return nil }
        return isNegative ? -sum : sum
    }

    mutating func clock() -> Int64? {
        guard bytes.contains(UInt8(ascii: ":")) else { return decimal(unit: Self.second) }
        guard let time = timeOfDay(), place == bytes.count else { return nil }
        return time
    }

    mutating func dateTime() -> Int64? {
        guard let year = digits(), take("-"), let month = digits(), take("-"), let day = digits(),
            (1...12).contains(month), (1...31).contains(day), (1830...2110).contains(year),
            take("T") || take(" "), let time = timeOfDay(), let zone = zone(), place == bytes.count
        else { return nil }
        return (days(year, month, day) * 86_400 - zone) * Self.second + time
    }

    private mutating func timeOfDay() -> Int64? {
        guard let hours = digits(), take(":"), let minutes = digits(), take(":"), let seconds = digits(),
            hours < 24, minutes < 60, seconds <= 60
        else { return nil }
        let whole = ((hours * 60 + minutes) * 60 + seconds) * Self.second
        if take(":") {
            guard place < bytes.count, let milliseconds = digits(), milliseconds < 1000 else { return nil }
            return whole + milliseconds * 1_000_000
        }
        return whole + (take(".") || take(",") ? fraction(of: Self.second) : 0)
    }

    /// Seconds east of UTC.
    private mutating func zone() -> Int64? {
        while take(" ") {}
        if place == bytes.count || take("Z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), place + 4 <= bytes.count, let first = digits() else { return nil }
        var (hours, minutes) = first.quotientAndRemainder(dividingBy: 100)
        if take(":") {
            guard let rest = digits() else { return nil }
            (hours, minutes) = (first, rest)
        }
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }

    /// Days from 1 January 1970 to a date of the Gregorian calendar, counted in years that start in March.
    private func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// Zero digits are zero; more than an Int64 holds is nil.
    private mutating func digits() -> Int64? {
        var value: Int64 = 0
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
            guard let tenfold = product(value, 10) else { return nil }
            let (sum, overflow) = tenfold.addingReportingOverflow(Int64(bytes[place] - 0x30))
            guard !overflow else { return nil }
            value = sum
            place += 1
        }
        return value
    }

    /// The digits behind a decimal point, of a unit that is a power of ten, rounded half up.
    private mutating func fraction(of unit: Int64) -> Int64 {
        var value: Int64 = 0
        var left = unit
        var beyond: UInt8?
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
            if left > 1 {
                left /= 10
                value += Int64(bytes[place] - 0x30) * left
            } else if beyond == nil {
                beyond = bytes[place] - 0x30
            }
            place += 1
        }
        return value + (beyond ?? 0 >= 5 ? 1 : 0)
    }

    private func product(_ left: Int64, _ right: Int64) -> Int64? {
        let (value, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? nil : value
    }
}

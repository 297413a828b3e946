/// Functions that convert dates of the Gregorian calendar to decimal years.
public enum DecimalYear {
    private static let secondsPerDay = 86_400.0
    private static let daysPerYear = 365.2425
    /// The number of days, ten thousand years, up to which years are computed by the calendar.
    private static let maximumDays = 3_652_425.0

    /// Returns the decimal year of a Unix time in seconds. The fraction is the part of the calendar year that has
    /// passed.
    public static func year(unix seconds: Double) -> Double {
        let days = seconds / secondsPerDay
        guard days.magnitude < maximumDays else { return 1970 + days / daysPerYear }
        // The estimate with the mean length of a year needs at most one correction in either direction.
        var year = Int((1970 + days / daysPerYear).rounded(.down))
        if Double(daysSince1970(year: year)) > days { year -= 1 }
        if Double(daysSince1970(year: year + 1)) <= days { year += 1 }
        let start = daysSince1970(year: year)
        return Double(year) + (days - Double(start)) / Double(daysSince1970(year: year + 1) - start)
    }

    /// Returns the decimal year at the start of a day, or `nil` if the date does not exist.
    public static func year(_ year: Int, month: Int, day: Int) -> Double? {
        guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = daysSince1970(year: year + 1) - daysSince1970(year: year) == 366
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let passed = lengths.prefix(month - 1).reduce(0, +) + day - 1
        return Double(year) + Double(passed) / Double(isLeap ? 366 : 365)
    }

    /// Parses a date such as `2026-05-31` or a decimal year such as `2026.41`, or returns `nil` for any other text.
    public static func year(parsing text: String) -> Double? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) {
            return self.year(year, month: month, day: day)
        }
        guard parts.count == 1, let year = Double(text), year.isFinite, (1...9_999).contains(year) else { return nil }
        return year
    }

    /// Returns the number of days from 1 January 1970 to 1 January of a year.
    private static func daysSince1970(year: Int) -> Int {
        let last = year - 1
        return 365 * (year - 1970) + last.quotient(4) - last.quotient(100) + last.quotient(400) - 477
    }
}

extension Int {
    /// Returns the quotient, rounded down.
    fileprivate func quotient(_ divisor: Int) -> Int { Int((Double(self) / Double(divisor)).rounded(.down)) }
}

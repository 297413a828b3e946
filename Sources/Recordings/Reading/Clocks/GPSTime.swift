/// Conversion of GPS times, since 6 January 1980, to Unix times in UTC.
enum GPSTime {
    /// 6 January 1980 in Unix seconds.
    private static let epoch: Int64 = 315_964_800
    /// The leap seconds since 1980 in Unix seconds (IERS Bulletin C). The last one was at the end of 2016.
    private static let leaps: [Int64] = [
        362_793_600, 394_329_600, 425_865_600, 489_024_000, 567_993_600, 631_152_000, 662_688_000, 709_948_800,
        741_484_800, 773_020_800, 820_454_400, 867_715_200, 915_148_800, 1_136_073_600, 1_230_768_000, 1_341_100_800,
        1_435_708_800, 1_483_228_800,
    ]

    /// The Unix time in nanoseconds for a GPS time in nanoseconds.
    static func unix(nanoseconds gps: Int64) -> Int64 {
        let second: Int64 = 1_000_000_000
        let moment = gps + epoch * second
        // GPS is n - 1 seconds ahead of UTC at the start of leap second n.
        let count = leaps.enumerated().count { number, leap in moment >= (leap + Int64(number) + 1) * second }
        return moment - Int64(count) * second
    }
}

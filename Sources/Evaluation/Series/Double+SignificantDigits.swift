extension Double {
    /// The number with so many significant digits, as the nearest `Double` to that decimal.
    package func rounded(toSignificant digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        var decimals = digits - 1
        var scale = magnitude
        while scale >= 10 {
            scale /= 10
            decimals -= 1
        }
        while scale < 1 {
            scale *= 10
            decimals += 1
        }
        let power = (0..<abs(decimals)).reduce(1.0) { power, _ in power * 10 }
        return decimals < 0 ? (self / power).rounded() * power : (self * power).rounded() / power
    }
}

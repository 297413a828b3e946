/// Lengths as text with the unit that suits them, at two significant digits: `12 mm`, `0.0034 mm`, `1.2 km`.
enum LengthText {
    private static let units: [(name: String, metres: Double)] = [
        ("µm", 1e-6), ("mm", 1e-3), ("m", 1), ("km", 1e3),
    ]

    /// - Parameters:
    ///   - metres: at least 0.
    ///   - resolution: what is not above it is shown as such: `<1 µm`.
    static func rounded(_ metres: Double, resolution: Double) -> String {
        metres <= resolution ? "<" + text(resolution) : text(metres)
    }

    /// A round length, such as a limit: `10 m`, `1000 km`.
    static func text(_ metres: Double) -> String {
        let value = NumberText.significant(metres, digits: 2)
        let unit = units.last { $0.metres <= value } ?? units[0]
        let number = NumberText.significant(value / unit.metres, digits: 2)
        return NumberText.exact(number) + " " + unit.name
    }
}

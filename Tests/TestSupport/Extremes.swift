/// Numbers at which arithmetic, conversions and texts go wrong.
public enum Extremes {
    /// Sentinels of data formats, ends of integers, squares that overflow, ends of what a `Double` holds.
    public static let numbers: [Double] =
        [
            0, 2_024 * .leastNonzeroMagnitude, 1e-300, 1, 1e18, 9.3e18, 1.7e18, 9.97e36, 1e155, 1e200,
            .greatestFiniteMagnitude, .infinity,
        ]
        .flatMap { [$0, -$0] } + [.nan]

    /// How many cases a property is tried with; `SEXTANT_PROPERTY_CASES` asks for more than every run of the tests needs.
    public static func cases(usual: Int, environment: [String: String]) -> Int {
        environment["SEXTANT_PROPERTY_CASES"].flatMap { Int($0) } ?? usual
    }
}

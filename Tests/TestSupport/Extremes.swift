/// Numbers that often expose errors in arithmetic, conversion and formatting.
public enum Extremes {
    /// Sentinels of data formats, limits of integers, squares that overflow, and limits of `Double`.
    public static let numbers: [Double] =
        [
            0, 2_024 * .leastNonzeroMagnitude, 1e-300, 1, 1e18, 9.3e18, 1.7e18, 9.97e36, 1e155, 1e200,
            .greatestFiniteMagnitude, .infinity,
        ]
        .flatMap { [$0, -$0] } + [.nan]

    /// The number of cases for a property test. `SEXTANT_PROPERTY_CASES` sets more for a long test.
    public static func cases(usual: Int, environment: [String: String]) -> Int {
        environment["SEXTANT_PROPERTY_CASES"].flatMap { Int($0) } ?? usual
    }
}

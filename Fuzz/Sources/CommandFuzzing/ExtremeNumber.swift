/// Texts of numbers with which arithmetic, conversions and parsers are known to fail.
enum ExtremeNumber {
    static let texts = [
        "0", "-0", "1e-320", "-1e-320", "5e-324", "1e-300", "-1e-300", "1e18", "-1e18", "1700000000", "1700000000000",
        "1700000000000000000", "9.97e36", "-9.97e36", "1e155", "-1e155", "1.797e308", "-1.797e308", "inf", "-inf",
        "nan",
        "", "text", "1", "-1", "90", "-90", "90.0000001", "180", "-180", "360", "1e6", "-1e6", "1e9",
        "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "18446744073709551615", "1e19", "2147483648", "4294967296",
        "1e-9",
        "0.5", "3e38", "1e-40", "9007199254740993", "1e40", "1e77", "1.4e154",
    ]

    static let bytes = texts.map { Array($0.utf8) }

    static let allIndices = Array(texts.indices)

    /// The indices of the finite numbers in ``texts``.
    static let finiteIndices = texts.indices.filter { Double(texts[$0])?.isFinite ?? false }

    /// The finite numbers of ``texts``.
    static let finite = finiteIndices.compactMap { Double(texts[$0]) }
}

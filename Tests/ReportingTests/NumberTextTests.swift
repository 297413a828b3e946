import Evaluation
import Reporting
import Testing

@Suite struct NumberTextTests {
    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (0.000_1, "<0.001"), (-0.000_1, ">-0.001"), (0.012, "0.012"), (0.000_5, "0.001"),
        (0.999_4, "0.999"), (0.999_6, "1.00"), (1.234, "1.23"), (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"),
        (99.96, "100"), (123.4, "123"), (12_345, "12345"), (99_999.4, "99999"), (99_999.6, "1.00e5"),
        (-1.234e7, "-1.23e7"), (1.5e12, "1.5e12"), (1.7e308, "2e308"),
    ])
    func `Numbers for people have about three digits`(value: Double, text: String) {
        #expect(NumberText.short(value) == text)
    }

    @Test func `Counts have no decimals, means of counts have`() {
        #expect(NumberText.short(7, of: .jumpCount) == "7")
        #expect(NumberText.short(7.5, of: .jumpCount) == "7.50")
        #expect(NumberText.short(7, of: .lag) == "7.00")
    }

    @Test(arguments: [0.1, 1.0 / 3, 5, -62.4, 1e-300, 1.7e308, 1_735_787_045.123_456_7])
    func `Exact numbers read back as equal`(value: Double) {
        #expect(Double(NumberText.exact(value)) == value)
    }

    @Test func `Whole exact numbers have no decimal point`() {
        #expect(NumberText.exact(5) == "5")
        #expect(NumberText.exact(-0.0) == "0")
    }
}

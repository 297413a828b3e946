import Evaluation
import Geodesy
import Positions
import Recordings
import Reporting
import SensorModel
import TestSupport
import Testing

/// The reports of a comparison of distance formulas.
struct DistanceReportTests {
    /// The geodesic multiplied by a factor, without an answer beyond a latitude.
    private struct Scaled: DistanceFormula {
        let ppm: Double
        var highestLatitude = 90.0

        func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
            guard max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) < highestLatitude else {
                return nil
            }
            return GeodesicReference.geodesic(from: start, to: end).distance * (1 + ppm / 1e6)
        }

        func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
            Angle(degrees: GeodesicReference.geodesic(from: start, to: end).initialBearingDegrees + ppm / 1e3)
        }

        func entry(_ name: String, givesBearing: Bool = false) -> FormulaEntry {
            FormulaEntry(
                name: name,
                summary: "",
                source: "",
                validity: "",
                accuracy: StatedAccuracy(relativeError: 0, absoluteError: 0),
                cost: "",
                givesBearing: givesBearing,
                formula: self
            )
        }
    }

    private static func results(_ source: (RandomPairs) -> DistanceSource) -> DistanceResults {
        let formulas = [
            Scaled(ppm: 0).entry("exact"), Scaled(ppm: 5_000).entry("aFormulaOfSomeLength", givesBearing: true),
            Scaled(ppm: 0.9, highestLatitude: 60).entry("temperate"),
        ]
        let pairs = RandomPairs(count: 2_400, seed: 2)
        var statistics = DistanceStatistics(formulas: formulas, tolerance: .standard)
        statistics.add(MeasuredPairs((0..<pairs.count).map { pairs[$0] }, formulas: formulas))
        return DistanceResults(
            tool: ProgramVersion(version: "1.2.3", revision: "abc"),
            source: source(pairs),
            statistics: statistics,
            nanoseconds: [12, 345.6, nil]
        )
    }

    @Test(arguments: [60, 80])
    func `The terminal report equals its snapshot`(width: Int) throws {
        let text = TerminalDistanceReport(width: width).render(Self.results { .random($0) })
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= width })
        try Snapshot.expect(text, "distances-\(width).txt")
    }

    @Test func `The Markdown page equals its snapshot`() throws {
        let report = MarkdownDistanceReport(command: "sextant distances --random 2400 --seed 2")
        try Snapshot.expect(report.render(Self.results { .random($0) }), "distances.md")
    }

    @Test func `The sentence on given pairs counts the pairs within the tolerance`() {
        let results = Self.results { _ in .pairs(file: "p.csv") }
        #expect(results.verdict(formula: 0) == "within 1 m for all 2400 pairs, error below 1 µm")
        #expect(results.verdict(formula: 2).contains("; no distance for "))
    }

    @Test func `bands.csv has a row for all latitudes and for each band`() {
        let lines = BandsCSVReport().render(Self.results { .random($0) }).split(separator: "\n")
        #expect(lines.count == 1 + 3 * 10 * 7)
        #expect(lines[1].hasPrefix("exact,0,1,0,90,240,0,0,1e-06,1e-06,1e-06,"))
        #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 17 })
    }

    @Test(arguments: [
        (1.234, 2, 1.2), (0.000_999_6, 3, 0.001), (19_960, 2, 20_000), (-45.67, 3, -45.7), (0, 2, 0),
        (9.995e-9, 2, 1e-8), (123_456_789, 3, 123_000_000),
    ])
    func `A number is rounded to significant digits`(value: Double, digits: Int, expected: Double) {
        #expect(NumberText.significant(value, digits: digits) == expected)
    }

    @Test(arguments: [
        (1e-7, "<1 µm"), (1e-6, "<1 µm"), (2.34e-6, "2.3 µm"), (0.001, "1 mm"), (0.09996, "100 mm"), (0.9999, "1 m"),
        (12.34, "12 m"), (1_234, "1.2 km"), (19_960_000, "20000 km"),
    ])
    func `A length has a suitable unit`(metres: Double, text: String) {
        #expect(LengthText.rounded(metres, resolution: 1e-6) == text)
    }
}

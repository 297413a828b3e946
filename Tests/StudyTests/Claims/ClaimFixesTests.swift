import Experiments
import Foundation
import Recordings
import SensorModel
import Study
import TestSupport
import Testing

/// Claims about filtered fixes, and about phones at rest, compared with closed forms and recordings.
struct ClaimFixesTests {
    /// A walk straight ahead without errors of fixes, and 20 rests with the errors of `iphone6s`.
    private static let text = """
        title: T
        caption: C
        claims:
          - claim: fixes
            source: Stevense & van der Tak 2010
            section: section 4.4.1
            statement: Filtering the fixes is not beneficial.
            cases:
              - condition: unfiltered without errors
                measure: {fixes: error_m, scenario: "walk:winding=0", noise: none, duration: 400}
                holds: {below: 0}
              - condition: low-pass without errors
                measure: {fixes: error_m, filter: "lowPass:timeConstant=3s", scenario: "walk:winding=0", noise: none,
                  duration: 400}
                holds: {below: 0}
              - condition: unfiltered errors
                measure: {fixes: error_m, scenario: still, noise: iphone6s, duration: 1000,
                  seeds: &seeds [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]}
                holds: {below: 0}
              - condition: unfiltered motion
                measure: {fixes: increment_m, scenario: still, noise: iphone6s, duration: 1000, seeds: *seeds}
                holds: {below: 0}
        """

    /// Metres: rounding of ECEF coordinates, and the fixes' heights.
    private static let rounding = 1e-4
    /// Relative: the start of the walk, during which the low-pass does not lag yet.
    private static let start = 0.02
    /// Relative: 20 rests contain about 20 · 1000/66 independent errors.
    private static let sampling = 0.06

    private static func values() throws -> [Double] {
        let definition = try ClaimEvaluationTests.definition(text)
        let table = try #require(definition.content as? ClaimTable)
        let evaluation = ClaimEvaluation(table.claims)
        guard case .measured(let cases) = table.claims[0].content else { throw CancellationError() }
        return try cases.map { try #require(evaluation.measurement($0.quantity).value) }
    }

    /// A low-pass lags by v Δt (1 − α)/α at a constant speed v, with α = 1 − exp(−Δt/τ). A Gauss–Markov error with
    /// 8.7 m along each axis has the increments √(2 (1 − exp(−Δt/T))) times as large, with T = 33 s.
    @Test func `Filtered fixes have the lag, and unfiltered fixes the errors, of their closed forms`() throws {
        let values = try Self.values()
        #expect(values[0] < Self.rounding)
        let lag = 1.35 / (exp(1.0 / 3) - 1)
        #expect(abs(values[1] / lag - 1) < Self.start)
        let error = 8.7 * 2.0.squareRoot()
        #expect(abs(values[2] / error - 1) < Self.sampling)
        let increment = error * (2 * (1 - exp(-1.0 / 33))).squareRoot()
        #expect(abs(values[3] / increment - 1) < Self.sampling)
    }

    @Test func `A filter that cannot process vectors is rejected at its line`() {
        let text = Self.text.replacing("lowPass:timeConstant=3s", with: "lowPas")
        do {
            _ = try ClaimEvaluationTests.definition(text)
            Issue.record("no error")
        } catch {
            #expect(error.line == 13)
            #expect("\(error)".contains("lowPas"))
        }
    }

    /// The printed figures have three digits.
    private static let lastDigit = 5e-4

    @Test(
        .enabled(
            if: SharedDatasets.has("published/smartphone-attitude"),
            "the dataset published/smartphone-attitude is missing"
        ),
        arguments: [
            ("ibetelgeuse-correlation-iphone4s", "ios/calib_gyr_iPhone4S_d2", 9.80665, 1),
            ("ibetelgeuse-correlation-nexus5", "android/calib_gyr_Nexus5_d1", 1, 1),
            ("ibetelgeuse-correlation-nexus5-halved", "android/calib_gyr_Nexus5_d1", 1, 2),
        ]
    )
    func `Correlations at rest are those of the recordings`(
        name: String,
        folder: String,
        unit: Double,
        every: Int
    ) throws {
        let url = SharedDatasets.url("published/smartphone-attitude/\(folder)/accelerometer.txt")
        let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: " ").prefix(4).compactMap { Double($0) }
        }
        let figure = try #require(ComputedFigureCatalogue.figure(named: name))
        let found = try #require(Self.correlations(rows, unit: unit, every: every).max())
        #expect(abs(found - figure.value()) <= Self.lastDigit)
    }

    /// Returns the correlation of neighbours among every `every`-th sample for each axis, over the seconds with a
    /// standard deviation below 0.03 m/s², without the mean of each second.
    private static func correlations(_ rows: [[Double]], unit: Double, every: Int) -> [Double] {
        var (products, squares) = ([0.0, 0, 0], [0.0, 0, 0])
        var start = rows[0][0]
        while start < rows[rows.count - 1][0] - 1 {
            let window = rows.filter { $0[0] >= start && $0[0] < start + 1 }
            start += 1
            let axes = (1...3).map { axis in window.map { $0[axis] * unit } }
            guard axes.map(variance).reduce(0, +) / 3 < 0.03 * 0.03 else { continue }
            for (axis, values) in axes.enumerated() {
                for first in 0..<every {
                    let part = stride(from: first, to: values.count, by: every).map { values[$0] }
                    let mean = part.reduce(0, +) / Double(part.count)
                    let rest = part.map { $0 - mean }
                    products[axis] += zip(rest, rest.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
                    squares[axis] += rest.reduce(0) { $0 + $1 * $1 }
                }
            }
        }
        return zip(products, squares).map { $0 / $1 }
    }

    private static func variance(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
}

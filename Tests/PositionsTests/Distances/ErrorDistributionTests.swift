import Evaluation
import Foundation
import Positions
import TestSupport
import Testing

/// Error figures compared with numpy's, from Fixtures/make_distances.py.
struct ErrorDistributionTests {
    /// The relative error of a percentile: one bin.
    private static let bin = 1.0 / 128
    /// The relative error by rounding.
    private static let rounding = 1e-14

    private struct Sample {
        let maximum: Double
        let percentile: Double
        let rootMeanSquare: Double
        let errors: [Double]
    }

    private static func samples() throws -> [Sample] {
        let rows = try NumberTable.rows("Tests/PositionsTests/Fixtures/error_figures.csv")
        try #require(rows.count == 6)
        return rows.map { numbers in
            Sample(
                maximum: numbers[0],
                percentile: numbers[1],
                rootMeanSquare: numbers[2],
                errors: Array(numbers[3...])
            )
        }
    }

    private static func distribution(_ errors: some Sequence<Double>) -> ErrorDistribution {
        var distribution = ErrorDistribution(resolution: 1e-6)
        for error in errors { distribution.add(error) }
        return distribution
    }

    @Test func `The largest error, the 99th percentile and the RMS equal numpy's`() throws {
        for sample in try Self.samples() {
            let distribution = Self.distribution(sample.errors)
            #expect(distribution.count == sample.errors.count)
            #expect(distribution.maximum == sample.maximum)
            let percentile = try #require(distribution.percentile99)
            #expect(percentile >= sample.percentile)
            #expect(percentile <= sample.percentile * (1 + Self.bin))
            let rootMeanSquare = try #require(distribution.rootMeanSquare)
            #expect(abs(rootMeanSquare / sample.rootMeanSquare - 1) <= Self.rounding)
        }
    }

    @Test func `The figures of two added parts equal those of the whole`() throws {
        let errors = try #require(try Self.samples().first).errors
        var parts = Self.distribution(errors[700...])
        parts.add(Self.distribution(errors[..<700]))
        let whole = Self.distribution(errors)
        #expect(parts.maximum == whole.maximum)
        #expect(parts.percentile99 == whole.percentile99)
        #expect(parts.rootMeanSquare == whole.rootMeanSquare)
    }

    @Test func `Errors count by magnitude, and the percentile is at least the resolution`() {
        let distribution = Self.distribution([-3, 0, 1e-9])
        #expect(distribution.maximum == 3)
        #expect(Self.distribution([0, -1e-9]).percentile99 == 1e-6)
        #expect(Self.distribution([]).percentile99 == nil)
        #expect(Self.distribution([]).rootMeanSquare == nil)
    }
}

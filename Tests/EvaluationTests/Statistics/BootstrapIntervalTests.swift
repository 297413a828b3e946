import TestSupport
import Testing

@testable import Evaluation
@testable import Statistics

@Suite struct BootstrapIntervalTests {
    /// A share of the half-width: four standard deviations of a quantile of 2,000 resamples.
    private static let quantileTolerance = 0.12

    @Test func `Fewer than three values have no interval`() {
        #expect(BootstrapInterval(ofMeanOf: [1, 2]) == nil)
        #expect(BootstrapInterval(ofMeanOf: [1, 2, 3]) != nil)
    }

    @Test func `Equal values have an interval of width zero`() throws {
        let interval = try #require(BootstrapInterval(ofMeanOf: [0.5, 0.5, 0.5, 0.5]))
        #expect(interval.lower == 0.5)
        #expect(interval.upper == 0.5)
    }

    @Test func `The interval of many values is that of the normal distribution`() throws {
        // The half-width is 1.96 standard errors. With 2,000 resamples the 2.5 % quantile itself has a standard
        // deviation of 3 % of that.
        let values = (0..<400).map { Double($0) }
        let halfWidth = 1.96 * 115.470 / 20
        let interval = try #require(BootstrapInterval(ofMeanOf: values))
        #expect(abs(199.5 - interval.lower - halfWidth) < Self.quantileTolerance * halfWidth)
        #expect(abs(interval.upper - 199.5 - halfWidth) < Self.quantileTolerance * halfWidth)
    }

    @Test func `The percentiles equal scipy's on the same resamples`() throws {
        let cases = try StatisticsFixture.read().bootstrap
        #expect(cases.count == 4)
        for example in cases {
            let interval = try #require(BootstrapInterval(ofMeanOf: example.values.reversed()))
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper))
        }
    }

    @Test func `Moving blocks follow their definition`() throws {
        let cases = try StatisticsFixture.read().blocks
        #expect(cases.count == 3)
        for example in cases {
            let length = try #require(example.block)
            let interval = try #require(BootstrapInterval(ofMeanOf: example.values, blockLength: length))
            // Differences between sums over the whole series lose some digits.
            let precision = 1e-10
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower, within: precision))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper, within: precision))
        }
    }

    @Test func `Blocks include the dependence between neighbours`() throws {
        // In an autoregression with 0.8 the standard error of the mean is √((1 + 0.8)/(1 − 0.8)) = 3 times that of
        // independent values. Blocks of 25 include most of it.
        let cases = try StatisticsFixture.read().blocks
        let single = cases[0].upper - cases[0].lower
        let blocks = cases[2].upper - cases[2].lower
        #expect(blocks > 1.8 * single)
    }

    @Test func `Fewer than three blocks have no interval`() {
        #expect(BootstrapInterval(ofMeanOf: Array(repeating: 1, count: 29), blockLength: 10) == nil)
        #expect(BootstrapInterval(ofMeanOf: Array(repeating: 1, count: 30), blockLength: 10) != nil)
    }
}

import Evaluation
import TestSupport
import Testing

@Suite struct BootstrapIntervalTests {
    /// A share of the half-width: four standard deviations of a quantile of 2,000 resamples.
    private static let quantileTolerance = 0.12

    @Test func `Fewer than three values have no interval`() {
        #expect(BootstrapInterval(ofMeanOf: [1, 2], isSigned: false) == nil)
        #expect(BootstrapInterval(ofMeanOf: [1, 2, 3], isSigned: false) != nil)
    }

    @Test func `Equal values have an interval of width zero`() throws {
        let interval = try #require(BootstrapInterval(ofMeanOf: [0.5, 0.5, 0.5, 0.5], isSigned: false))
        #expect(interval.lower == 0.5)
        #expect(interval.upper == 0.5)
    }

    @Test func `The interval of many values is that of the normal distribution`() throws {
        // The half-width is 1.97 standard errors. With 2,000 resamples the 2.5 % quantile itself has a standard
        // deviation of 3 % of that.
        let values = (0..<400).map { Double($0) }
        let halfWidth = 1.96 * 115.470 / 20
        let interval = try #require(BootstrapInterval(ofMeanOf: values, isSigned: false))
        #expect(abs(199.5 - interval.lower - halfWidth) < Self.quantileTolerance * halfWidth)
        #expect(abs(interval.upper - 199.5 - halfWidth) < Self.quantileTolerance * halfWidth)
    }

    /// Relative. The error of the approximation of Student's quantiles.
    private static let studentTolerance = 2e-4

    @Test func `Intervals of means follow their definition on the same resamples`() throws {
        let cases = try StatisticsFixture.read().bootstrap
        #expect(cases.count == 4)
        for example in cases {
            let interval = try #require(BootstrapInterval(ofMeanOf: example.values.reversed(), isSigned: false))
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower, within: Self.studentTolerance))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper, within: Self.studentTolerance))
        }
    }

    @Test func `Intervals of quotients and of means of means follow their definition`() throws {
        let fixture = try StatisticsFixture.read()
        #expect(fixture.quotients.count == 2 && fixture.strata.count == 2)
        for example in fixture.quotients {
            let interval = try #require(BootstrapInterval(ofQuotientOf: example.values, over: example.divisors))
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower, within: Self.studentTolerance))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper, within: Self.studentTolerance))
        }
        for example in fixture.strata {
            let strata = example.groups.enumerated().map { stream, values in
                (means: BootstrapMeans(count: values.count, stream: UInt64(stream)), values: values)
            }
            let interval = try #require(BootstrapMeans.interval(ofStrata: strata, isSigned: false))
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower, within: Self.studentTolerance))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper, within: Self.studentTolerance))
        }
    }

    @Test func `Student's quantiles equal scipy's`() throws {
        let cases = try StatisticsFixture.read().studentQuantiles
        #expect(cases.count == 16)
        for example in cases {
            let found = StudentDistribution.twoSidedQuantile(
                tails: example.tails,
                degreesOfFreedom: example.degreesOfFreedom
            )
            #expect(StatisticsFixture.areEqual(found, example.quantile, within: Self.studentTolerance), "\(example)")
        }
        // Every table of the normal distribution lists this quantile.
        #expect(abs(StudentDistribution.normalQuantile(upperTail: 0.025) - 1.959_963_985) < 1e-8)
    }

    @Test func `Non-negative values with ties have a finite interval without negative numbers`() throws {
        let interval = try #require(BootstrapInterval(ofMeanOf: [0, 0, 0, 0, 5], isSigned: false))
        #expect(interval.lower >= 0)
        #expect(interval.upper.isFinite && interval.upper > 1)
    }

    @Test func `The interval of signed values may contain zero even if no value is negative`() throws {
        // Student's interval of 0.1 ± 3.182 · 0.1. That of the logarithm would exclude 0 for any values.
        let interval = try #require(BootstrapInterval(ofMeanOf: [0, 0, 0, 0.4], isSigned: true))
        #expect(abs(interval.lower - (0.1 - 0.318_244_6)) < 1e-5)
        #expect(abs(interval.upper - (0.1 + 0.318_244_6)) < 1e-5)
    }

    @Test func `Blocks follow their definition`() throws {
        let cases = try StatisticsFixture.read().blocks
        #expect(cases.count == 3)
        for example in cases {
            let length = try #require(example.block)
            let interval = try #require(
                BootstrapInterval(ofMeanOf: example.values, blockLength: length, isSigned: true)
            )
            #expect(StatisticsFixture.areEqual(interval.lower, example.lower, within: Self.studentTolerance))
            #expect(StatisticsFixture.areEqual(interval.upper, example.upper, within: Self.studentTolerance))
        }
    }

    @Test func `Fewer than three blocks have no interval`() {
        #expect(BootstrapInterval(ofMeanOf: Array(repeating: 1, count: 29), blockLength: 10, isSigned: false) == nil)
        #expect(BootstrapInterval(ofMeanOf: Array(repeating: 1, count: 30), blockLength: 10, isSigned: false) != nil)
    }
}

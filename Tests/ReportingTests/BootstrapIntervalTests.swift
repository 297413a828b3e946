import TestSupport
import Testing

@testable import Reporting

@Suite struct BootstrapIntervalTests {
    @Test func `There is no interval of fewer than three values`() {
        #expect(BootstrapInterval(ofMeanOf: [1, 2]) == nil)
        #expect(BootstrapInterval(ofMeanOf: [1, 2, 3]) != nil)
    }

    @Test func `Equal values leave no doubt`() throws {
        let interval = try #require(BootstrapInterval(ofMeanOf: [0.5, 0.5, 0.5, 0.5]))
        #expect(interval.lower == 0.5)
        #expect(interval.upper == 0.5)
    }

    @Test func `Of many values the interval is the one of the normal law`() throws {
        // 1.96 standard errors. With 2,000 resamples the 2.5 % quantile itself strays by 3 % of that (one standard
        // deviation).
        let values = (0..<400).map { Double($0) }
        let halfWidth = 1.96 * 115.470 / 20
        let interval = try #require(BootstrapInterval(ofMeanOf: values))
        #expect(abs(199.5 - interval.lower - halfWidth) < 0.12 * halfWidth)
        #expect(abs(interval.upper - 199.5 - halfWidth) < 0.12 * halfWidth)
    }
}

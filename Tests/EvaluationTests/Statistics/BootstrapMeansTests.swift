import Evaluation
import SensorModel
import Testing

struct BootstrapMeansTests {
    @Test(arguments: [3, 8, 9, 126])
    func `Shared resamples give the intervals of single means`(count: Int) throws {
        let means = BootstrapMeans(count: count)
        var generator = SplitMix64(seed: 7)
        for _ in 0..<5 {
            let values = (0..<count).map { _ in Double.random(in: -3...50, using: &generator) }
            let interval = try #require(means.interval(of: values, isSigned: true))
            let single = try #require(BootstrapInterval(ofMeanOf: values, isSigned: true))
            #expect(abs(interval.lower - single.lower) < 1e-12 * 50)
            #expect(abs(interval.upper - single.upper) < 1e-12 * 50)
        }
    }

    @Test func `Two values, and values that are not finite, have no interval`() {
        #expect(BootstrapMeans(count: 2).interval(of: [1, 2], isSigned: false) == nil)
        #expect(BootstrapMeans(count: 3).interval(of: [1, 2, .infinity], isSigned: false) == nil)
    }
}

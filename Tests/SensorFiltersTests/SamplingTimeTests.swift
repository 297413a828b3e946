import SensorFilters
import SensorModel
import TestSupport
import Testing

struct SamplingTimeTests {
    @Test func `Even time stamps retain the first interval`() {
        var sampling = SamplingTime()
        #expect(sampling.update(at: 0) == nil)
        #expect(sampling.update(at: 0.0035) == 0.0035)
        for index in 2..<5_000 { #expect(sampling.update(at: (Double(index) * 3.5).rounded(.down) / 1_000) == nil) }
        #expect(sampling.inUse == 0.0035)
    }

    @Test func `A wrong first interval is soon replaced, and jitter then has no effect`() throws {
        var generator = SeededGenerator(seed: 41)
        var sampling = SamplingTime()
        _ = sampling.update(at: 0)
        _ = sampling.update(at: 0.002)
        var changes = 0
        for index in 1..<2_000 {
            let time = Double(index) * 0.01 + generator.number(in: -0.002...0.002)
            if sampling.update(at: time) != nil, index > 200 { changes += 1 }
        }
        #expect(changes == 0)
        #expect(abs(try #require(sampling.inUse) / 0.01 - 1) < SamplingTime.hysteresis)
    }

    @Test func `Lost samples do not change the rate, but another rate does`() throws {
        var sampling = SamplingTime()
        for index in 0..<100 { _ = sampling.update(at: Double(index) * 0.01) }
        #expect(sampling.update(at: 1.5) == nil)
        #expect(sampling.inUse == 0.01)
        for index in 1..<500 { _ = sampling.update(at: 1.5 + Double(index) * 0.05) }
        #expect(abs(try #require(sampling.inUse) / 0.05 - 1) < SamplingTime.hysteresis)
    }

    @Test func `A gap is not an interval`() {
        var sampling = SamplingTime()
        for index in 0..<10 { _ = sampling.update(at: Double(index) * 0.01) }
        sampling.interrupt()
        #expect(sampling.elapsed(at: 5) == nil)
        #expect(sampling.update(at: 5) == nil)
        #expect(sampling.inUse == 0.01)
    }
}

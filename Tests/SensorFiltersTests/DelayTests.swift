import SensorFilters
import SensorModel
import TestSupport
import Testing

struct DelayTests {
    @Test(arguments: [1, 2, 5, 50])
    func `Each output is the sample from k samples ago, and the first sample until then`(_ count: Int) throws {
        let orientations = Specimens.quaternion()
        var filter = Delay<UnitQuaternion>(.init(samples: count))
        for (index, sample) in orientations.samples.enumerated() {
            let output = try filter.output(for: sample, at: orientations.time(index))
            #expect(output == orientations.samples[max(0, index - count)])
        }
    }

    @Test(arguments: [1, 3, 10])
    func `The latency on a ramp is k samples`(_ count: Int) throws {
        var filter = Delay<Double>(.init(samples: count))
        for index in 0..<50 {
            let output = try filter.output(for: Double(index), at: Double(index) * 0.01)
            #expect(output == Double(max(0, index - count)))
        }
    }

    @Test func `Skipped samples do not count`() throws {
        var filter = Delay<Double>()
        _ = filter.update(1, at: 0)
        _ = filter.update(.nan, at: 0.01)
        _ = filter.update(2, at: 0)
        #expect(try filter.output(for: 3, at: 0.02) == 1)
        #expect(try filter.output(for: 4, at: 0.03) == 3)
    }
}

import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Delay")
struct DelayTests {
    @Test("Each output is the sample from k samples ago, bit for bit; the first until then", arguments: [1, 2, 5, 50])
    func samples(_ count: Int) throws {
        let orientations = Specimens.quaternion()
        var filter = Delay<UnitQuaternion>(.init(samples: count))
        for (index, sample) in orientations.samples.enumerated() {
            let output = try filter.take(sample, at: orientations.time(index))
            #expect(output == orientations.samples[max(0, index - count)])
        }
    }

    @Test("A ramp is passed k samples late", arguments: [1, 3, 10])
    func lag(_ count: Int) throws {
        var filter = Delay<Double>(.init(samples: count))
        for index in 0..<50 {
            let output = try filter.take(Double(index), at: Double(index) * 0.01)
            #expect(output == Double(max(0, index - count)))
        }
    }

    @Test("Samples that are left out do not count")
    func leftOut() throws {
        var filter = Delay<Double>()
        _ = filter.update(1, at: 0)
        _ = filter.update(.nan, at: 0.01)
        _ = filter.update(2, at: 0)
        #expect(try filter.take(3, at: 0.02) == 1)
        #expect(try filter.take(4, at: 0.03) == 3)
    }
}

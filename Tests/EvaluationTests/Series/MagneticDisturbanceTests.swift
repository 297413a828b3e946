import Evaluation
import Recordings
import SensorModel
import Testing

struct MagneticDisturbanceTests {
    /// A field at 100 Hz for 20 s, with its strength in µT by time.
    private static func stream(_ strength: (Double) -> Double) -> SensorStream<Vector3> {
        let times = (0...2_000).map { Double($0) / 100 }
        return SensorStream(times: times, values: times.map { Vector3(0, strength($0), 0) })
    }

    /// Seconds. Half the averaging span, by which a mean lags its samples.
    private static let blur = 0.26

    @Test func `A stronger field is detected from its start to its end`() throws {
        let found = MagneticDisturbance.stretches(in: Self.stream { (5.0...9.0).contains($0) ? 60 : 50 })
        try #require(found.count == 1)
        #expect(abs(found[0].lowerBound - 5) < Self.blur)
        #expect(abs(found[0].upperBound - 9) < Self.blur)
    }

    @Test func `A short peak, a small change and a constant magnet are not detected`() {
        #expect(MagneticDisturbance.stretches(in: Self.stream { (5.0...5.3).contains($0) ? 60 : 50 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: Self.stream { (5.0...9.0).contains($0) ? 54 : 50 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: Self.stream { _ in 300 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: SensorStream(times: [], values: [])).isEmpty)
    }

    @Test func `A step of twice the limit is dated to two samples`() throws {
        // The mean changes by more than 10 % where more than half of the averaging span is in the stronger field.
        let found = MagneticDisturbance.stretches(in: Self.stream { (5.0...9.0).contains($0) ? 60 : 50 })
        try #require(found.count == 1)
        #expect(abs(found[0].lowerBound - 5) < 0.025)
        #expect(abs(found[0].upperBound - 9) < 0.025)
    }
}

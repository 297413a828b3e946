import Evaluation
import Recordings
import SensorModel
import Testing

struct MagneticDisturbanceTests {
    /// A field of 50 µT at 100 Hz for 20 s, other where `strength` says so.
    private static func stream(_ strength: (Double) -> Double) -> SensorStream<Vector3> {
        let times = (0...2_000).map { Double($0) / 100 }
        return SensorStream(times: times, values: times.map { Vector3(0, strength($0), 0) })
    }

    /// Half the averaging span: a mean follows its samples by as much.
    private static let blur = 0.26

    @Test func `A stronger field shows from its beginning to its end`() throws {
        let found = MagneticDisturbance.stretches(in: Self.stream { (5.0...9.0).contains($0) ? 60 : 50 })
        try #require(found.count == 1)
        #expect(abs(found[0].lowerBound - 5) < Self.blur)
        #expect(abs(found[0].upperBound - 9) < Self.blur)
    }

    @Test func `Neither a short peak nor a small change nor a steady magnet shows`() {
        #expect(MagneticDisturbance.stretches(in: Self.stream { (5.0...5.3).contains($0) ? 60 : 50 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: Self.stream { (5.0...9.0).contains($0) ? 54 : 50 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: Self.stream { _ in 300 }).isEmpty)
        #expect(MagneticDisturbance.stretches(in: SensorStream(times: [], values: [])).isEmpty)
    }
}

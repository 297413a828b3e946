import SensorFilters
import SensorModel
import Testing

struct VQFRestDetectionTests {
    private static let gravity = Vector3(0, 0, 9.81)

    /// The indices of the samples at rest, for sensors at 100 Hz whose samples are functions of the index.
    private func restAt(
        _ count: Int,
        _ parameters: VQF.Parameters = VQF.Parameters(),
        rate: (Int) -> Vector3 = { _ in .zero },
        acceleration: (Int) -> Vector3 = { _ in gravity }
    ) -> [Int] {
        var detection = VQFRestDetection(VQFConstants(parameters))
        return (0..<count).filter { index in
            if index == 1 {
                detection.sampleGyroscope(every: 0.01)
                detection.sampleAccelerometer(every: 0.01)
            }
            detection.update(rate: rate(index))
            detection.update(acceleration: acceleration(index))
            return detection.isAtRest
        }
    }

    @Test func `Quiet sensors are at rest after restMinT`() {
        var parameters = VQF.Parameters()
        parameters.restMinT = 0.995
        #expect(restAt(300, parameters).first == 99)
    }

    @Test func `A turn beyond restThGyr ends the rest and restarts its time`() throws {
        let seen = restAt(600) { index in index == 300 ? Vector3(Angle(degrees: 4).radians, 0, 0) : .zero }
        #expect(seen.contains(299))
        #expect(!seen.contains(300))
        // The low-pass changes by only 0.1°/s, so that the time of the rest starts right after the turn.
        #expect(try #require(seen.first { $0 > 300 }) - 300 >= 148)
    }

    @Test func `A jolt ends the rest only beyond restThAcc`() {
        let strong = restAt(400, acceleration: { index in Vector3(index == 300 ? 0.7 : 0, 0, 9.81) })
        #expect(strong.contains(299) && !strong.contains(300))
        let weak = restAt(400, acceleration: { index in Vector3(index == 300 ? 0.3 : 0, 0, 9.81) })
        #expect(weak.contains(300) && weak.contains(399))
    }

    @Test func `A uniform turn is at rest only below the largest bias`() {
        #expect(restAt(1_000, rate: { _ in Vector3(0, Angle(degrees: 2.1).radians, 0) }).isEmpty)
        #expect(!restAt(1_000, rate: { _ in Vector3(0, Angle(degrees: 1.9).radians, 0) }).isEmpty)
    }
}

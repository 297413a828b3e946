import SensorModel
import Testing

@testable import SensorFilters

@Suite("VQF's rest detection")
struct VQFRestDetectionTests {
    private static let gravity = Vector3(0, 0, 9.81)

    /// At 100 Hz, the readings of each sensor as a function of the sample's number. When rest was seen, by number.
    private func restAt(
        _ count: Int,
        _ parameters: VQF.Parameters = VQF.Parameters(),
        rate: (Int) -> Vector3 = { _ in .zero },
        acceleration: (Int) -> Vector3 = { _ in gravity }
    ) -> [Int] {
        var detection = VQFRestDetection<Double>(VQFConstants([parameters]))
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

    @Test("Quiet sensors are at rest after restMinT, the first sample's interval counted")
    func quiet() {
        var parameters = VQF.Parameters()
        parameters.restMinT = 0.995
        #expect(restAt(300, parameters).first == 99)
    }

    @Test("A turn beyond restThGyr ends rest, which then has to last again")
    func turn() throws {
        let seen = restAt(600) { index in index == 300 ? Vector3(Angle(degrees: 4).radians, 0, 0) : .zero }
        #expect(seen.contains(299))
        #expect(!seen.contains(300))
        // The low-pass has moved by a tenth of a degree per second only: the time begins with the turn's own
        // acceleration.
        #expect(try #require(seen.first { $0 > 300 }) - 300 >= 148)
    }

    @Test("A jolt beyond restThAcc ends rest; one below it does not")
    func jolt() {
        let strong = restAt(400, acceleration: { index in Vector3(index == 300 ? 0.7 : 0, 0, 9.81) })
        #expect(strong.contains(299) && !strong.contains(300))
        let weak = restAt(400, acceleration: { index in Vector3(index == 300 ? 0.3 : 0, 0, 9.81) })
        #expect(weak.contains(300) && weak.contains(399))
    }

    @Test("An even turn faster than any bias is no rest; a slower one is taken for a bias")
    func evenTurn() {
        #expect(restAt(1_000, rate: { _ in Vector3(0, Angle(degrees: 2.1).radians, 0) }).isEmpty)
        #expect(!restAt(1_000, rate: { _ in Vector3(0, Angle(degrees: 1.9).radians, 0) }).isEmpty)
    }
}

import Recordings
import SensorModel
import Testing

struct ResamplingTests {
    private static func stream(_ times: [Seconds]) -> SensorStream<Vector3> {
        SensorStream(times: times, values: times.map { Vector3($0, 0, 0) })
    }

    @Test func `Every fourth sample of 200 Hz stays at 50 Hz, whatever the stamps are rounded to`() {
        var recording = Recording(name: "r")
        recording.gyroscope = Self.stream((0..<1_000).map { (Double($0) / 200 * 1e4).rounded() / 1e4 + 17 })
        let counts = recording.resample(at: 50)
        #expect(counts.kept == 250 && counts.of == 1_000)
        let times = recording.gyroscope?.times ?? []
        for (index, time) in times.enumerated() { #expect(abs(time - (17 + Double(index) / 50)) < 1e-3) }
        #expect(recording.gyroscope?.values.map(\.x) == times)
    }

    @Test func `The first sample of each interval is kept, and gaps stay`() {
        var recording = Recording(name: "r")
        recording.accelerometer = Self.stream([0, 0.3, 0.9, 1.2, 1.9, 5.5, 5.6])
        recording.resample(at: 1)
        #expect(recording.accelerometer?.times == [0, 1.2, 5.5])
    }

    @Test func `A slower stream, and what is no sensor, stay as they are`() {
        var recording = Recording(name: "r")
        recording.magnetometer = Self.stream([0, 0.5, 1])
        let truth = (0..<100).map { Double($0) / 100 }
        recording.reference = ReferenceStream(
            times: truth,
            orientations: truth.map { _ in .identity },
            isValid: truth.map { _ in true }
        )
        let counts = recording.resample(at: 10)
        #expect(counts.kept == 3 && counts.of == 3)
        #expect(recording.reference?.times == truth)
    }

    @Test func `The digest of what was recorded tells apart what gives other figures`() {
        var recording = Recording(name: "r")
        recording.gyroscope = Self.stream([0, 1, 2])
        var digests = [recording.contentDigest]
        recording.name = "another"
        #expect(recording.contentDigest == digests[0])
        recording.gyroscope?.values[1].y = 1e-300
        digests.append(recording.contentDigest)
        recording.accelerometer = Self.stream([0])
        digests.append(recording.contentDigest)
        recording.magnetometer = recording.accelerometer
        recording.accelerometer = nil
        digests.append(recording.contentDigest)
        recording.declination = Angle(degrees: 1)
        digests.append(recording.contentDigest)
        recording.estimators = ["mahony": ["start": "broad"]]
        digests.append(recording.contentDigest)
        #expect(Set(digests).count == digests.count)
        #expect(digests.allSatisfy { $0.count == 64 })
    }
}

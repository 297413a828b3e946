import Recordings
import SensorModel
import TestSupport
import Testing

/// Resampling of recordings, and the digest of their content.
struct ResamplingTests {
    static func stream(_ times: [Seconds]) -> SensorStream<Vector3> {
        SensorStream(times: times, values: times.map { Vector3($0, 0, 0) })
    }

    @Test func `Resampling from 200 Hz to 50 Hz retains every fourth sample despite rounded times`() {
        var recording = Recording(name: "r")
        let rounded = (0..<1_000).map { (index: Int) -> Seconds in (Double(index) / 200 * 1e4).rounded() / 1e4 + 17 }
        recording.gyroscope = Self.stream(rounded)
        let counts = recording.resample(at: 50)
        #expect(counts.kept == 250 && counts.of == 1_000)
        let times = recording.gyroscope?.times ?? []
        // The times have four decimals, and the tolerance is far below the interval of 5 ms.
        let tolerance: Seconds = 1e-3
        for (index, time) in times.enumerated() { #expect(abs(time - (17 + Double(index) / 50)) < tolerance) }
        #expect(recording.gyroscope?.values.map(\.x) == times)
    }

    @Test func `Resampling retains the first sample of each interval and does not fill gaps`() {
        var recording = Recording(name: "r")
        recording.accelerometer = Self.stream([0, 0.3, 0.9, 1.2, 1.9, 5.5, 5.6])
        recording.resample(at: 1)
        #expect(recording.accelerometer?.times == [0, 1.2, 5.5])
    }

    @Test func `Resampling does not change slower streams or the reference`() {
        var recording = Recording(name: "r")
        recording.magnetometer = Self.stream([0, 0.5, 1])
        let truth = (0..<100).map { Double($0) / 100 }
        recording.reference = ReferenceStream(times: truth)
        let counts = recording.resample(at: 10)
        #expect(counts.kept == 3 && counts.of == 3)
        #expect(recording.reference?.times == truth)
    }

    @Test func `The digest of the content differs for recordings with different results`() {
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
        for (speed, course) in [(nil, nil), (1, nil), (nil, Angle(degrees: 1))] as [(Double?, Angle?)] {
            let fix = LocationFix(latitude: .zero, longitude: .zero, speed: speed, course: course)
            recording.location = SensorStream(times: [0], values: [fix])
            digests.append(recording.contentDigest)
        }
        #expect(Set(digests).count == digests.count)
        #expect(digests.allSatisfy { $0.count == 64 })
    }
}

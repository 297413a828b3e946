import Recordings
import SensorModel
import Testing

/// Resampling at common times with the previous value.
struct HoldResamplingTests {
    @Test func `All sensors have the same times, from the last start to the first end`() throws {
        var recording = Recording(name: "r")
        recording.accelerometer = ResamplingTests.stream([0, 0.4, 0.8, 1.2, 1.6, 2.0])
        recording.gyroscope = ResamplingTests.stream([0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75])
        recording.magnetometer = ResamplingTests.stream([0.1, 1.1, 2.1])
        let counts = try recording.hold(at: 2)
        let times = [0.25, 0.75, 1.25, 1.75]
        #expect(recording.accelerometer?.times == times)
        #expect(recording.gyroscope?.times == times)
        #expect(recording.magnetometer?.times == times)
        #expect(recording.accelerometer?.values.map(\.x) == [0, 0.4, 1.2, 1.6])
        #expect(recording.gyroscope?.values.map(\.x) == times)
        #expect(recording.magnetometer?.values.map(\.x) == [0.1, 0.1, 1.1, 1.1])
        #expect(counts.kept == 12 && counts.of == 16)
    }

    @Test func `A faster rate repeats values`() throws {
        var recording = Recording(name: "r")
        recording.gyroscope = ResamplingTests.stream([0, 1, 2])
        try recording.hold(at: 4)
        #expect(recording.gyroscope?.values.map(\.x) == [0, 0, 0, 0, 1, 1, 1, 1, 2])
    }

    @Test func `A sensor that starts later than the common times has no values before`() throws {
        var recording = Recording(name: "r")
        recording.gyroscope = ResamplingTests.stream([0, 1, 2])
        recording.attitude = SensorStream(times: [1.5], values: [.identity])
        try recording.hold(at: 1)
        #expect(recording.attitude?.times == [2])
    }

    @Test func `Sensors without common times do not change`() throws {
        var recording = Recording(name: "r")
        recording.gyroscope = ResamplingTests.stream([0, 1])
        recording.accelerometer = ResamplingTests.stream([5, 6])
        let counts = try recording.hold(at: 10)
        #expect(counts == (0, 0))
        #expect(recording.accelerometer?.times == [5, 6])
    }

    @Test(arguments: [(end: 1e12, rate: 100.0), (end: 1e300, rate: 1e6)])
    func `Times that would fill the memory are refused, and the recording is unchanged`(
        extreme: (end: Double, rate: Double)
    ) {
        var recording = Recording(name: "r")
        recording.gyroscope = ResamplingTests.stream([0, extreme.end])
        #expect(throws: ResamplingLimit.self) {
            try recording.hold(at: extreme.rate)
        }
        #expect(recording.gyroscope?.times == [0, extreme.end])
    }
}

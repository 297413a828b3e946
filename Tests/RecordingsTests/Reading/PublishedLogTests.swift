import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Logs that other people made with phone apps and published, as they are.
struct PublishedLogTests {
    /// The expected layout and content of a log.
    struct Log: CustomTestStringConvertible {
        let path: String
        let layout: String
        /// The number of samples of accelerometer, gyroscope and magnetometer.
        let counts: [Int]
        /// The median length of the specific force in m/s², from numpy over the columns of the file, or `nil` if it is
        /// not read.
        let force: Double?

        var testDescription: String { path }
    }

    static let logs = [
        Log(path: "logs/androsensor-original.csv", layout: "androsensor", counts: [23, 23, 23], force: 11.0855),
        Log(path: "logs/androsensor-excel.csv", layout: "androsensor", counts: [1_498, 1_498, 1_498], force: 18.7683),
        Log(path: "logs/gnss-logger", layout: "gnss-logger", counts: [1_196, 1_195, 1_116], force: 9.9665),
        Log(path: "logs/phyphox-semicolon", layout: "phyphox", counts: [1_499, 312, 0], force: 9.8325),
        Log(path: "logs/phyphox-sensors", layout: "phyphox", counts: [1_499, 1_499, 1_499], force: 9.8476),
        Log(
            path: "logs/sensor-kinetics-honor10",
            layout: "sensor-kinetics",
            counts: [1_499, 1_499, 1_499],
            force: 10.9558
        ),
        Log(
            path: "logs/sensor-kinetics-oneplus6",
            layout: "sensor-kinetics",
            counts: [1_499, 1_499, 1_499],
            force: 9.8168
        ),
        Log(path: "logs/sensor-logger-bare", layout: "sensor-logger", counts: [0, 1_038, 1_038], force: nil),
        Log(path: "logs/sensor-logger-unit-headers", layout: "sensor-logger", counts: [0, 1_499, 1_499], force: nil),
        Log(
            path: "repoimu/Pendulum_Test01a_Static_Segment_1.csv",
            layout: "repoimu",
            counts: [16_082, 16_082, 16_082],
            force: 9.7500
        ),
        Log(
            path: "repoimu/TStick_Test06_Trial2.csv",
            layout: "repoimu",
            counts: [9_000, 9_000, 9_000],
            force: 10.8845
        ),
    ]

    /// The digits of the expected lengths.
    private static let tolerance = 1e-4

    @Test(.enabled(if: SharedDatasets.has("logs") && SharedDatasets.has("repoimu")), arguments: logs)
    func `A published log has its layout, its numbers of samples and the median specific force of numpy`(
        log: Log
    ) throws {
        let path = SharedDatasets.path(log.path)
        #expect(try LayoutDetection(path: path).layout.name == log.layout)
        let recording = try RecordingReader().read(path: path)
        let counts = [recording.accelerometer, recording.gyroscope, recording.magnetometer].map { $0?.count ?? 0 }
        #expect(counts == log.counts)
        let lengths = (recording.accelerometer?.values ?? []).map { $0.length }.sorted()
        guard let force = log.force else {
            #expect(lengths.isEmpty && recording.remark?.contains("add Metadata.csv") == true)
            return
        }
        #expect(abs(lengths[lengths.count / 2] - force) < Self.tolerance)
    }

    @Test(.enabled(if: SharedDatasets.has("logs")))
    func `A log in an unknown layout is refused with the nearest layout`() throws {
        let error = #expect(throws: InputError.self) {
            try RecordingReader().read(path: SharedDatasets.path("logs/timestamps-xyz"))
        }
        #expect(error?.message.contains("the nearest layout, sensor-logger, needs") == true, "\(error?.message ?? "")")
    }
}

import Evaluation
import Foundation
import Recordings
import SensorModel
import Testing

/// Saturated sensors, and accelerations without gravity.
@Suite struct MeasuringRangeCheckTests {
    private static let times = (0..<3_000).map { Double($0) / 100 }

    private static func verdicts(_ recording: Recording, _ check: String) -> [CheckResult.Verdict] {
        RecordingChecks.results(for: recording).filter { $0.check == check }.map(\.verdict)
    }

    /// A gyroscope that swings with an amplitude of 6 rad/s, with the x axis limited to a range.
    private static func swinging(_ limit: Double) -> Recording {
        var recording = Recording(name: "swing")
        recording.gyroscope = SensorStream(
            times: times,
            values: times.map { Vector3(max(-limit, min(limit, 6 * sin($0))), cos($0), 0.3 * sin(7 * $0)) }
        )
        return recording
    }

    @Test func `A gyroscope that remains at the end of its range is noted`() throws {
        // 250 deg/s = 4.363 rad/s. The rate 6 sin t exceeds it for 2 (π − 2 asin(4.363 / 6)) = 3.03 s of each 2π s.
        let verdict = try #require(Self.verdicts(Self.swinging(250 * .pi / 180), "measuring range").first)
        guard case .noted(let text) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(text.hasPrefix("the gyroscope remains at its largest value, 250 deg/s, for 14"), "\(text)")
    }

    @Test func `A gyroscope within its range is not`() {
        #expect(Self.verdicts(Self.swinging(9), "measuring range").isEmpty)
    }

    @Test func `A recorder that repeats each sample does not saturate, but its true rate is noted`() throws {
        var recording = Self.swinging(9)
        let values = recording.gyroscope?.values ?? []
        recording.gyroscope?.values = values.indices.map { values[$0 / 4 * 4] }
        let verdicts = Self.verdicts(recording, "measuring range")
        guard verdicts.count == 1, case .noted(let text) = verdicts[0] else {
            Issue.record("\(verdicts)")
            return
        }
        #expect(text.hasPrefix("the gyroscope repeats its previous value in 75 %"), "\(text)")
        #expect(text.hasSuffix("its values change 25 times per second"), "\(text)")
    }

    /// n values, each in four samples, change n − 1 times.
    @Test(arguments: [(50, false), (51, true)])
    func `Repeated samples are noted if the value changes at least 50 times`(valueCount: Int, isNoted: Bool) {
        let values = (0..<(4 * valueCount)).map { Vector3(0.01 * Double($0 / 4), 0, 0) }
        var recording = Recording(name: "held")
        recording.gyroscope = SensorStream(times: Array(Self.times.prefix(values.count)), values: values)
        let verdicts = Self.verdicts(recording, "measuring range")
        #expect(verdicts.isEmpty != isNoted)
        guard isNoted else { return }
        guard case .noted(let text) = verdicts[0] else {
            Issue.record("\(verdicts)")
            return
        }
        // 153 of 203 samples are equal to the sample before.
        #expect(text.hasPrefix("the gyroscope repeats its previous value in 75.4 %"), "\(text)")
    }

    @Test(arguments: [1, 10.0])
    func `The acceleration of a walk without gravity is not in g, nor by chance in metres per second squared`(
        factor: Double
    ) throws {
        // Two steps a second, with a median length near 1 or 10 m/s².
        var recording = Recording(name: "walk")
        recording.accelerometer = SensorStream(
            times: Self.times,
            values: Self.times.map { time in
                Vector3(0.4 * sin(2 * .pi * time), 0.6 * cos(2 * .pi * time), 1.2 * sin(4 * .pi * time)) * factor
            }
        )
        let verdict = try #require(Self.verdicts(recording, "acceleration unit").first)
        guard case .mismatch(let mismatch) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(mismatch.fits == "gravity seems to be removed: record the acceleration including gravity")
    }
}

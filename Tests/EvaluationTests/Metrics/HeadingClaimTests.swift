import Evaluation
import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The comparison of heading errors with the accuracy that the estimator or the device claims.
struct HeadingClaimTests {
    /// A device at rest whose attitude has heading errors of 1°, 2°, … 20°, ten times at 1 Hz, and claims 8°.
    private static func recording() -> Recording {
        var recording = Recording(name: "claims")
        recording.declination = .zero
        let times = (0..<200).map { Seconds($0) }
        recording.attitude = SensorStream(
            times: times,
            values: (0..<200).map {
                UnitQuaternion(angle: Angle(degrees: Double($0 % 20 + 1)), axis: Vector3(0, 0, 1))
            }
        )
        recording.attitudeAccuracy = SensorStream(times: times, values: times.map { _ in Angle(degrees: 8) })
        recording.reference = ReferenceStream(times: times)
        return recording
    }

    @Test func `The diagram of claims follows from the errors`() throws {
        let claims = try #require(try Self.recording().run { $0.keepsSeries = true }.series).claims
        try #require(claims.count == 21)
        // The claim of 68 % is 8°, so a standard deviation is 8°/0.9945 and half of the errors should be within
        // 0.6745 · 8.045° = 5.4°: 5 of 20 are.
        #expect(claims[10] == 25)
        #expect(claims[19] == 75)
        #expect((claims[0], claims[20]) == (0, 100))
        let without = try Self.recording().run("gyroscope") { $0.keepsSeries = true }
        #expect(without.series?.claims ?? [] == [])
    }

    @Test func `The shares and the factor follow from the errors`() throws {
        let run = try Self.recording().run()
        // 8 of 20 errors are at most 8°, and 15 are at most 1.97 · 8° = 15.8°.
        #expect(abs(try #require(run.metrics[.headingClaimed68]) - 40) < 1e-9)
        #expect(abs(try #require(run.metrics[.headingClaimed95]) - 75) < 1e-9)
        // The 68th percentile of 200 errors is the 136th, 14°.
        #expect(abs(try #require(run.metrics[.headingClaimedFactor]) - 14.0 / 8) < 1e-9)
        let interval = try #require(run.metrics.intervals[.headingClaimed68])
        #expect(interval.lower < 40 && 40 < interval.upper)
    }

    /// A device at rest for 20 s. The reference's heading differs from the field's by 4°, which the filter's standard
    /// deviation exceeds only at the start.
    @Test func `The standard deviation of an estimator is a claim`() throws {
        let times = (0..<100).map { Seconds($0) / 5 }
        func stream(_ value: Vector3) -> SensorStream<Vector3> {
            SensorStream(times: times, values: times.map { _ in value })
        }
        var recording = Recording(name: "stated")
        recording.declination = .zero
        recording.accelerometer = stream(Vector3(0, 0, 9.81))
        recording.gyroscope = stream(.zero)
        recording.magnetometer = stream(Vector3(0, 20, -40))
        let truth = UnitQuaternion(angle: Angle(degrees: 4), axis: Vector3(0, 0, 1))
        recording.reference = ReferenceStream(times: times, orientations: times.map { _ in truth })
        var filter = SelfCalibrating()
        let deviations = try times.map { time in
            let frame = SensorFrame(
                time: time,
                accelerometer: Vector3(0, 0, 9.81),
                gyroscope: .zero,
                magnetometer: Vector3(0, 20, -40)
            )
            _ = filter.update(with: frame)
            return try #require(filter.headingDeviation).degrees
        }
        let share = Double(deviations.count { $0 >= 4 })
        try #require(share > 0 && share < 100)
        let run = try recording.run("selfCalibrating")
        #expect(abs(try #require(run.metrics[.headingClaimed68]) - share) < 1e-9)
    }

    @Test func `Without a claim, the reason is given`() throws {
        var recording = Self.recording()
        recording.attitudeAccuracy = nil
        let run = try recording.run()
        #expect(run.metrics[.headingClaimed68] == nil)
        #expect(run.metrics.note(for: .headingClaimed68)?.contains("states no accuracy") ?? false)
    }
}

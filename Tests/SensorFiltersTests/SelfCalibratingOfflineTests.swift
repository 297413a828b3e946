import Foundation
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The filter over a whole recording. Its first estimates use the offset that the live filter learns later.
struct SelfCalibratingOfflineTests {
    /// Errors in degrees at the gyroscope's samples.
    private func errors(
        _ motion: CalibrationMotion,
        seconds: Seconds,
        magnetometer: MagnetometerUse = .use
    ) throws -> (live: [Double], offline: [Double], times: [Seconds]) {
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = magnetometer
        var (motion, live) = (motion, SelfCalibrating(parameters))
        var offline = SelfCalibratingOffline(parameters)
        var (truths, found): ([UnitQuaternion], [UnitQuaternion]) = ([], [])
        for _ in 0..<Int(seconds / motion.interval) {
            let frame = motion.frame()
            truths.append(motion.truth)
            #expect(offline.update(with: frame) == nil)
            let orientation = live.update(with: frame)
            found.append(try #require(orientation))
        }
        let result = offline.finish()
        try #require(result.count == truths.count)
        return (
            zip(found, truths).map { $0.angle(to: $1).degrees },
            zip(result, truths).map { $0.orientation.angle(to: $1).degrees },
            result.map(\.time)
        )
    }

    @Test func `With an offset of 212 µT every error is below 6°, and the live filter begins above 20°`() throws {
        var motion = CalibrationMotion()
        motion.offset = Vector3(150, -120, 90)
        motion.bias = Vector3(0.004, -0.003, 0.005)
        let (live, offline, times) = try errors(motion, seconds: 40)
        let increase = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        #expect(increase)
        // The live filter starts with the wrong heading.
        #expect(try #require(live.first) > 20)
        #expect(try #require(live.last) < 3)
        #expect(try #require(offline.max()) < 6)
        let (sumOffline, sumLive): (Double, Double) = (offline.reduce(0, +), live.reduce(0, +))
        #expect(sumOffline < 0.5 * sumLive)
    }

    /// The mean error after two runs is 13.6°.
    @Test func `Further runs reduce the error that an offset causes in a short recording`() throws {
        var motion = CalibrationMotion()
        motion.offset = Vector3(40, -30, 35)
        motion.bias = Vector3(0.004, -0.003, 0.005)
        let (_, offline, _) = try errors(motion, seconds: 15)
        let mean = offline.reduce(0, +) / Double(offline.count)
        #expect(mean < 3)
    }

    @Test func `The mean error in the middle of a recording is smaller than that of the live filter`() throws {
        let (live, offline, _) = try errors(CalibrationMotion(), seconds: 40)
        let middle = (live.count / 3)..<(2 * live.count / 3)
        let (sumOffline, sumLive): (Double, Double) = (offline[middle].reduce(0, +), live[middle].reduce(0, +))
        #expect(sumOffline < sumLive)
        #expect(try #require(offline.max()) < 3)
    }

    /// The live filter learns the bias while its heading drifts; the backward run knows the bias from its start.
    @Test func `Without a magnetometer the drift of the heading is less than half of the live filter's`() throws {
        var motion = CalibrationMotion()
        motion.bias = Vector3(0.004, -0.003, 0.005)
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = .none
        var (live, offline) = (SelfCalibrating(parameters), SelfCalibratingOffline(parameters))
        var (found, truths): ([UnitQuaternion], [UnitQuaternion]) = ([], [])
        for _ in 0..<4_000 {
            let frame = motion.frame()
            _ = offline.update(with: frame)
            let orientation = live.update(with: frame)
            found.append(try #require(orientation))
            truths.append(motion.truth)
        }
        let result = offline.finish().map(\.orientation)
        try #require(result.count == found.count)
        func errors(_ orientations: [UnitQuaternion]) throws -> (drift: Double, tilt: Double) {
            let differences = zip(orientations, truths).map { $0 * $1.conjugate }
            let start = try #require(differences.first)
            let drifts = differences.map { ($0 * start.conjugate).angle(to: .identity).degrees }
            return (try #require(drifts.max()), try #require(differences.map(\.inclinationAngle.degrees).max()))
        }
        let (offlineErrors, liveErrors) = (try errors(result), try errors(found))
        #expect(offlineErrors.drift < 0.5 * liveErrors.drift)
        #expect(offlineErrors.tilt < liveErrors.tilt)
    }

    /// The device turns during the gap, so the tilt before it says nothing about the tilt after it.
    @Test func `Without a magnetometer, a gap affects neither tilt nor bias after it`() throws {
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = .none
        var (motion, offline, later) = (
            CalibrationMotion(), SelfCalibratingOffline(parameters), SelfCalibratingOffline(parameters)
        )
        var truths: [UnitQuaternion] = []
        for index in 0..<4_500 {
            let frame = motion.frame()
            if (2_500..<3_500).contains(index) { continue }
            _ = offline.update(with: frame)
            guard index >= 3_500 else { continue }
            _ = later.update(with: frame)
            truths.append(motion.truth)
        }
        func largestTilt(_ result: some Collection<(time: Seconds, orientation: UnitQuaternion)>) throws -> Double {
            try #require(zip(result, truths).map { ($0.orientation * $1.conjugate).inclinationAngle.degrees }.max())
        }
        // The part before the gap makes the bias more certain.
        let (whole, part) = (offline.finish(), later.finish())
        try #require(whole.count == 2_500 + truths.count && part.count == truths.count)
        #expect(try largestTilt(whole.dropFirst(2_500)) < largestTilt(part))
    }

    @Test func `A gap splits the recording, and the errors after it are below 6°`() throws {
        var motion = CalibrationMotion()
        motion.offset = Vector3(60, -40, 30)
        var offline = SelfCalibratingOffline()
        var truths: [UnitQuaternion] = []
        for index in 0..<6_000 {
            let frame = motion.frame()
            // Ten seconds are missing.
            guard !(2_500..<3_500).contains(index) else { continue }
            truths.append(motion.truth)
            _ = offline.update(with: frame)
        }
        let result = offline.finish()
        #expect(offline.skips.restarts == 1)
        try #require(result.count == truths.count)
        let errors = zip(result, truths).map { $0.orientation.angle(to: $1).degrees }
        #expect(try #require(errors[2_500...].max()) < 6)
        offline.reset()
        #expect(offline.finish().isEmpty)
    }
}

import Foundation
import SensorModel
import TestSupport

/// Sensor samples of a device that turns about all axes, with the errors that a calibrating filter estimates.
struct CalibrationMotion {
    /// The interval between samples of gyroscope and accelerometer.
    var interval: Seconds = 0.01
    /// The magnetometer samples at every nth sample of the gyroscope.
    var magnetometerEvery = 1
    /// µT; East, North, Up.
    var field = Motion.field
    /// The magnetometer's offset, µT in device axes.
    var offset = Vector3.zero
    /// The gyroscope's bias, rad/s in device axes.
    var bias = Vector3.zero
    /// The angular velocity, rad/s in device axes.
    var rate: @Sendable (Seconds) -> Vector3 = Self.handRate
    /// The acceleration, m/s²; East, North, Up.
    var acceleration: @Sendable (Seconds) -> Vector3 = { _ in .zero }
    /// The largest reading of the gyroscope about each axis, rad/s.
    var gyroscopeRange = Double.infinity
    /// The time of the next sample.
    private(set) var time: Seconds = 0
    /// The orientation at the last sample, device → Earth.
    private(set) var truth = UnitQuaternion(rotationVector: Vector3(0.7, 0.2, 1.9))
    private var generator = SeededGenerator(seed: 2_024)
    private var count = 0

    init() {}

    /// The same motion from another orientation.
    init(from truth: UnitQuaternion) { self.truth = truth }

    /// A hand that turns a phone: up to 1.5 rad/s.
    static let handRate: @Sendable (Seconds) -> Vector3 = { time in
        Vector3(sin(0.9 * time) + 0.3 * cos(4.1 * time), 0.8 * cos(0.7 * time + 1), 0.7 * sin(0.31 * time) + 0.3)
    }

    /// No rotation.
    static let rest: @Sendable (Seconds) -> Vector3 = { _ in .zero }

    /// The next sample of every sensor, with noise.
    mutating func frame() -> SensorFrame {
        if count > 0 { truth = truth * UnitQuaternion(rotationVector: rate(time - interval / 2) * interval) }
        let toDevice = truth.conjugate
        let turned = count > 0 ? rate(time - interval / 2) : rate(0)
        var frame = SensorFrame(
            time: time,
            accelerometer: toDevice.rotate(Vector3(0, 0, 9.81) + acceleration(time)) + generator.vector(0.03),
            gyroscope: (turned + bias + generator.vector(0.004)).limited(to: gyroscopeRange)
        )
        if count.isMultiple(of: magnetometerEvery) {
            frame.magnetometer = toDevice.rotate(field) + offset + generator.vector(0.6)
        }
        count += 1
        time += interval
        return frame
    }

    /// Passes frames to a filter.
    ///
    /// - Parameter change: changes a frame before the filter reads it.
    /// - Returns: the orientations, with the true ones.
    @discardableResult
    mutating func run(
        _ filter: inout some OrientationEstimator,
        seconds: Seconds,
        change: (inout SensorFrame) -> Void = { _ in }
    ) -> [(output: UnitQuaternion?, truth: UnitQuaternion)] {
        (0..<Int((seconds / interval).rounded())).map { _ in
            var frame = frame()
            change(&frame)
            return (filter.update(with: frame), truth)
        }
    }

    /// Moves on without samples.
    mutating func skip(seconds: Seconds) {
        for _ in 0..<Int((seconds / interval).rounded()) { _ = frame() }
    }
}

extension Vector3 {
    fileprivate func limited(to limit: Double) -> Vector3 {
        Vector3(max(-limit, min(limit, x)), max(-limit, min(limit, y)), max(-limit, min(limit, z)))
    }
}

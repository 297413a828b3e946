import Foundation
import SensorFilters
import SensorModel

/// Gyroscope integration with a correction towards the orientation from gravity and field:
///
///     q ← slerp(q ⊗ exp(½ ω Δt), triad, 1 − exp(−Δt/τ))
///
/// Gyroscope samples whose time does not increase are ignored. A gap of more than a second restarts the estimator.
struct Blend: OrientationEstimator {
    static let defaultTimeConstant: Seconds = 1
    private static let maximumGap: Seconds = 1

    let timeConstant: Seconds
    /// Always zero: this example counts no skipped samples, Sextant's own estimators do.
    let skips = SkipCounts()
    private var acceleration: Vector3?
    private var field: Vector3?
    private var last: (time: Seconds, orientation: UnitQuaternion)?

    init(timeConstant: Seconds) {
        self.timeConstant = timeConstant
    }

    mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        acceleration = frame.accelerometer ?? acceleration
        field = frame.magnetometer ?? field
        guard let rate = frame.gyroscope, let acceleration, let field,
            let triad = Triad.orientation(acceleration: acceleration, magneticField: field)
        else { return last?.orientation }
        var orientation = triad
        if let last, frame.time - last.time <= Self.maximumGap {
            let interval = frame.time - last.time
            guard interval > 0 else { return last.orientation }
            let integrated = last.orientation * UnitQuaternion(rotationVector: rate * interval)
            orientation = integrated.slerp(to: triad, fraction: 1 - exp(-interval / timeConstant))
        }
        last = (frame.time, orientation)
        return orientation
    }

    mutating func reset() {
        self = Blend(timeConstant: timeConstant)
    }
}

extension EstimatorEntry {
    /// The estimator's name in a SPEC, its sensors and its parameters.
    static let blend = EstimatorEntry(
        name: "blend",
        summary: "Gyroscope integration, corrected towards gravity and field.",
        source: "an example",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: [
            .number(
                "timeConstant",
                .seconds,
                in: .aboveZero,
                default: Blend.defaultTimeConstant,
                "Time in which an error decays to 37 %."
            )
        ],
        make: { Blend(timeConstant: $0.number("timeConstant") ?? Blend.defaultTimeConstant) }
    )
}

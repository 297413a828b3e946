import Foundation
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport

/// Sensor samples whose errors are those that ``SelfCalibrating`` assumes, from a seed.
///
/// - Gyroscope: white noise with the density `gyroscopeNoise`; an error of the rate with the density `gyroscopeScale` |ω|;
///   a bias with `initialBias` and `biasWalk`.
/// - Accelerometer: gravity and the derivative of a velocity with the standard deviation `velocity`. The first sample
///   tilts by 20° about each horizontal axis.
/// - Magnetometer: the Earth's field, an offset with `initialOffset`, and an Ornstein–Uhlenbeck process whose integrated
///   correlation is that of `fieldVariation` over 1 s, plus the part by `magnetometerAge`.
struct ModelSimulation {
    /// The interval between samples.
    static let interval: Seconds = 0.04
    /// The time constant of the field's variation: 2 τ σ² is the filter's σ² · 1 s.
    private static let fieldTime: Seconds = 0.5

    private let parameters: SelfCalibrating.Parameters
    private var source: NormalSource
    private(set) var truth: UnitQuaternion
    private var bias: Vector3
    private let offset: Vector3
    private var velocity: (value: Vector3, slope: Vector3)
    private var disturbance: Vector3
    private let phase: Vector3
    private var count = 0

    init(_ parameters: SelfCalibrating.Parameters, seed: UInt64) {
        self.parameters = parameters
        source = NormalSource(SplitMix64(seed: seed, purpose: "selfCalibrating"))
        truth = UnitQuaternion(rotationVector: source.nextVector() * 1.5)
        bias = source.nextVector() * Angle(degrees: parameters.initialBias).radians
        offset = source.nextVector() * parameters.initialOffset
        velocity = (source.nextVector() * parameters.velocity, .zero)
        disturbance = source.nextVector()
        phase = source.nextVector() * 3
    }

    /// The next sample of every sensor.
    mutating func frame() -> SensorFrame {
        let time = Double(count) * Self.interval
        let rate = Vector3(
            sin(0.9 * time + phase.x) + 0.3 * cos(4.1 * time + phase.y),
            0.8 * cos(0.7 * time + phase.z),
            0.7 * sin(0.31 * time + phase.y) + 0.3
        )
        if count > 0 { truth = truth * UnitQuaternion(rotationVector: rate * Self.interval) }
        let toDevice = truth.conjugate
        let frame = SensorFrame(
            time: time,
            accelerometer: toDevice.rotate(Vector3(0, 0, 9.81) + acceleration()),
            gyroscope: gyroscope(rate),
            magnetometer: toDevice.rotate(Motion.field + fieldVariation(rate)) + offset
        )
        count += 1
        return frame
    }

    private mutating func gyroscope(_ rate: Vector3) -> Vector3 {
        let white = Angle(degrees: parameters.gyroscopeNoise).radians
        let scale = parameters.gyroscopeScale * rate.length
        let density = (white * white + scale * scale).squareRoot()
        bias += source.nextVector() * (Angle(degrees: parameters.biasWalk).radians * Self.interval.squareRoot())
        return rate + bias + source.nextVector() * (density / Self.interval.squareRoot())
    }

    /// The mean acceleration since the last sample, of a critically damped process of second order. Its correlation
    /// integrates to 4 σ²/a; the filter assumes σ² · 1 s.
    private mutating func acceleration() -> Vector3 {
        guard count > 0 else {
            let tilt = source.nextVector() * (9.81 * Angle(degrees: 20).radians)
            return Vector3(tilt.x, tilt.y, 0)
        }
        let (a, steps, old) = (4.0, 8, velocity.value)
        let step = Self.interval / Double(steps)
        let size = (4 * a * a * a * step).squareRoot() * parameters.velocity
        for _ in 0..<steps {
            let slope = velocity.slope - (velocity.value * (a * a) + velocity.slope * (2 * a)) * step
            velocity.slope = slope + source.nextVector() * size
            velocity.value += velocity.slope * step
        }
        return (velocity.value - old) * (1 / Self.interval)
    }

    private mutating func fieldVariation(_ rate: Vector3) -> Vector3 {
        let kept = exp(-Self.interval / Self.fieldTime)
        disturbance = disturbance * kept + source.nextVector() * (1 - kept * kept).squareRoot()
        let lag = parameters.magnetometerAge * rate.length * Motion.field.length
        return disturbance * (parameters.fieldVariation * parameters.fieldVariation + lag * lag).squareRoot()
    }
}

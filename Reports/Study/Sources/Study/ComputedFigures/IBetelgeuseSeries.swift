import Pipelines
import RealModule
import SensorModel

/// Evenly sampled series of yaw angles, in degrees, and the responses of filters to these series.
///
/// The filters are those of iBetelgeuse (Stevense & van der Tak 2010, section 4.4.3 and appendix C.3), at the rates of
/// its sensors.
enum IBetelgeuseSeries {
    /// The correlation of successive compass samples at rest: more than 0.7 (research report, section 6.3).
    static let correlation = 0.7
    /// The SPEC of iBetelgeuse's own filter.
    static let smoother = "derivativeSmoother"
    /// The duration in seconds of a rest in which the motion of a filter's output is measured. The first ``settled``
    /// seconds are ignored.
    static let restDuration = 120.0
    static let settled = 5.0
    /// The duration of the rest before a turn, in seconds.
    private static let restBefore = 2.0
    /// The duration of the rest after a turn, in seconds.
    private static let restAfter = 25.0

    /// Returns the filtered yaws in degrees, without jumps at ±180°.
    ///
    /// - Parameter filter: the filter in the form of `--filter`.
    static func output(_ filter: String, of yaws: [Double], rate: Hertz) -> [Double] {
        guard var chain = try? FilterSpecification(parsing: filter).makeQuaternion() else { return [] }
        var outputs: [Double] = []
        outputs.reserveCapacity(yaws.count)
        for (index, yaw) in yaws.enumerated() {
            let value = UnitQuaternion(angle: Angle(degrees: yaw), axis: Vector3(0, 0, 1))
            guard let output = chain.update(value, at: Double(index) / rate) else { continue }
            let angle = output.signedHeadingAngle
            let last = outputs.last ?? angle.degrees
            outputs.append(last + (angle - Angle(degrees: last)).wrapped.degrees)
        }
        return outputs
    }

    /// Returns the yaws of a rest of 2 s, a turn at a constant speed, and another rest.
    static func turn(by angle: Double, in duration: Seconds, rate: Hertz) -> [Double] {
        let count = Int(((restBefore + duration + restAfter) * rate).rounded())
        return (0..<count).map { index in
            let time = Double(index) / rate - restBefore
            return angle * min(1, max(0, time / duration))
        }
    }

    /// Returns the time in seconds from the end of the turn until the output remains within 1° of the final angle.
    static func settling(
        _ filter: String,
        after angle: Double,
        in duration: Seconds,
        rate: Hertz
    ) -> Seconds {
        let outputs = output(filter, of: turn(by: angle, in: duration, rate: rate), rate: rate)
        let last = outputs.lastIndex { ($0 - angle).magnitude > 1 } ?? -1
        guard last + 1 < outputs.count else { return .nan }
        return max(0, Double(last + 1) / rate - restBefore - duration)
    }

    /// Returns the overshoot of the output after a turn, in per cent of the turn.
    static func overshoot(
        _ filter: String,
        after angle: Double,
        in duration: Seconds,
        rate: Hertz
    ) -> Double {
        let outputs = output(filter, of: turn(by: angle, in: duration, rate: rate), rate: rate)
        return 100 * max(0, (outputs.max() ?? .nan) - angle) / angle
    }

    /// Returns the lag of a filter's output in degrees, after 20 s of a turn at a constant speed.
    static func lag(_ filter: String, degreesPerSecond speed: Double, rate: Hertz) -> Double {
        let yaws = (0...Int(20 * rate)).map { speed * Double($0) / rate }
        return (yaws.last ?? .nan) - (output(filter, of: yaws, rate: rate).last ?? .nan)
    }

    /// Returns noise with a standard deviation of 1°, whose neighbouring samples have the correlation ``correlation``.
    static func noise(rate: Hertz) -> [Double] {
        var generator = SplitMix64(seed: 1)
        var last = 0.0
        let share = (1 - correlation * correlation).squareRoot()
        return (0..<Int(restDuration * rate)).map { _ in
            // Box & Muller 1958; the argument of the logarithm is in (0, 1].
            let radius = (-2 * Double.log(1 - generator.nextFraction())).squareRoot()
            last = correlation * last + share * radius * .cos(2 * .pi * generator.nextFraction())
            return last
        }
    }

    /// Returns the root mean square of the difference between neighbouring outputs of a filter at rest, in degrees.
    static func increment(_ filter: String, rate: Hertz) -> Double {
        let outputs = output(filter, of: noise(rate: rate), rate: rate).dropFirst(Int(settled * rate))
        return rootMeanSquare(zip(outputs, outputs.dropFirst()).map { $1 - $0 })
    }

    static func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    /// Returns the SPEC of the low-pass whose output at rest has this ``increment(_:rate:)``.
    ///
    /// For noise of variance 1 with correlation ρ, the differences of y_n = α x_n + (1 − α) y_{n−1} have the variance
    ///
    /// 2 α² (1 − ρ) / ((1 − (1 − α) ρ) (2 − α))
    static func lowPass(increment: Double) -> String {
        var (low, high) = (1e-6, 1.0)
        for _ in 0..<60 {
            let alpha = (low + high) / 2
            let variance =
                2 * alpha * alpha * (1 - correlation) / ((1 - (1 - alpha) * correlation) * (2 - alpha))
            if variance < increment * increment { low = alpha } else { high = alpha }
        }
        return "lowPass:alpha=\((low + high) / 2)"
    }

    /// Returns the SPEC of the shortest moving average whose output at rest has at most this ``increment(_:rate:)``.
    ///
    /// The difference of neighbouring outputs, (x_n − x_{n−w})/w, has the variance 2 (1 − ρ^w)/w².
    static func movingAverage(increment: Double) -> String {
        var (window, power) = (1, correlation)
        while 2 * (1 - power) > increment * increment * Double(window * window) {
            window += 1
            power *= correlation
        }
        return "movingAverage:window=\(window)"
    }
}

/// The report's filter for turns about one axis. Its dead zone sets small angular velocities to zero and does not
/// reduce larger ones (Stevense & van der Tak 2010, section 4.4.3, second change).
///
/// The constants are the defaults of the filter `derivativeSmoother`, which reduces larger velocities.
struct PlanarSmoother {
    /// The angular velocity in rad/s below which velocities are set to zero.
    private let deadZone = Angle(degrees: 10).radians
    private let baseCorrection = 0.03
    private let correctionGain = 0.3
    private let derivativeWindow = 33
    private let inputWindow = 7

    /// Returns the yaws after the filter in degrees.
    ///
    /// In a plane, q_n is e^(iψ/2), and the spherical mean is the mean of the angles.
    func output(of yaws: [Double], rate: Hertz) -> [Double] {
        let inputs = yaws.map { Angle(degrees: $0).radians }
        guard var output = inputs.first else { return [] }
        let interval = 1 / rate
        // 2 q_{n−1}* ⊗ (q_n − q_{n−1})/Δt, real and imaginary part
        let velocities = zip(inputs, inputs.dropFirst()).map { last, next in
            let half = (next - last) / 2
            return (real: 2 * (Double.cos(half) - 1) / interval, imaginary: 2 * Double.sin(half) / interval)
        }
        var outputs = [output]
        for index in inputs.indices.dropFirst() {
            let recent = velocities[max(0, index - derivativeWindow)..<index]
            var real = recent.reduce(0) { $0 + $1.real } / Double(recent.count)
            var imaginary = recent.reduce(0) { $0 + $1.imaginary } / Double(recent.count)
            if Double.hypot(real, imaginary) < deadZone { (real, imaginary) = (0, 0) }
            let step = Double.atan2(y: interval / 2 * imaginary, x: 1 + interval / 2 * real)
            let estimate = output + 2 * step
            let window = inputs[max(1, index - inputWindow + 1)...index]
            let target = window.reduce(0, +) / Double(window.count)
            let correction = min(1, baseCorrection + correctionGain * Double.hypot(real, imaginary))
            output = estimate + correction * (target - estimate)
            outputs.append(output)
        }
        return outputs.map { Angle(radians: $0).degrees }
    }
}

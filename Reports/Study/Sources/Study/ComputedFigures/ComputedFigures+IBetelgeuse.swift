import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let iBetelgeuse: [ComputedFigure] =
        iBetelgeuseWindows + iBetelgeuseSmoother + iBetelgeuseDeadZone + iBetelgeuseGain
        + iBetelgeuseSimpleFilters + iBetelgeuseFormulas
        + iBetelgeuseSensors + iBetelgeuseCorrelations + iBetelgeuseField + iBetelgeuseGeodesy + iBetelgeuseScreen

    /// The sampling rates of the accelerometer (30 Hz), the magnetometer (33 Hz), both together (63 Hz), and the
    /// research report's accelerometer (100 Hz).
    static let iBetelgeuseRates: [Hertz] = [30, 33, 63, 100]

    private static let smoother = IBetelgeuseSeries.smoother

    private static let iBetelgeuseWindows: [ComputedFigure] = iBetelgeuseRates.flatMap { rate in
        [
            // Duration of 33 samples of the angular velocity.
            ComputedFigure("ibetelgeuse-velocity-window-\(Int(rate))", unit: "s") { 33 / rate },
            // Duration of 7 samples of the input.
            ComputedFigure("ibetelgeuse-input-window-\(Int(rate))", unit: "s") { 7 / rate },
        ]
    }

    private static let iBetelgeuseSmoother: [ComputedFigure] =
        iBetelgeuseRates.map { rate in
            // Settling of the smoother over that of a low-pass of equal calm.
            ComputedFigure("ibetelgeuse-settling-ratio-\(Int(rate))", unit: "×") {
                let increment = IBetelgeuseSeries.increment(smoother, rate: rate)
                return settlingRatio(IBetelgeuseSeries.lowPass(increment: increment), rate)
            }
        }
        + [33.0, 63].map { rate in
            // Settling of the smoother over that of a moving average of equal calm.
            ComputedFigure("ibetelgeuse-mean-ratio-\(Int(rate))", unit: "×") {
                let increment = IBetelgeuseSeries.increment(smoother, rate: rate)
                return settlingRatio(IBetelgeuseSeries.movingAverage(increment: increment), rate)
            }
        }
        + [33.0, 63].map { rate in
            // Settling of the smoother over Layar's 3 s.
            ComputedFigure("ibetelgeuse-layar-ratio-\(Int(rate))", unit: "×") {
                IBetelgeuseSeries.settling(smoother, after: 90, in: 0.5, rate: rate) / 3
            }
        }
        + [9.9, 30, 90].map { speed in
            // Lag that the reduced velocity adds in a turn at this speed, at 33 Hz.
            ComputedFigure("ibetelgeuse-reduction-\(Int(speed.rounded()))", unit: "°") {
                IBetelgeuseSeries.lag(smoother, degreesPerSecond: speed, rate: 33)
                    - IBetelgeuseSeries.lag(undamped, degreesPerSecond: speed, rate: 33)
            }
        }
        + [
            // Error of the smoother by noise in a turn at 90°/s over that at rest, at 33 Hz.
            ComputedFigure("ibetelgeuse-jitter-90", unit: "×") {
                deviation(degreesPerSecond: 90) / deviation(degreesPerSecond: 0)
            }
        ]

    private static let iBetelgeuseDeadZone: [ComputedFigure] = [8.0, 12, 15, 30].map { speed in
        // Deviation of the smoother's speed in a turn over that without the reduction of speeds above 10°/s, at 33 Hz.
        ComputedFigure("ibetelgeuse-dead-zone-\(Int(speed))", unit: "×") {
            speedDeviation(speed) { IBetelgeuseSeries.output(smoother, of: $0, rate: 33) }
                / speedDeviation(speed) { PlanarSmoother().output(of: $0, rate: 33) }
        }
    }

    private static let iBetelgeuseGain: [ComputedFigure] = [30.0, 90].flatMap { angle in
        gain(angle, rate: 33) + gain(angle, rate: 63)
    }

    private static let undamped = "derivativeSmoother:stabiliser=0"
    private static let constantGain = "derivativeSmoother:correctionGain=0"

    /// Returns the settling time of the smoother divided by that of another filter, after a turn of 90° in 0.5 s.
    private static func settlingRatio(_ other: String, _ rate: Hertz) -> Double {
        IBetelgeuseSeries.settling(smoother, after: 90, in: 0.5, rate: rate)
            / IBetelgeuseSeries.settling(other, after: 90, in: 0.5, rate: rate)
    }

    /// Returns the changes of overshoot and settling time by the smoother's correction gain, after a turn at 180°/s.
    private static func gain(_ angle: Double, rate: Hertz) -> [ComputedFigure] {
        let duration = angle / 180
        return [
            // Overshoot with the gain less that without.
            ComputedFigure("ibetelgeuse-gain-overshoot-\(Int(angle))-\(Int(rate))", unit: "%") {
                IBetelgeuseSeries.overshoot(smoother, after: angle, in: duration, rate: rate)
                    - IBetelgeuseSeries.overshoot(constantGain, after: angle, in: duration, rate: rate)
            },
            // Settling with the gain less that without.
            ComputedFigure("ibetelgeuse-gain-settling-\(Int(angle))-\(Int(rate))", unit: "s") {
                IBetelgeuseSeries.settling(smoother, after: angle, in: duration, rate: rate)
                    - IBetelgeuseSeries.settling(constantGain, after: angle, in: duration, rate: rate)
            },
        ]
    }

    /// Returns the RMS difference in degrees per second between the speeds of a filter's output and of the true turn.
    /// The input has a rate of 33 Hz and noise of 1°.
    private static func speedDeviation(_ speed: Double, of filter: ([Double]) -> [Double]) -> Double {
        let yaws = IBetelgeuseSeries.noise(rate: 33).enumerated().map { $1 + speed * Double($0) / 33 }
        let outputs = filter(yaws).dropFirst(Int(IBetelgeuseSeries.settled * 33))
        return IBetelgeuseSeries.rootMeanSquare(zip(outputs, outputs.dropFirst()).map { ($1 - $0) * 33 - speed })
    }

    /// Returns the standard deviation of the smoother's error in degrees, in a turn with noise of 1°.
    private static func deviation(degreesPerSecond speed: Double) -> Double {
        let noise = IBetelgeuseSeries.noise(rate: 33)
        let truth = noise.indices.map { speed * Double($0) / 33 }
        let outputs = IBetelgeuseSeries.output(smoother, of: zip(truth, noise).map(+), rate: 33)
        let errors = zip(outputs, truth).map { $0 - $1 }.dropFirst(Int(IBetelgeuseSeries.settled * 33))
        let mean = errors.reduce(0, +) / Double(errors.count)
        return IBetelgeuseSeries.rootMeanSquare(errors.map { $0 - mean })
    }
}

import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let iBetelgeuse: [ComputedFigure] =
        iBetelgeuseWindows + iBetelgeuseSmoother + iBetelgeuseSimpleFilters + iBetelgeuseFormulas
        + iBetelgeuseSensors + iBetelgeuseField + iBetelgeuseGeodesy + iBetelgeuseScreen

    /// The sampling rates of the accelerometer, the magnetometer, both together, and the research report's accelerometer.
    static let iBetelgeuseRates: [Hertz] = [30, 33, 63, 100]

    private static let smoother = IBetelgeuseSeries.smoother

    private static let iBetelgeuseWindows: [ComputedFigure] = iBetelgeuseRates.flatMap { rate in
        [
            ComputedFigure(
                "ibetelgeuse-velocity-window-\(Int(rate))",
                unit: "s",
                quantity: "33 samples of the angular velocity at \(Int(rate)) Hz"
            ) { 33 / rate },
            ComputedFigure(
                "ibetelgeuse-input-window-\(Int(rate))",
                unit: "s",
                quantity: "7 samples of the input at \(Int(rate)) Hz"
            ) { 7 / rate },
        ]
    }

    private static let iBetelgeuseSmoother: [ComputedFigure] =
        iBetelgeuseRates.map { rate in
            ComputedFigure(
                "ibetelgeuse-settling-ratio-\(Int(rate))",
                unit: "×",
                quantity: "settling of the smoother over that of a low-pass of equal calm at \(Int(rate)) Hz"
            ) {
                let increment = IBetelgeuseSeries.increment(smoother, rate: rate)
                return settlingRatio(IBetelgeuseSeries.lowPass(increment: increment), rate)
            }
        }
        + [33.0, 63].map { rate in
            ComputedFigure(
                "ibetelgeuse-mean-ratio-\(Int(rate))",
                unit: "×",
                quantity: "settling of the smoother over that of a moving average of equal calm at \(Int(rate)) Hz"
            ) {
                let increment = IBetelgeuseSeries.increment(smoother, rate: rate)
                return settlingRatio(IBetelgeuseSeries.movingAverage(increment: increment), rate)
            }
        }
        + [33.0, 63].map { rate in
            ComputedFigure(
                "ibetelgeuse-layar-ratio-\(Int(rate))",
                unit: "×",
                quantity: "settling of the smoother at \(Int(rate)) Hz over Layar's 3 s"
            ) { IBetelgeuseSeries.settling(smoother, after: 90, in: 0.5, rate: rate) / 3 }
        }
        + [33.0, 100].map { rate in
            ComputedFigure(
                "ibetelgeuse-dead-zone-\(Int(rate))",
                unit: "×",
                quantity: "motion at rest with the dead zone of 10°/s over that without, at \(Int(rate)) Hz"
            ) {
                IBetelgeuseSeries.increment(smoother, rate: rate)
                    / IBetelgeuseSeries.increment(undamped, rate: rate)
            }
        }
        + [9.9, 30, 90].map { speed in
            ComputedFigure(
                "ibetelgeuse-reduction-\(Int(speed.rounded()))",
                unit: "°",
                quantity: "lag that the reduced velocity adds in a turn at \(speed)°/s, at 33 Hz"
            ) {
                IBetelgeuseSeries.lag(smoother, degreesPerSecond: speed, rate: 33)
                    - IBetelgeuseSeries.lag(undamped, degreesPerSecond: speed, rate: 33)
            }
        }
        + [30.0, 90].flatMap(gain)
        + [
            ComputedFigure(
                "ibetelgeuse-jitter-90",
                unit: "×",
                quantity: "error of the smoother by noise in a turn at 90°/s over that at rest, at 33 Hz"
            ) { deviation(degreesPerSecond: 90) / deviation(degreesPerSecond: 0) }
        ]

    private static let undamped = "derivativeSmoother:stabiliser=0"
    private static let constantGain = "derivativeSmoother:correctionGain=0"

    /// Returns the settling time of the smoother divided by that of another filter, after a turn of 90° in 0.5 s.
    private static func settlingRatio(_ other: String, _ rate: Hertz) -> Double {
        IBetelgeuseSeries.settling(smoother, after: 90, in: 0.5, rate: rate)
            / IBetelgeuseSeries.settling(other, after: 90, in: 0.5, rate: rate)
    }

    /// Returns the effect of the smoother's gain after a turn by this angle at 180°/s, sampled at 33 Hz.
    private static func gain(_ angle: Double) -> [ComputedFigure] {
        let duration = angle / 180
        return [
            ComputedFigure(
                "ibetelgeuse-gain-overshoot-\(Int(angle))",
                unit: "%",
                quantity: "overshoot with the gain less that without, after \(Int(angle))° at 180°/s and 33 Hz"
            ) {
                IBetelgeuseSeries.overshoot(smoother, after: angle, in: duration, rate: 33)
                    - IBetelgeuseSeries.overshoot(
                        constantGain,
                        after: angle,
                        in: duration,
                        rate: 33
                    )
            },
            ComputedFigure(
                "ibetelgeuse-gain-settling-\(Int(angle))",
                unit: "s",
                quantity: "settling with the gain less that without, after \(Int(angle))° at 180°/s and 33 Hz"
            ) {
                IBetelgeuseSeries.settling(smoother, after: angle, in: duration, rate: 33)
                    - IBetelgeuseSeries.settling(
                        constantGain,
                        after: angle,
                        in: duration,
                        rate: 33
                    )
            },
        ]
    }

    /// Returns the standard deviation of the smoother's error during a turn, in degrees, for noise of 1°.
    private static func deviation(degreesPerSecond speed: Double) -> Double {
        let noise = IBetelgeuseSeries.noise(rate: 33)
        let truth = noise.indices.map { speed * Double($0) / 33 }
        let outputs = IBetelgeuseSeries.output(smoother, of: zip(truth, noise).map(+), rate: 33)
        let errors = zip(outputs, truth).map { $0 - $1 }.dropFirst(Int(IBetelgeuseSeries.settled * 33))
        let mean = errors.reduce(0, +) / Double(errors.count)
        return IBetelgeuseSeries.rootMeanSquare(errors.map { $0 - mean })
    }
}

import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    /// Values for the filters that iBetelgeuse's authors tried, and for filters of other browsers (appendix C.3).
    static let iBetelgeuseSimpleFilters: [ComputedFigure] =
        [
            // Settling of a low-pass as calm as the smoother, after 90° in 0.5 s, at 33 Hz.
            ComputedFigure("ibetelgeuse-low-pass-settling", unit: "s") {
                IBetelgeuseSeries.settling(
                    IBetelgeuseSeries.lowPass(increment: calm(33)),
                    after: 90,
                    in: 0.5,
                    rate: 33
                )
            },
            // Settling of a moving average as calm as the smoother, after 90° in 0.5 s, at 33 Hz.
            ComputedFigure("ibetelgeuse-moving-average-settling", unit: "s") {
                IBetelgeuseSeries.settling(
                    IBetelgeuseSeries.movingAverage(increment: calm(33)),
                    after: 90,
                    in: 0.5,
                    rate: 33
                )
            },
            // Samples without motion under a step filter of 4° in a turn at 30°/s, at 33 Hz.
            ComputedFigure("ibetelgeuse-step-pan", unit: "%") {
                let noise = IBetelgeuseSeries.noise(rate: 33)
                let yaws = noise.indices.map { noise[$0] + 30 * Double($0) / 33 }
                return 100 * (1 - changes(of: yaws, threshold: 4))
            },
        ]
        + [2.0, 4].map { threshold in
            // Changes under a step filter of this threshold at rest, at 33 Hz.
            ComputedFigure("ibetelgeuse-step-rest-\(Int(threshold))", unit: "1/s") {
                33 * changes(of: IBetelgeuseSeries.noise(rate: 33), threshold: threshold)
            }
        }
        + gamaray

    /// Gamaray's mean of 60 matrices, from the public source (github.com/finalist/betelgeuse, RotationCalculator.java).
    private static let gamarayWindow = 60
    private static let gamarayMean = "matrixMovingAverage:window=\(gamarayWindow)"

    private static let gamaray: [ComputedFigure] =
        [
            // Length of a horizontal axis after the mean of 60 matrices, in a turn at 90°/s, at 30 Hz.
            ComputedFigure("ibetelgeuse-gamaray-scale-90", unit: "") { meanAxisLength(inTurnAt: 90, rate: 30) },
            // Length of a horizontal axis after the mean of 60 matrices, half of them after a step of 90°.
            ComputedFigure("ibetelgeuse-gamaray-scale-step", unit: "") {
                meanAxisLength((0..<gamarayWindow).map { $0 < gamarayWindow / 2 ? 0 : 90 })
            },
        ]
        + [30.0, 63, 100].flatMap(gamarayFigures)

    /// Returns values that compare the report's filter with Gamaray's mean of matrices at this rate.
    private static func gamarayFigures(at rate: Hertz) -> [ComputedFigure] {
        let smoother = IBetelgeuseSeries.smoother
        return [
            // Elevation at which the mean of 60 matrices shows 12°, in a turn at 90°/s.
            ComputedFigure("ibetelgeuse-gamaray-elevation-\(Int(rate))", unit: "°") {
                let length = meanAxisLength(inTurnAt: 90, rate: rate)
                return Angle(ofPoint: length, Angle(degrees: 12).tangent).degrees
            },
            // Motion of the smoother at rest over that of Gamaray's mean of 60.
            ComputedFigure("ibetelgeuse-gamaray-calm-\(Int(rate))", unit: "×") {
                calm(rate) / IBetelgeuseSeries.increment(gamarayMean, rate: rate)
            },
            // Settling of the smoother over that of Gamaray's mean, after 90° in 0.5 s.
            ComputedFigure("ibetelgeuse-gamaray-settling-\(Int(rate))", unit: "×") {
                IBetelgeuseSeries.settling(smoother, after: 90, in: 0.5, rate: rate)
                    / IBetelgeuseSeries.settling(gamarayMean, after: 90, in: 0.5, rate: rate)
            },
            // Lag of the smoother over that of Gamaray's mean, in a turn at 30°/s.
            ComputedFigure("ibetelgeuse-gamaray-lag-\(Int(rate))", unit: "×") {
                IBetelgeuseSeries.lag(smoother, degreesPerSecond: 30, rate: rate)
                    / IBetelgeuseSeries.lag(gamarayMean, degreesPerSecond: 30, rate: rate)
            },
        ]
    }

    private static func calm(_ rate: Hertz) -> Double {
        IBetelgeuseSeries.increment(IBetelgeuseSeries.smoother, rate: rate)
    }

    /// Returns the fraction of samples at which the output of a step filter differs from the previous output.
    private static func changes(of yaws: [Double], threshold: Double) -> Double {
        // A filter of numbers does not limit the yaw to 360°.
        let outputs = ClaimNumbers.outputs("step:threshold=\(threshold)", of: yaws, rate: 33)
        return Double(zip(outputs, outputs.dropFirst()).count { $0 != $1 }) / Double(outputs.count - 1)
    }

    /// Returns the length of a horizontal unit axis after Gamaray's mean, in a turn at this speed.
    private static func meanAxisLength(inTurnAt degreesPerSecond: Double, rate: Hertz) -> Double {
        meanAxisLength((0..<gamarayWindow).map { degreesPerSecond / rate * Double($0) })
    }

    /// Returns the length of the mean of unit axes at these yaws in degrees.
    private static func meanAxisLength(_ yaws: [Double]) -> Double {
        var sum = Vector3.zero
        for yaw in yaws {
            sum += Matrix3(UnitQuaternion(angle: Angle(degrees: yaw), axis: Vector3(0, 0, 1))) * Vector3(1, 0, 0)
        }
        return sum.length / Double(yaws.count)
    }

    /// The values from the formulas of the smoother (section 4.4.3, appendices C.5.1 and C.5.2) and of noise.
    static let iBetelgeuseFormulas: [ComputedFigure] =
        [90.0, 360].flatMap { speed in
            [
                // Turn of the estimate with its own output less that with the last one, at 33 Hz.
                ComputedFigure("ibetelgeuse-index-\(Int(speed))", unit: "°") {
                    // The printed formula gives sin(turn/2) = half. With the last output instead, tan(turn/2) = half.
                    let half = Angle(degrees: speed / 33).radians / 2
                    return Angle(radians: 2 * Double.asin(half) - 2 * .atan(half)).degrees
                },
                // Error of 2 q⁻¹ Δq/Δt at 33 Hz.
                ComputedFigure("ibetelgeuse-velocity-error-\(Int(speed))", unit: "%") {
                    velocityError(degrees: speed / 33)
                },
            ]
        }
        + [30.0, 90].map { step in
            // Largest difference of the linear from the spherical mean of 7 during a step.
            ComputedFigure("ibetelgeuse-linear-average-\(Int(step))", unit: "°") { averageDifference(step) }
        }
        + [
            // Noise that the mean of 7 samples leaves at a correlation of 0.7 over that at 0.
            ComputedFigure("ibetelgeuse-mean-of-seven", unit: "×") {
                // (1/n)(1 + 2 Σ (1 − k/n) ρ^k), compared with 1/n
                var (sum, power) = (1.0, 1.0)
                for lag in 1..<7 {
                    power *= IBetelgeuseSeries.correlation
                    sum += 2 * (1 - Double(lag) / 7) * power
                }
                return sum.squareRoot()
            },
            // Distance of the elements of two orientations that are 1° apart, at most.
            ComputedFigure("ibetelgeuse-similar-elements", unit: "") {
                let other = UnitQuaternion(angle: Angle(degrees: 1), axis: Vector3(0.6, 0, 0.8))
                return (Quaternion(other) - Quaternion(.identity)).length
            },
        ]

    private static func velocityError(degrees: Double) -> Double {
        let turned = UnitQuaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1))
        let difference = Quaternion(turned) - Quaternion(.identity)
        let velocity = Quaternion(UnitQuaternion.identity.conjugate) * difference
        return 100 * (2 * velocity.z / Angle(degrees: degrees).radians - 1)
    }

    private static func averageDifference(_ step: Double) -> Double {
        let start = UnitQuaternion.identity
        let end = UnitQuaternion(angle: Angle(degrees: step), axis: Vector3(0, 0, 1))
        return (1..<7).map { count in
            let window = (0..<7).map { $0 < count ? end : start }
            let sum = window.reduce(Quaternion.zero) { $0 + Quaternion($1) }
            guard let linear = UnitQuaternion(sum), let spherical = SphericalMean.mean(of: window) else { return .nan }
            return linear.angle(to: spherical).degrees
        }.reduce(0, max)
    }
}

import Evaluation
package import SensorModel

/// The check whether an estimate is a 1€ filter's with a speed in degrees and a gain for radians.
///
/// A 1€ filter moves its last output towards the input by a share α. If each step of the estimate points to a run of one
/// of our estimators, that run is its input, and α determines the cutoff. The slope of the cutoff over the speed is the
/// gain β. A gain for rad/s times a speed in °/s is 57.3 times too steep: the filter does not smooth in motion.
package struct OneEuroCheck {
    /// The estimators whose output the filter may have as input.
    private static let inputs = ["triad", "deviceAttitude", "vqf", "madgwick", "mahony", "complementary", "ekf"]
    /// The largest median part of a step that does not point to the input, as a share of the step.
    private static let mostOffDirection = 0.02
    private static let fewestSteps = 200
    /// The slope from which the speed must be in degrees, in Hz per °/s: 100 Hz of cutoff at 1000°/s.
    private static let steepest = 0.1
    /// The range of shares that determine a cutoff.
    private static let shares = 0.02...0.95
    /// The cutoff of the filter's speed.
    private static let derivativeCutoff: Hertz = 1

    /// The input of the filter.
    package let input: String
    /// β in Hz per °/s.
    package let slope: Double
    /// The cutoff at rest.
    let cutoff: Hertz

    /// Nil unless the slope is too steep for a gain in degrees.
    package init?(times: [Seconds], orientations: [UnitQuaternion], _ runs: OwnRuns) {
        for (name, run) in zip(Self.inputs, runs.estimates(of: Self.inputs)) {
            guard let run, let fit = Self.fit(times, orientations, run) else { continue }
            guard fit.slope > Self.steepest else { return nil }
            (input, slope, cutoff) = (name, fit.slope, fit.cutoff)
            return
        }
        return nil
    }

    private struct Step {
        let speed: Double
        let cutoff: Hertz
        let offDirection: Double
    }

    private static func fit(
        _ times: [Seconds],
        _ orientations: [UnitQuaternion],
        _ run: Estimates
    ) -> (slope: Double, cutoff: Hertz)? {
        let steps = steps(times, orientations, run)
        guard steps.count >= fewestSteps,
            ErrorStatistics.median(of: steps.map(\.offDirection)) < mostOffDirection
        else { return nil }
        // The cutoff is minimum + β speed: a line by least squares without the tenth that deviates most.
        guard let first = line(steps, where: { _ in true }) else { return nil }
        let deviations = steps.map { abs($0.cutoff - first.cutoff - first.slope * $0.speed) }
        let limit = ErrorStatistics.median(of: deviations) * 3
        return line(steps, where: { abs($0.cutoff - first.cutoff - first.slope * $0.speed) <= limit })
    }

    private static func line(_ steps: [Step], where isUsed: (Step) -> Bool) -> (slope: Double, cutoff: Hertz)? {
        var (count, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for step in steps where isUsed(step) {
            count += 1
            x += step.speed
            y += step.cutoff
            xx += step.speed * step.speed
            xy += step.speed * step.cutoff
        }
        let determinant = count * xx - x * x
        guard determinant > 1e-9 * count * xx else { return nil }
        let slope = (count * xy - x * y) / determinant
        return (slope, (y - slope * x) / count)
    }

    private static func steps(_ times: [Seconds], _ orientations: [UnitQuaternion], _ run: Estimates) -> [Step] {
        var (place, steps, velocity) = (0, [Step](), Vector3.zero)
        for index in times.indices.dropFirst() {
            while place < run.count, run.times[place] < times[index] - 1e-6 { place += 1 }
            let interval = times[index] - times[index - 1]
            guard place < run.count, abs(run.times[place] - times[index]) < 1e-6, interval > 0, interval < 1 else {
                continue
            }
            let before = orientations[index - 1].conjugate
            let towards = (before * run.orientations[place]).rotationVector
            let step = (before * orientations[index]).rotationVector
            let share = 1 / (1 + ExponentialSmoothing.timeConstant(cutoff: derivativeCutoff) / interval)
            velocity = towards * (share / interval) + velocity * (1 - share)
            // A short step is rounding.
            guard towards.length > 1e-4, step.length > 1e-5 else { continue }
            let alpha = step.dot(towards) / towards.lengthSquared
            guard shares.contains(alpha) else { continue }
            let timeConstant = interval * (1 / alpha - 1)
            steps.append(
                Step(
                    speed: Angle(radians: velocity.length).degrees,
                    cutoff: 1 / (2 * .pi * timeConstant),
                    offDirection: (step - towards * alpha).length / step.length
                )
            )
        }
        return steps
    }
}

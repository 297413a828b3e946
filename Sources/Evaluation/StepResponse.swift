import Recordings
import SensorModel

/// How the estimate answers a quick turn from one rest to the next: rise, settling, overshoot.
///
/// The turns are those that a simulated recording names. Levels are the estimate's own before and after a turn, so that
/// a constant error of heading does not count; figures are means over the turns.
struct StepResponse {
    /// A longer turn is a motion that a filter follows, not a step.
    static let longestStep: Seconds = 0.5
    static let smallestStep = Angle(degrees: 5)
    /// Beyond, the way round is not known.
    static let largestStep = Angle(degrees: 170)
    static let shortestRest: Seconds = 1
    /// What a user takes for standing still.
    static let settledWithin = Angle(degrees: 1)
    /// The level before a step is the mean over this time.
    private static let before: Seconds = 0.5
    /// Of the rest behind a step; the level is the mean over its end.
    private static let shareOfRest = 0.25
    /// A level that drifts by less than this is one.
    private static let smallestDrift = Angle(degrees: 0.1)

    private static let metrics: [MetricName] = [.stepRise, .stepSettling, .stepOvershoot]

    /// Seconds; a share of the step.
    private let rise: Seconds
    private let settling: Result<Seconds, Unmeasured>
    private let overshoot: Result<Double, Unmeasured>
    /// From the step's beginning on.
    let times: [Seconds]
    /// How much of the step the estimate has covered at those times.
    let shares: [Double]

    /// Why there is no figure.
    struct Unmeasured: Error {
        let reason: String
    }

    static func measure(
        _ estimates: Estimates,
        simulation: SimulationDescription?,
        into metrics: inout MetricValues
    ) {
        let steps = QuickStep.steps(in: simulation?.events ?? [], until: estimates.times.last ?? 0)
        guard !steps.isEmpty else {
            return metrics.setUnmeasured(Self.metrics, because: "the recording has no step")
        }
        let responses = steps.map { step in
            Result { () throws(Unmeasured) in try StepResponse(to: step, by: estimates) }
        }
        metrics.set(.stepRise, toMeanOf: responses.map { $0.map { $0.rise * 1_000 } })
        metrics.set(.stepSettling, toMeanOf: responses.map { $0.flatMap(\.settling).map { $0 * 1_000 } })
        metrics.set(.stepOvershoot, toMeanOf: responses.map { $0.flatMap(\.overshoot).map { $0 * 100 } })
    }

    init(to step: QuickStep, by estimates: Estimates) throws(Unmeasured) {
        try Self.check(step)
        let first = estimates.times.firstIndex { $0 > step.start } ?? estimates.count
        let end = estimates.times.firstIndex { $0 > step.restEnd } ?? estimates.count
        let rest = step.restEnd - step.end
        let last = estimates.times.firstIndex { $0 >= step.restEnd - Self.shareOfRest * rest } ?? end
        let start = estimates.times.firstIndex { $0 >= max(step.restStart, step.start - Self.before) } ?? end
        guard start < first, first < last, end - last >= 4,
            let old = SphericalMean.mean(of: estimates.orientations[start..<first]),
            let new = SphericalMean.mean(of: estimates.orientations[last..<end])
        else { throw Unmeasured(reason: "too few estimates beside the step") }
        let turn = (new * old.conjugate).rotationVector
        guard turn.length > step.size.radians / 2, let axis = turn.normalised else {
            throw Unmeasured(reason: "the estimate follows less than half of the step")
        }
        let times = [step.start] + estimates.times[first..<end]
        let shares =
            [0]
            + estimates.orientations[first..<end].map { ($0 * old.conjugate).rotationVector.dot(axis) / turn.length }
        guard let low = Self.crossing(of: 0.1, times, shares), let high = Self.crossing(of: 0.9, times, shares) else {
            throw Unmeasured(reason: "the estimate never covers 90 % of the step")
        }
        (self.times, self.shares) = (times, shares)
        rise = high - low
        let level = estimates.orientations[last..<end]
        guard Self.isLevel(level, about: new) else {
            let moving = Unmeasured(reason: "the estimate still moves at the end of the rest; a longer rest would tell")
            (settling, overshoot) = (.failure(moving), .failure(moving))
            return
        }
        overshoot = .success(max(0, (shares.max() ?? 1) - 1))
        let distances = [old.angle(to: new)] + estimates.orientations[first..<end].map { $0.angle(to: new) }
        settling = Result { () throws(Unmeasured) in
            try Self.settling(times, distances, levelFrom: estimates.times[last]) - step.start
        }
    }

    private static func check(_ step: QuickStep) throws(Unmeasured) {
        guard step.end - step.start <= longestStep else {
            throw Unmeasured(reason: "turns that take longer than 0.5 s are no steps")
        }
        guard step.restEnd - step.end >= shortestRest else {
            throw Unmeasured(reason: "less than 1 s of rest behind the step")
        }
        guard step.size >= smallestStep, step.size <= largestStep else {
            throw Unmeasured(reason: "a step is measured from 5 to 170 deg")
        }
    }

    /// When the share is first reached, linear between samples.
    private static func crossing(of share: Double, _ times: [Seconds], _ shares: [Double]) -> Seconds? {
        guard let index = shares.firstIndex(where: { $0 >= share }), index > 0 else { return nil }
        let fraction = (share - shares[index - 1]) / (shares[index] - shares[index - 1])
        return times[index - 1] + fraction * (times[index] - times[index - 1])
    }

    /// When the estimate comes within 1° of its level for good.
    private static func settling(
        _ times: [Seconds],
        _ distances: [Angle],
        levelFrom end: Seconds
    ) throws(Unmeasured) -> Seconds {
        guard let index = distances.lastIndex(where: { $0 > settledWithin }) else { return times[0] }
        guard index + 1 < times.count, times[index + 1] < end else {
            throw Unmeasured(reason: "the estimate does not stay within 1 deg of its level")
        }
        let fall = distances[index].radians - distances[index + 1].radians
        let fraction = (distances[index].radians - settledWithin.radians) / fall
        return times[index] + fraction * (times[index + 1] - times[index])
    }

    /// Whether the two halves have the same mean, but for what noise does: a steady drift D puts them D/2 apart, and
    /// scatters by D/√12 only.
    private static func isLevel(_ level: ArraySlice<UnitQuaternion>, about mean: UnitQuaternion) -> Bool {
        let middle = level.startIndex + level.count / 2
        guard let first = SphericalMean.mean(of: level[..<middle]),
            let second = SphericalMean.mean(of: level[middle...])
        else { return false }
        let scatter = level.lazy.map { $0.angle(to: mean).radians }.rootMeanSquare ?? 0
        return first.angle(to: second).radians <= max(smallestDrift.radians, scatter)
    }
}

extension MetricValues {
    /// The mean of what could be measured; what could not is said.
    fileprivate mutating func set(
        _ name: MetricName,
        toMeanOf results: [Result<Double, StepResponse.Unmeasured>]
    ) {
        var sum = CompensatedSum(0)
        var reasons: [String] = []
        for result in results {
            switch result {
            case .success(let value): sum.add(value)
            case .failure(let error): reasons.append(error.reason)
            }
        }
        let count = results.count - reasons.count
        let reason = reasons.first
        guard count > 0 else { return setUnmeasured(name, because: reason ?? "the recording has no step") }
        let note = reason.map { "over \(count) of \(results.count) steps; of the others: \($0)" }
        set(name, to: sum.value / Double(count), note: note)
    }
}

import Recordings
import SensorModel

/// The response of the estimate to a quick turn from one rest to the next: rise time, settling time and overshoot.
///
/// The turns are the steps of a simulated recording. The mean estimates before and after a turn define the two levels,
/// so a constant heading error has no effect. The metrics are means over all turns.
struct StepResponse {
    /// The maximum duration of a step, in seconds. Slower turns do not count as steps, because filters can follow them.
    static let longestStep: Seconds = 0.5
    static let smallestStep = Angle(degrees: 5)
    /// The maximum angle of a step. The direction of a larger rotation is ambiguous.
    static let largestStep = Angle(degrees: 170)
    static let shortestRest: Seconds = 1
    /// The maximum angle between a settled estimate and the level that it reaches after the step. Users do not notice
    /// smaller motions.
    static let settledWithin = Angle(degrees: 1)
    /// The time before a step, in seconds, over which estimates are averaged for the level before the step.
    private static let before: Seconds = 0.5
    /// The length of the last part of the rest after a step, as a fraction of the rest. The average of the estimates in
    /// this part is the level after the step.
    private static let shareOfRest = 0.25
    /// The smallest drift of the estimate that can disqualify a level before or after a step. A level that drifts less
    /// always counts as constant.
    private static let smallestDrift = Angle(degrees: 0.1)

    private static let metrics: [Metric] = [.stepRise, .stepSettling, .stepOvershoot]

    /// The time in which the estimate rises from 10 to 90 % of the step, in seconds.
    private let rise: Seconds
    private let settling: Result<Seconds, Unmeasured>
    private let overshoot: Result<Double, Unmeasured>
    /// The time at which the step starts, followed by the times of the estimates until the end of the rest after the
    /// step.
    let times: [Seconds]
    /// The fraction of the step that the estimate has covered at each of ``times``.
    let shares: [Double]

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
        else { throw Unmeasured("too few estimates around the step") }
        let turn = (new * old.conjugate).rotationVector
        guard turn.length > step.size.radians / 2, let axis = turn.normalised else {
            throw Unmeasured("the estimate follows less than half of the step")
        }
        let times = [step.start] + estimates.times[first..<end]
        let shares =
            [0]
            + estimates.orientations[first..<end].map { ($0 * old.conjugate).rotationVector.dot(axis) / turn.length }
        guard let low = Self.crossing(of: 0.1, times, shares), let high = Self.crossing(of: 0.9, times, shares) else {
            throw Unmeasured("the estimate never covers 90 % of the step")
        }
        (self.times, self.shares) = (times, shares)
        rise = high - low
        let level = estimates.orientations[last..<end]
        guard Self.isLevel(level, about: new) else {
            let moving = Unmeasured("the estimate still moves at the end of the rest; simulate a longer rest")
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
            throw Unmeasured("the turn takes longer than 0.5 s")
        }
        guard step.restEnd - step.end >= shortestRest else {
            throw Unmeasured("less than 1 s of rest after the step")
        }
        guard step.size >= smallestStep, step.size <= largestStep else {
            throw Unmeasured("the step is not from 5 to 170 deg")
        }
    }

    /// Returns the first time at which the estimate reaches a fraction of the step, or `nil` if it does not reach the
    /// fraction. The time is interpolated linearly between samples.
    private static func crossing(of share: Double, _ times: [Seconds], _ shares: [Double]) -> Seconds? {
        guard let index = shares.firstIndex(where: { $0 >= share }), index > 0 else { return nil }
        let fraction = (share - shares[index - 1]) / (shares[index] - shares[index - 1])
        return times[index - 1] + fraction * (times[index] - times[index - 1])
    }

    /// Returns the time after which the estimate stays within 1° of the level after the step.
    private static func settling(
        _ times: [Seconds],
        _ distances: [Angle],
        levelFrom end: Seconds
    ) throws(Unmeasured) -> Seconds {
        guard let index = distances.lastIndex(where: { $0 > settledWithin }) else { return times[0] }
        guard index + 1 < times.count, times[index + 1] < end else {
            throw Unmeasured("the estimate does not stay within 1 deg of its final level")
        }
        let fall = distances[index].radians - distances[index + 1].radians
        let fraction = (distances[index].radians - settledWithin.radians) / fall
        return times[index] + fraction * (times[index + 1] - times[index])
    }

    /// Returns whether the estimate's level at rest is constant: the means of its two halves may differ by at most the
    /// standard deviation of the estimate, or by 0.1° if that is more.
    ///
    /// A steady drift D is detected: the two means differ by D/2, but the standard deviation is only D/√12.
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
    /// Sets a metric to the mean over the steps that could be measured. If some steps could not be measured, a note
    /// states the first reason.
    fileprivate mutating func set(
        _ name: Metric,
        toMeanOf results: [Result<Double, Unmeasured>]
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
        let note = reason.map { "mean of \(count) of \(results.count) steps; the others were not measured: \($0)" }
        set(name, to: sum.value / Double(count), note: note)
    }
}

extension StepResponse {
    private static let curveStep: Seconds = 0.01
    private static let curveEnd: Seconds = 1.5

    /// Returns the mean response to the recording's steps, or `nil` if no step can be measured.
    ///
    /// The x coordinate is the time in seconds since the start of the step. The y coordinate is in percent of the step.
    static func curve(of estimates: Estimates, simulation: SimulationDescription?) -> RunSeries.Curve? {
        let steps = QuickStep.steps(in: simulation?.events ?? [], until: estimates.times.last ?? 0)
        let answers = steps.compactMap { step in
            (try? StepResponse(to: step, by: estimates)).map { (start: step.start, $0.times, $0.shares) }
        }
        guard !answers.isEmpty else { return nil }
        let times = (0...Int(curveEnd / curveStep)).map { Double($0) * curveStep }
        var sums = Array(repeating: 0.0, count: times.count)
        var counts = Array(repeating: 0, count: times.count)
        for (start, moments, shares) in answers {
            var lower = 0
            for (index, time) in times.enumerated() {
                while lower + 1 < moments.count, moments[lower + 1] < start + time { lower += 1 }
                guard lower + 1 < moments.count else { break }
                let fraction = (start + time - moments[lower]) / (moments[lower + 1] - moments[lower])
                sums[index] += shares[lower] + fraction * (shares[lower + 1] - shares[lower])
                counts[index] += 1
            }
        }
        // The curve ends where the first response ends, because the mean of the remaining responses would jump there.
        let known = counts.prefix { $0 == answers.count }.indices
        let percent = known.map { (sums[$0] / Double(counts[$0]) * 1_000_000).rounded() / 10_000 }
        return RunSeries.Curve(
            x: NumberStretches([known.map { (times[$0] * 1_000).rounded() / 1_000 }]),
            y: NumberStretches([percent.map { $0.rounded(toSignificant: 4) }])
        )
    }
}

/// A simulated rotation between two rests, about one axis or about several axes at the same time.
struct QuickStep {
    let start: Seconds
    var end: Seconds
    /// The start of the rest interval before the step.
    let restStart: Seconds
    /// The end of the rest after the step: the start of the next event, or the end of the recording.
    var restEnd: Seconds
    /// The rotation angle of the step. For a step about several axes, this is the largest of the angles about the
    /// single axes.
    var size: Angle

    /// Returns the steps among a recording's events. Simultaneous steps are combined.
    static func steps(in events: [SimulationEvent], until last: Seconds) -> [QuickStep] {
        var steps: [QuickStep] = []
        for event in events.sorted(by: { $0.start < $1.start }) {
            let isTurn = event.kind == .step && event.axis.isAngle
            let size = Angle(degrees: abs(event.size))
            if let step = steps.last, isTurn, event.start < step.end {
                steps[steps.count - 1].end = max(step.end, event.end)
                steps[steps.count - 1].size = max(step.size, size)
                continue
            }
            if let step = steps.last { steps[steps.count - 1].restEnd = min(step.restEnd, event.start) }
            guard isTurn else { continue }
            let start = steps.last?.end ?? 0
            steps.append(QuickStep(start: event.start, end: event.end, restStart: start, restEnd: last, size: size))
        }
        return steps
    }
}

import Recordings
import SensorModel

/// A rotation between two rests, about one axis or several at the same time.
struct QuickStep {
    let start: Seconds
    var end: Seconds
    /// The start of the rest before the step.
    let restStart: Seconds
    /// The end of the rest after the step: the next event, or the end of the recording.
    var restEnd: Seconds
    /// The largest rotation about one axis.
    var size: Angle

    /// The steps among a recording's events. Simultaneous steps are combined.
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

import Recordings
import SensorModel

extension StepResponse {
    private static let curveStep: Seconds = 0.01
    private static let curveEnd: Seconds = 1.5

    /// The mean answer to the recording's steps, percent of the step over seconds since it began; nil where none can be
    /// measured.
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
            var place = 0
            for (index, time) in times.enumerated() {
                while place + 1 < moments.count, moments[place + 1] < start + time { place += 1 }
                guard place + 1 < moments.count else { break }
                let fraction = (start + time - moments[place]) / (moments[place + 1] - moments[place])
                sums[index] += shares[place] + fraction * (shares[place + 1] - shares[place])
                counts[index] += 1
            }
        }
        // Where one of the steps ends, a mean of the others would jump.
        let known = counts.prefix { $0 == answers.count }.indices
        let percent = known.map { (sums[$0] / Double(counts[$0]) * 1_000_000).rounded() / 10_000 }
        return RunSeries.Curve(
            x: NumberStretches([known.map { (times[$0] * 1_000).rounded() / 1_000 }]),
            y: NumberStretches([percent.map { $0.rounded(toSignificant: 4) }])
        )
    }
}

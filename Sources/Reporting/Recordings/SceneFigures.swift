import Evaluation
import Pipelines
import SensorModel

/// Plots that compare the computed heading of a tracked scene with the headings from single pairs of fixes.
struct SceneFigures {
    /// The maximum number of pairs of fixes that the plot shows.
    private static let maximumPairs = 1_500

    /// The classes of pairs by weight. Each class has a slot, which selects a colour and a marker.
    static let weights: [(name: String, slot: Int, range: Range<Double>)] = [
        ("pair of fixes with overlapping circles", 6, 0..<1),
        ("pair 1 to 3 times as far apart as the sum of its accuracies", 1, 1..<3),
        ("pair more than 3 times as far apart", 3, 3..<Double.infinity),
    ]
    static let estimate = (name: "heading after the corrections, with its uncertainty", slot: 0)
    static let reference = (name: "reference heading, with its uncertainty", slot: 2)

    let scene: SceneEvaluation
    let trace: SceneTrace
    /// The scene's number on the page, for the names of data files.
    let number: Int

    /// The plots that have data.
    var figures: [ReportFigure] {
        let drawn = trace.pairs.evenly(Self.maximumPairs)
        let part = drawn.count < trace.pairs.count ? " \(drawn.count) of \(trace.pairs.count) pairs are drawn." : ""
        let heading = Plot.Axis(title: "heading of the scene's -Z (°)")
        let time = Plot.Axis(title: "s, time of the later fix")
        let figures = [
            ReportFigure(
                name: "scene-\(number)-angles",
                title: "Angle of each pair over time",
                caption: "The heading of the scene's -Z axis, clockwise from north, that each pair alone would give. "
                    + "The axis shows headings within 180° of the result, so they can exceed 180°.\(part)",
                plot: Plot(x: time, y: heading, series: pairs(drawn) { $0.time } + headings)
            ),
            ReportFigure(
                name: "scene-\(number)-distances",
                title: "Angle of each pair over its distance",
                caption: "The longer the path between two fixes, the smaller the effect of their errors.\(part)",
                plot: Plot(
                    x: Plot.Axis(title: "distance in the scene (m)"),
                    y: heading,
                    series: pairs(drawn) { $0.distance }
                )
            ),
            ReportFigure(
                name: "scene-\(number)-heading",
                title: "Heading after each correction",
                caption: "The same headings as above without the pairs. The thin lines are the uncertainties.",
                plot: Plot(x: Plot.Axis(title: "s"), y: heading, series: headings)
            ),
        ]
        return figures.filter { !$0.plot.isEmpty }
    }

    private func pairs(_ drawn: [SceneTrace.Pair], _ x: (SceneTrace.Pair) -> Double) -> [Plot.Series] {
        Self.weights.map { name, slot, range in
            let points = drawn.filter { range.contains($0.weight) }.map { pair in
                // More digits would double the size of the page.
                let (x, y) = (x(pair).rounded(toSignificant: 6), degrees(pair.heading).rounded(toSignificant: 4))
                return Plot.Point(x, y)
            }
            return Plot.Series(name, .dots, slot: slot, [points])
        }
    }

    /// The lines of a plot of headings over time: the computed heading, with a step at each correction, and the
    /// reference heading. Thin lines show the uncertainty of each heading.
    private var headings: [Plot.Series] {
        guard let first = trace.pairs.first?.time, let last = scene.rounds.last?.round.time else { return [] }
        var steps: [(time: Seconds, heading: Double, uncertainty: Double)] = []
        for correction in scene.corrections {
            let time = correction.round.time
            if let step = steps.last { steps.append((time, step.heading, step.uncertainty)) }
            let heading = degrees((correction.turn + scene.addedTurn).wrapped)
            steps.append((time, heading, correction.uncertainty?.degrees ?? 0))
        }
        if let step = steps.last { steps.append((last, step.heading, step.uncertainty)) }
        let reference = scene.reference.map { reference in
            [first, last].map { ($0, degrees(reference.heading), reference.uncertainty.degrees) }
        }
        return series(Self.estimate, steps) + series(Self.reference, reference ?? [])
    }

    private func series(
        _ look: (name: String, slot: Int),
        _ steps: [(time: Seconds, heading: Double, uncertainty: Double)]
    ) -> [Plot.Series] {
        let bounds = [-1.0, 1].map { side in steps.map { Plot.Point($0.time, $0.heading + side * $0.uncertainty) } }
        return [
            Plot.Series(look.name, .line, slot: look.slot, [steps.map { Plot.Point($0.time, $0.heading) }]),
            Plot.Series("\(look.name): bounds", .outline, slot: look.slot, bounds),
        ]
    }

    /// The heading in degrees, within ±180° of the scene's computed heading or, if none was computed, of the reference
    /// heading.
    private func degrees(_ heading: Angle) -> Double {
        let centre = scene.heading ?? scene.reference?.heading ?? .zero
        return centre.degrees + (heading - centre).wrapped.degrees
    }
}

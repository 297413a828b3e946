import Pipelines

/// What a system has to do for each drawing: AREA moves the places that are still there, makes new ones, and takes
/// others away (Geiger 2012, listing 6.2).
struct RedrawTally {
    private(set) var drawings = 0
    private var moved = 0
    private var created = 0
    private var gone = 0

    mutating func count(_ picture: SystemFrame, after before: SystemFrame?) {
        drawings += 1
        let now = Set(picture.places.map(\.place))
        let then = Set((before?.places ?? []).map(\.place))
        let stayed = now.intersection(then).count
        moved += stayed
        created += now.count - stayed
        gone += then.count - stayed
    }

    func measure(into metrics: inout MetricValues) {
        metrics.set(.drawnFrames, to: Double(drawings))
        guard drawings > 0 else {
            return metrics.setUnmeasured(
                [.redrawMoved, .redrawCreated, .redrawGone],
                because: "the system never drew anything"
            )
        }
        metrics.set(.redrawMoved, to: Double(moved) / Double(drawings))
        metrics.set(.redrawCreated, to: Double(created) / Double(drawings))
        metrics.set(.redrawGone, to: Double(gone) / Double(drawings))
    }
}

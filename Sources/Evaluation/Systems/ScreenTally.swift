import Pipelines
import SensorModel

/// The accumulated errors and motions of the places on a screen.
struct ScreenTally {
    /// The motion between two frames, in pixels, that counts as a jump. AREA's compass step of one degree is 8.57
    /// pixels.
    static let jump = 8.0

    /// The diagonal of the screen in pixels, to which errors are limited.
    ///
    /// All labels off the screen are equally invisible, and the tangent projection has no bound.
    var diagonal = 0.0

    private var errors: [Double] = []
    private var motions = CompensatedSum(0)
    private var motionCount = 0
    private var jumps = 0
    private var shownCount = 0
    private var seenCount = 0
    private var wronglyShown = 0
    private var wronglyHidden = 0
    private var overlaps = CompensatedSum(0)
    private var overlapCount = 0

    mutating func countMotion(from expected: ScreenPoint, to point: ScreenPoint) {
        let motion = expected.distance(to: point)
        motions.add(motion * motion)
        motionCount += 1
        if motion > Self.jump { jumps += 1 }
    }

    mutating func countVisible(shown: [Int], seen: [Int]) {
        let both = Set(shown).intersection(seen).count
        let either = shown.count + seen.count - both
        shownCount += shown.count
        seenCount += seen.count
        wronglyShown += shown.count - both
        wronglyHidden += seen.count - both
        guard either > 0 else { return }
        overlaps.add(Double(both) / Double(either))
        overlapCount += 1
    }

    /// Adds the error of one place.
    ///
    /// - Parameters:
    /// - placement: the system's placement.
    /// - place: the camera's placement.
    mutating func countError(of placement: ScreenPlacement, at place: ShownPlace) {
        guard let exact = place.placement.point else { return }
        guard let point = placement.point, !placement.isOnUserSide else { return errors.append(diagonal) }
        errors.append(min(exact.distance(to: point), diagonal))
    }

    /// - Parameter reason: the reason why places cannot be compared with the camera's view; nil where they can.
    func measure(without reason: String?, into metrics: inout MetricValues) {
        measureMotion(into: &metrics)
        let names: [MetricName] = [.pixelRMSE, .pixelMedian, .pixelP95, .wronglyShown, .wronglyHidden, .visibleJaccard]
        if let reason { return metrics.setUnmeasured(names, because: reason) }
        if let statistics = ErrorStatistics(errors) {
            metrics.set(.pixelRMSE, to: statistics.rmse)
            metrics.set(.pixelMedian, to: statistics.median)
            metrics.set(.pixelP95, to: statistics.p95)
        } else {
            metrics.setUnmeasured(names.prefix(3), because: "the camera never sees any of the places")
        }
        set(.wronglyShown, wronglyShown, of: shownCount, orBecause: "the system never shows a place", &metrics)
        set(.wronglyHidden, wronglyHidden, of: seenCount, orBecause: "the camera never sees a place", &metrics)
        guard overlapCount > 0 else {
            return metrics.setUnmeasured(.visibleJaccard, because: "no place is ever shown or seen")
        }
        metrics.set(.visibleJaccard, to: overlaps.value / Double(overlapCount))
    }

    private func measureMotion(into metrics: inout MetricValues) {
        guard motionCount > 0 else {
            return metrics.setUnmeasured(
                [.incrementRMSPixels, .pixelJumps],
                because: "no place is shown in two neighbouring frames at which the reference is known"
            )
        }
        metrics.set(.incrementRMSPixels, to: (motions.value / Double(motionCount)).squareRoot())
        metrics.set(.pixelJumps, to: Double(jumps))
    }

    private func set(
        _ name: MetricName,
        _ part: Int,
        of whole: Int,
        orBecause reason: String,
        _ metrics: inout MetricValues
    ) {
        guard whole > 0 else { return metrics.setUnmeasured(name, because: reason) }
        metrics.set(name, to: 100 * Double(part) / Double(whole))
    }
}

extension ScreenPoint {
    func distance(to other: ScreenPoint) -> Double {
        let (across, down) = (other.x - x, other.y - y)
        return (across * across + down * down).squareRoot()
    }
}

/// The work of a system per drawing: AREA moves the places that remain, creates new ones, and removes the rest (Geiger
/// 2012, listing 6.2).
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

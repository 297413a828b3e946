import Pipelines
import SensorModel

/// The accumulated overlaps, flickers and taps of the labels on a system's screen.
struct LabelTally {
    /// The time limit for flicker, in seconds: a label flickers if it disappears and returns within this time. The
    /// limit is our choice.
    static let returnLimit: Seconds = 1

    private let layout: LabelLayout
    private let screen: Screen
    private let tapDelay: Seconds
    private let displayRate: Hertz

    private var labelCount = 0
    private var overlapping = 0
    private var covered = CompensatedSum(0)
    private var flickers = 0
    private var taps = 0
    private var hits = 0

    private var before: [Int: LabelLayout.Label] = [:]
    /// The label in front, for each pair of overlapping labels of the previous display frame.
    private var front: [Pair: Int] = [:]
    private var hidden: [Int: Seconds] = [:]
    /// The labels of all display frames that are not older than ``tapDelay``, and of one older display frame.
    private var recent: [(time: Seconds, labels: [LabelLayout.Label])] = []

    private struct Pair: Hashable {
        let lower: Int
        let upper: Int

        init(_ one: Int, _ other: Int) { (lower, upper) = (min(one, other), max(one, other)) }
    }

    init(_ system: DescribedSystem, displayRate: Hertz) {
        layout = system.labelLayout
        screen = system.screen
        tapDelay = system.tapDelay
        self.displayRate = displayRate
    }

    /// Adds the labels of a display frame.
    ///
    /// - Parameters:
    ///   - shown: shown places, nearest first.
    ///   - places: all places.
    ///   - time: the time of the display frame; later than the time of the previous display frame.
    mutating func add(_ shown: [ShownPlace], among places: [PointOfInterest], at time: Seconds) {
        let labels = layout.labels(for: shown, among: places, on: screen)
        countOverlaps(of: labels)
        countFlickers(of: labels, at: time)
        countTaps(on: labels, at: time)
        before = Dictionary(labels.map { ($0.place, $0) }) { first, _ in first }
    }

    private mutating func countOverlaps(of labels: [LabelLayout.Label]) {
        var now: [Pair: Int] = [:]
        var overlapped: Set<Int> = []
        for (index, label) in labels.enumerated() {
            let nearer = labels[..<index].filter { layout.overlap($0, label) }
            for other in nearer {
                now[Pair(label.place, other.place)] = other.place
                overlapped.formUnion([label.place, other.place])
            }
            covered.add(layout.coveredShare(of: label, by: nearer))
        }
        labelCount += labels.count
        overlapping += overlapped.count
        flickers += now.count { pair, place in front[pair].map { $0 != place } ?? false }
        front = now
    }

    private mutating func countFlickers(of labels: [LabelLayout.Label], at time: Seconds) {
        for label in labels {
            guard let old = before[label.place] else {
                if let gone = hidden.removeValue(forKey: label.place), time - gone <= Self.returnLimit { flickers += 1 }
                continue
            }
            let shift = (label.middle.y - label.anchor.y) - (old.middle.y - old.anchor.y)
            if shift.magnitude >= layout.height / 2 { flickers += 1 }
        }
        let shown = Set(labels.map(\.place))
        for place in before.keys where !shown.contains(place) { hidden[place] = time }
    }

    private mutating func countTaps(on labels: [LabelLayout.Label], at time: Seconds) {
        recent.append((time, labels))
        // The tolerance of half a display interval is needed, because sums of display intervals are inexact.
        let aimed = time - tapDelay + 0.5 / displayRate
        while recent.count > 1, recent[1].time <= aimed { recent.removeFirst() }
        guard let target = recent.first, target.time <= aimed else { return }
        for label in target.labels {
            taps += 1
            // Labels are ordered from near to far, so the first label at the point is in front.
            if labels.first(where: { layout.contains(label.middle, in: $0) })?.place == label.place { hits += 1 }
        }
    }

    /// Sets the metrics of labels.
    func measure(into metrics: inout MetricValues) {
        guard labelCount > 0 else {
            return metrics.setUnmeasured(
                [.labelOverlap, .labelCovered, .labelFlicker, .tapHit],
                because: "the system never shows a place"
            )
        }
        let labels = Double(labelCount)
        metrics.set(.labelOverlap, to: 100 * Double(overlapping) / labels)
        metrics.set(.labelCovered, to: 100 * covered.value / labels)
        metrics.set(.labelFlicker, to: 60 * Double(flickers) * displayRate / labels)
        guard taps > 0 else {
            return metrics.setUnmeasured(.tapHit, because: "the recording is shorter than the delay of a tap")
        }
        metrics.set(.tapHit, to: 100 * Double(hits) / Double(taps))
    }
}

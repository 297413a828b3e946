import SensorModel

/// The steps of the last seconds, oldest first, for an estimator that repeats them.
///
/// O(1) time per step on average; memory for the steps of the window.
struct RecentSteps<Step: Sendable>: Sendable {
    /// A step is removed once it began longer ago than this.
    private let duration: Seconds
    private var steps: [(step: Step, start: Seconds)] = []
    /// The index of the oldest step; those before it are removed together.
    private var oldest = 0
    /// Whether a step was too old since the start.
    private(set) var hasRemovedSteps = false
    /// The sum of all intervals.
    private var clock: Seconds = 0

    /// - Parameter duration: in seconds.
    init(lasting duration: Seconds) {
        self.duration = duration
    }

    /// The steps in the order of time.
    var elements: some Sequence<Step> { steps[oldest...].lazy.map(\.step) }

    /// Appends a step, and removes those that began too long ago.
    mutating func append(_ step: Step, over interval: Seconds) {
        steps.append((step, clock))
        clock += interval
        while oldest < steps.count, clock - steps[oldest].start > duration {
            oldest += 1
            hasRemovedSteps = true
        }
        if 2 * oldest > steps.count {
            steps.removeFirst(oldest)
            oldest = 0
        }
    }

    /// Removes all steps.
    mutating func reset() { self = Self(lasting: duration) }
}

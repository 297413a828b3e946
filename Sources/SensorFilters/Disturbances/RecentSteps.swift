package import SensorModel

/// The steps of the last seconds, oldest first, for an estimator that repeats them.
///
/// O(n) time per step and O(n) memory for n steps in the window; the time is that of n additions.
package struct RecentSteps<Step: Sendable>: Sendable {
    /// A step is removed once it began longer ago than this.
    @usableFromInline package let duration: Seconds
    @usableFromInline package var steps: [Step] = []
    /// The time since each step began. The intervals are added one by one, as in the smartphone benchmark's program:
    /// where the duration is a multiple of the interval, rounding decides about the oldest step.
    @usableFromInline package var ages: [Seconds] = []
    /// The index of the oldest step; those before it are removed together.
    @usableFromInline package var oldest = 0
    /// Whether a step was too old since the start.
    @usableFromInline package var hasRemovedSteps = false

    /// - Parameter duration: in seconds.
    @inlinable package init(lasting duration: Seconds) {
        self.duration = duration
    }

    /// The steps in the order of time.
    @inlinable package var elements: ArraySlice<Step> { steps[oldest...] }

    /// Appends a step, and removes those that began too long ago.
    @inlinable package mutating func append(_ step: Step, over interval: Seconds) {
        steps.append(step)
        ages.append(0)
        ages.withUnsafeMutableBufferPointer { ages in
            for index in oldest..<ages.count { ages[index] += interval }
        }
        while oldest < ages.count, ages[oldest] > duration {
            oldest += 1
            hasRemovedSteps = true
        }
        if 2 * oldest > steps.count {
            steps.removeFirst(oldest)
            ages.removeFirst(oldest)
            oldest = 0
        }
    }

    /// Removes all steps.
    @inlinable package mutating func reset() { self = Self(lasting: duration) }
}

public import SensorModel

/// Equations that can go on without the magnetometer or the accelerometer for some steps.
///
/// A step without one of them has the input's ``UnitDirections/hasField`` or ``UnitDirections/hasGravity`` false.
@usableFromInline package protocol GuardableEquations: RateEquations where Input == UnitDirections {
    /// Replaces the gain, or restores the usual one.
    mutating func setGain(_ gain: Double?)
    /// Whether a repetition starts as in the smartphone benchmark's program of Kalman filters: with the orientation after
    /// the oldest step, but the covariance before it, which is zero while no step has become too old. It ends with the
    /// last step once more instead of the current one.
    var repeatsAsBenchmark: Bool { get }
    /// Sets the covariance to zero.
    mutating func forgetUncertainty()
}

extension GuardableEquations {
    @inlinable package var repeatsAsBenchmark: Bool { false }
    @inlinable package mutating func forgetUncertainty() {}
}

/// The equations of an estimator without the samples that the detectors of ``DisturbanceRejection`` reject.
@usableFromInline package struct GuardedEquations<Base: GuardableEquations>: RateEquations {
    /// A step that may be repeated: the state before it, and what it read.
    @usableFromInline package struct Step: Sendable {
        @usableFromInline package let orientation: UnitQuaternion
        @usableFromInline package let base: Base
        @usableFromInline package let rate: Vector3
        @usableFromInline package let input: UnitDirections
        @usableFromInline package let interval: Seconds

        @inlinable package init(
            _ orientation: UnitQuaternion,
            _ base: Base,
            rate: Vector3,
            input: UnitDirections,
            over interval: Seconds
        ) {
            self.orientation = orientation
            self.base = base
            self.rate = rate
            self.input = input
            self.interval = interval
        }
    }

    @usableFromInline package var base: Base
    @usableFromInline package let parameters: DisturbanceRejection
    @usableFromInline package let isActive: Bool
    @usableFromInline package var detector: MagneticPerturbationDetector
    @usableFromInline package var accelerations: AccelerationDetector
    @usableFromInline package var recent: RecentSteps<Step>
    /// Whether the last magnetometer sample was used.
    @usableFromInline package var usedField = false

    /// - Parameter dip: the known dip of the field; nil for that of the first sample.
    package init(_ base: Base, _ parameters: DisturbanceRejection, dip: Angle? = nil) {
        self.base = base
        self.parameters = parameters
        isActive = parameters.isActive
        detector = MagneticPerturbationDetector(parameters, dip: dip)
        accelerations = AccelerationDetector(parameters)
        recent = RecentSteps(lasting: parameters.repeatTime)
    }

    @usableFromInline package mutating func begin(
        at triad: UnitQuaternion,
        _ input: MeasuredDirections
    ) -> UnitQuaternion {
        detector.reset()
        accelerations.reset()
        recent.reset()
        usedField = false
        return base.begin(at: triad, input.directions)
    }

    @inlinable @inline(__always) package mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        guard isActive else {
            return base.step(from: orientation, rate: rate, input: input.directions, over: interval)
        }
        return guardedStep(from: orientation, rate: rate, input: input, over: interval)
    }

    @inlinable @inline(never) package mutating func guardedStep(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        var (rate, interval, directions) = (rate, interval, input.directions)
        if directions.isKnown, !accelerations.accepts(input.acceleration.length, after: interval) {
            directions.hasGravity = false
        }
        var orientation = orientation
        var isPerturbed = false
        if parameters.magneticDetection != .none, directions.isKnown, directions.hasField {
            isPerturbed = !detector.accepts(input.field.length, directions, after: interval)
            if isPerturbed, usedField {
                orientation = repeated(from: orientation)
                if base.repeatsAsBenchmark, let last = recent.elements.last {
                    (rate, interval, directions) = (last.rate, last.interval, last.input)
                }
            }
            usedField = !isPerturbed
        }
        if parameters.magneticDetection == .repeat {
            let step = Step(orientation, base, rate: rate, input: directions, over: interval)
            recent.append(step, over: interval)
        }
        if isPerturbed { directions.hasField = false }
        return base.step(from: orientation, rate: rate, input: directions, over: interval)
    }

    /// The orientation after the recent steps without the magnetometer.
    @inlinable package mutating func repeated(from orientation: UnitQuaternion) -> UnitQuaternion {
        var result: UnitQuaternion?
        for step in recent.elements {
            if result == nil {
                base = step.base
                base.setGain(parameters.repeatGain)
                result = step.orientation
                if base.repeatsAsBenchmark {
                    if !recent.hasRemovedSteps { base.forgetUncertainty() }
                    result = recent.elements.dropFirst().first?.orientation ?? orientation
                }
            }
            var input = step.input
            input.hasField = false
            result = base.step(
                from: result ?? orientation,
                rate: step.rate,
                input: input,
                over: step.interval
            )
        }
        base.setGain(nil)
        return result ?? orientation
    }
}

/// The steps of the last seconds, oldest first, for an estimator that repeats them.
///
/// O(n) time per step and O(n) memory for n steps in the window; the time is that of n additions.
@usableFromInline package struct RecentSteps<Step: Sendable>: Sendable {
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
    package init(lasting duration: Seconds) {
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
    package mutating func reset() { self = Self(lasting: duration) }
}

public import SensorModel

/// Equations of an estimator that can take steps without the magnetometer or the accelerometer.
///
/// In such a step, ``UnitDirections/hasField`` or ``UnitDirections/hasGravity`` of the input is `false`.
@usableFromInline package protocol GuardableEquations: RateEquations where Input == UnitDirections {
    /// Replaces the gain, or restores the usual one if `gain` is `nil`.
    mutating func setGain(_ gain: Double?)
    /// A Boolean value that indicates how recent steps are recomputed: as in the Kalman filters of the smartphone
    /// benchmark (`true`), or exactly (`false`). The benchmark is the program of Michel et al. 2018.
    ///
    /// The benchmark starts with the orientation after the oldest step, but with the covariance before that step. If no
    /// step has been removed from ``RecentSteps`` yet, the initial covariance is zero. At the end, the last step is
    /// applied a second time and replaces the current step.
    var repeatsAsBenchmark: Bool { get }
    /// Sets the covariance to zero.
    mutating func forgetUncertainty()
}

extension GuardableEquations {
    @inlinable package var repeatsAsBenchmark: Bool { false }
    @inlinable package mutating func forgetUncertainty() {}
}

/// An estimator with the detectors of ``DisturbanceRejection``, or without any if its parameters have no detector.
@usableFromInline package struct GuardedEstimator<Equations: GuardableEquations>: Sendable {
    /// The estimator without detectors.
    @usableFromInline package var plain: RateDriven<Equations>
    /// The estimator with detectors; `nil` if the parameters have no detector.
    @usableFromInline package var guarded: RateDriven<GuardedEquations<Equations>>?
    /// A Boolean value that indicates whether the parameters have a detector. Without it, each step would call a
    /// function that compares the large optional ``guarded`` with `nil`.
    @usableFromInline package let isGuarded: Bool

    /// Creates an estimator.
    ///
    /// - Parameters:
    ///   - equations: the equations of the estimator.
    ///   - parameters: the parameters of the estimator.
    ///   - dip: the known dip of the field; `nil` for the dip of the first sample.
    package init(_ equations: Equations, _ parameters: some DisturbanceRejectingParameters, dip: Angle? = nil) {
        plain = RateDriven(equations, parameters)
        isGuarded = parameters.disturbances.isActive
        guard isGuarded else { return }
        guarded = RateDriven(GuardedEquations(equations, parameters.disturbances, dip: dip), parameters)
    }

    /// The counts of unusable samples and of restarts.
    package var skips: SkipCounts { guarded?.skips ?? plain.skips }

    /// Processes a frame.
    ///
    /// - Returns: the orientation; `nil` if the samples so far do not determine the orientation.
    @inlinable @inline(__always) package mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        isGuarded ? updateGuarded(with: frame) : plain.update(with: frame)
    }

    @inlinable @inline(never) package mutating func updateGuarded(with frame: SensorFrame) -> UnitQuaternion? {
        guarded?.update(with: frame) ?? nil
    }
}

/// The equations of an estimator, with the detectors of ``DisturbanceRejection`` that reject perturbed samples.
@usableFromInline package struct GuardedEquations<Base: GuardableEquations>: RateEquations {
    /// A step that may be recomputed: the state before the step, and the step's input.
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
    @usableFromInline package var detector: MagneticPerturbationDetector
    @usableFromInline package var accelerations: AccelerationDetector
    @usableFromInline package var recent: RecentSteps<Step>
    /// A Boolean value that indicates whether the last magnetometer sample was used.
    @usableFromInline package var usedField = false

    /// Creates guarded equations.
    ///
    /// - Parameters:
    ///   - base: the equations of the estimator.
    ///   - parameters: the parameters of the detectors.
    ///   - dip: the known dip of the field; `nil` for the dip of the first sample.
    package init(_ base: Base, _ parameters: DisturbanceRejection, dip: Angle? = nil) {
        self.base = base
        self.parameters = parameters
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

    @inlinable package mutating func step(
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

    /// Recomputes the recent steps without the magnetometer, and returns the orientation after the last of these steps.
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

/// The steps of the last seconds, oldest first, for an estimator that recomputes them.
///
/// O(n) additions per step and O(n) memory, for n steps in the window.
@usableFromInline package struct RecentSteps<Step: Sendable>: Sendable {
    /// The maximum age of a step in seconds, counted from the step's start. Older steps are removed.
    @usableFromInline package let duration: Seconds
    @usableFromInline package var steps: [Step] = []
    /// The time since the start of each step, in seconds. As in the program of Michel et al. 2018, the intervals are
    /// added one by one. If the duration is a multiple of the interval, rounding then determines whether the oldest
    /// step is removed.
    @usableFromInline package var ages: [Seconds] = []
    /// The index of the oldest step. Steps before this index are no longer used and are removed in batches.
    @usableFromInline package var oldest = 0
    /// A Boolean value that indicates whether a step has been removed since the last reset.
    @usableFromInline package var hasRemovedSteps = false

    /// Creates an empty list.
    ///
    /// - Parameter duration: the length of the window in seconds.
    package init(lasting duration: Seconds) {
        self.duration = duration
    }

    /// The steps in chronological order.
    @inlinable package var elements: ArraySlice<Step> { steps[oldest...] }

    /// Appends a step and removes the steps that began too long ago.
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

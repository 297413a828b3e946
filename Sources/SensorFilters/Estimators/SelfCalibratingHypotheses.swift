import RealModule
import SensorModel

/// Two filters of ``SelfCalibrating`` that run in parallel. At the start, they assume different sensor errors.
///
/// The first filter assumes that gyroscope and magnetometer are calibrated. The second filter assumes that the
/// gyroscope may have a bias of about 1°/s and the magnetometer an offset of about 15 µT. The filter that predicts the
/// magnetometer better (``FieldPrediction``) provides the result. Between similar predictions, the first filter is
/// preferred.
struct SelfCalibratingHypotheses: SampleSink {
    /// The preference for the first filter. Before the comparison, its prediction error is reduced by the fraction
    /// `relativePreference`, and then by the constant `preference`.
    static let (relativePreference, preference) = (0.05, 0.1)
    /// The minimum amount by which the unused filter must predict better before it replaces the filter in use.
    static let hysteresis = 0.05
    /// The ratio of `offsetShare` in the first filter to `offsetShare` in the second filter.
    private static let calibratedShare = 0.2

    private var calibrated: SelfCalibratingState
    private var uncalibrated: SelfCalibratingState
    /// A Boolean value that indicates whether the second filter runs.
    private let hasAlternative: Bool
    private var usesAlternative = false

    init(_ parameters: SelfCalibrating.Parameters) {
        var (first, second) = (parameters, parameters)
        second.initialOffset = max(parameters.initialOffset, parameters.uncalibratedOffset)
        second.initialBias = max(parameters.initialBias, parameters.uncalibratedBias)
        hasAlternative = parameters.magnetometer.isUsed && second.initialOffset > parameters.initialOffset
        if hasAlternative { first.offsetShare *= Self.calibratedShare }
        calibrated = SelfCalibratingState(first)
        uncalibrated = SelfCalibratingState(second)
    }

    /// The filter whose result is used.
    var best: SelfCalibratingState { usesAlternative ? uncalibrated : calibrated }

    /// The constants w and k of ``reportedCovariance``.
    private static let (differenceWeight, otherShare) = (3.0, 0.5)

    /// The covariance of the orientation error in Earth axes, in rad²; `nil` before the first magnetometer sample.
    ///
    /// Let Δ be the difference between the headings of the two filters, σ² the variance of the heading in use, and σ₂²
    /// that of the other filter. A large Δ shows that one heading is wrong, possibly the one in use. If Δ² > σ² + k σ₂²,
    /// w (Δ² − σ² − k σ₂²) is added to σ².
    var reportedCovariance: Matrix3? {
        let covariance = best.reportedCovariance
        guard let covariance, hasAlternative,
            let other = (usesAlternative ? calibrated : uncalibrated).reportedCovariance
        else { return covariance }
        let difference = calibrated.currentOrientation() * uncalibrated.currentOrientation().conjugate
        let angle = 2 * Double.atan2(y: difference.z.magnitude, x: difference.w.magnitude)
        let excess = max(angle * angle - covariance.z.z - Self.otherShare * other.z.z, 0)
        return covariance + Matrix3(diagonal: Vector3(0, 0, Self.differenceWeight * excess))
    }

    mutating func reset() {
        calibrated.reset()
        if hasAlternative { uncalibrated.reset() }
    }

    mutating func begin(rate: Vector3) {
        calibrated.begin(rate: rate)
        if hasAlternative { uncalibrated.begin(rate: rate) }
    }

    @_transparent mutating func update(rate: TimedSample, over interval: Seconds) {
        calibrated.update(rate: rate, over: interval)
        if hasAlternative { uncalibrated.update(rate: rate, over: interval) }
    }

    @_transparent mutating func update(acceleration: TimedSample) {
        calibrated.update(acceleration: acceleration)
        if hasAlternative { uncalibrated.update(acceleration: acceleration) }
    }

    @_transparent mutating func update(field: TimedSample) {
        calibrated.update(field: field)
        guard hasAlternative else { return }
        uncalibrated.update(field: field)
        let preferred = calibrated.prediction.error * (1 - Self.relativePreference) - Self.preference
        let gain = preferred - uncalibrated.prediction.error
        if usesAlternative ? gain < -Self.hysteresis : gain > Self.hysteresis { usesAlternative.toggle() }
    }

    @_transparent func currentOrientation() -> UnitQuaternion {
        usesAlternative ? uncalibrated.currentOrientation() : calibrated.currentOrientation()
    }
}

/// The quality of a filter's predictions of the magnetometer. A prediction is the sum of the Earth's field and the
/// magnetometer's offset, both estimated by the filter two to four seconds earlier.
///
/// A filter may mistake a field that varies with the location for an offset. Such a filter explains the current
/// samples, but does not predict the field at the next location. If y is the difference between measured and predicted
/// field, the error of the prediction is log(1 + |y|²/20 µT²). The logarithm limits the effect of short disturbances.
struct FieldPrediction: Sendable {
    /// The constant s, in µT², in the error log(1 + |y|²/s) of a prediction. The vector y is the difference between
    /// measured and predicted field.
    private static let scale = 20.0
    /// The interval, in seconds, at which estimates are stored for predictions. Except at the start, predictions use an
    /// estimate that is one to two intervals old.
    private static let age = 2.0
    /// The time over which errors are averaged, in seconds.
    private static let memory = 60.0
    /// The squared difference between measured and predicted field, in µT², up to which the covariance of the estimates
    /// explains the difference.
    private static let expected = 100.0
    /// The minimum averaging time of ``later``, in seconds.
    private static let shortestMemory = 10.0

    /// The mean error of the predictions. At the start, the predicted field is 0.
    var error: Double { all.value }
    private var all = RunningMean(memory: memory)
    /// The mean error of the predictions from estimates, without the start.
    private var later = RunningMean(memory: memory, shortestMemory: shortestMemory)

    /// The squared difference between measured and predicted field that exceeds ``expected``, in µT². The difference is
    /// the one that corresponds to the mean error without the start.
    var excess: Double { max(Self.scale * (Double.exp(later.value) - 1) - Self.expected, 0) }
    private var sinceEstimate = 0.0
    private var older: (field: Vector3, offset: Vector3)?
    private var newer = (field: Vector3.zero, offset: Vector3.zero)

    /// Compares a measured field with its prediction.
    ///
    /// - Parameters:
    ///   - measured: the field in level axes, in µT.
    ///   - orientation: the rotation from device to level axes.
    ///   - estimate: the current estimates of the Earth's field in level axes and of the offset in device axes, in µT.
    ///   - elapsed: the time since the previous measurement, in seconds.
    mutating func compare(
        _ measured: Vector3,
        _ orientation: Matrix3,
        estimate: (field: Vector3, offset: Vector3),
        over elapsed: Seconds
    ) {
        let difference: Vector3
        if let older {
            difference = measured - older.field - orientation * older.offset
        } else {
            difference = measured
        }
        let present = Double.log(onePlus: difference.lengthSquared / Self.scale)
        all.update(present, over: elapsed)
        if let older, older.field != .zero { later.update(present, over: elapsed) }
        if older == nil { (older, newer, sinceEstimate) = (estimate, estimate, 0) }
        sinceEstimate += elapsed
        if sinceEstimate > Self.age { (older, newer, sinceEstimate) = (newer, estimate, 0) }
    }

    /// Discards the estimates, whose level axes are no longer valid.
    mutating func discardEstimates() { older = nil }
}

/// The mean of a signal over its past, limited to a maximum averaging time.
///
/// Until the maximum averaging time has passed, the mean weights all samples by their duration. Later, the weight of
/// earlier samples decreases exponentially.
struct RunningMean: Sendable {
    /// The maximum averaging time, in seconds.
    private let memory: Seconds
    /// The minimum averaging time, in seconds. It limits the effect of the first samples.
    private let shortestMemory: Seconds
    private var duration: Seconds

    /// The current mean.
    private(set) var value: Double

    /// Creates a mean with an initial value, which counts as samples of the duration `weight`, in seconds.
    init(_ value: Double = 0, weight: Seconds = 0, memory: Seconds, shortestMemory: Seconds = 0) {
        self.value = value
        duration = weight
        self.memory = memory
        self.shortestMemory = shortestMemory
    }

    /// Adds a sample with the duration `elapsed`, in seconds.
    @_transparent mutating func update(_ sample: Double, over elapsed: Seconds) {
        duration = min(duration + elapsed, memory)
        value += (sample - value) * (elapsed / max(duration, shortestMemory))
    }
}

/// A detector of rare, sudden changes of the measured field, such as those in a lift or next to a laptop.
///
/// A change is recent for some seconds after an unexpected field. During this time, the filter does not update its
/// estimate of the Earth's field. If unexpected fields are frequent, they do not count as sudden changes.
struct FieldChange: Sendable {
    /// The time after the last unexpected field for which a change is recent, in seconds.
    private static let recent: Seconds = 7
    /// The value of ``remaining`` at the start, and the largest value, in seconds.
    private static let (initial, largest) = (-5.0, 60.0)

    private var sinceUnexpected = Seconds.infinity
    /// The time for which the filter may still keep its estimate. It grows while no change is recent.
    private var remaining = initial

    /// Returns whether a sudden change is recent at a measurement of the field.
    ///
    /// - Parameters:
    ///   - isExpected: whether the measurement agrees with the estimates.
    ///   - elapsed: the time since the previous measurement, in seconds.
    mutating func isRecent(isExpected: Bool, over elapsed: Seconds) -> Bool {
        sinceUnexpected = isExpected ? sinceUnexpected + elapsed : 0
        guard sinceUnexpected < Self.recent else {
            remaining = min(remaining + elapsed, Self.largest)
            return false
        }
        guard remaining > 0 else { return false }
        remaining -= elapsed
        return true
    }
}

/// An estimate of how much the magnetic field of the surroundings varies, computed from slow differences between
/// measured and predicted field.
///
/// The field varies slowly, over seconds. Averages of the field are therefore less certain than the fast noise
/// suggests. The estimate is the geometric mean of the noise density at low frequencies. Short disturbances have little
/// effect on this mean.
struct FieldVariation: Sendable {
    /// The time constants of two low-passes, in seconds. The first isolates the slow differences, and the second
    /// computes the mean of the slow differences.
    private static let (lowPass, longLowPass) = (3.0, 20.0)
    /// The weight of the initial value in the average, as an equivalent averaging time, and the maximum averaging time.
    /// Both are in seconds.
    private static let (initialWeight, memory) = (20.0, 100.0)
    /// The initial density, as a multiple of the density in an undisturbed room.
    private static let initial = 3.0
    /// The square of the limit for a difference between measured and predicted field, in µT². The Earth's field is
    /// below 70 µT. A larger difference is an offset of the magnetometer, not a variation of the field, and is ignored.
    private static let largest = 4_900.0

    /// The noise density of the field in an undisturbed room, in µT² s. Smaller measured densities are raised to this
    /// value.
    private let smallest: Double
    private var slow = Vector3.zero
    /// The long-term mean of the slow differences between measured and predicted field. This mean is attributed to an
    /// error of the prediction. Only deviations from the mean count as variation of the field.
    private var mean = Vector3.zero
    private var logarithm: RunningMean

    /// The estimated density, in µT² s.
    private(set) var density: Double

    /// The variance of each component of the slow differences, in µT².
    var slowVariance: Double { density / Self.lowPass }

    /// Creates an estimate of the field's variation.
    ///
    /// - Parameter smallest: the noise density of the field in an undisturbed room, in µT² s; at least 0. The estimated
    ///   density starts at a multiple of this value.
    init(smallest: Double) {
        self.smallest = smallest
        density = smallest * Self.initial
        let start = Double.log(max(density, .leastNormalMagnitude))
        logarithm = RunningMean(start, weight: Self.initialWeight, memory: Self.memory)
    }

    /// Processes a difference between measured and predicted field, in µT.
    mutating func update(_ difference: Vector3, over elapsed: Seconds) {
        guard difference.lengthSquared < Self.largest else { return }
        slow += (difference - slow) * min(elapsed / Self.lowPass, 1)
        mean += (slow - mean) * min(elapsed / Self.longLowPass, 1)
        // After the low-pass with the time constant τ, white noise of the density d has the variance d/(2τ). Half of
        // the noise is attributed to errors of the estimates.
        let present = max((slow - mean).lengthSquared / 3 * Self.lowPass, smallest)
        logarithm.update(Double.log(max(present, .leastNormalMagnitude)), over: elapsed)
        density = Double.exp(logarithm.value)
    }
}

/// An estimate of how much the velocity of the device varies, from the horizontal specific force.
///
/// Walking changes the velocity more than turning a phone in the hand. The specific force, integrated over about a
/// second, shows the difference. Errors of the tilt contribute little: 1° is equivalent to 0.17 m/s.
struct VelocityVariation: Sendable {
    /// The time constant of the integral, in seconds.
    private static let timeConstant = 1.0
    /// The standard deviation of the velocity, divided by the standard deviation of its change within
    /// ``timeConstant``.
    private static let ratio = 1.5
    /// The weight of the initial value, as a duration of samples, and the maximum averaging time; both in seconds.
    private static let (initialWeight, memory) = (10.0, 60.0)
    /// The lower bound of ``variance``, in (m/s)².
    private static let smallest = 0.01
    /// The limit of the squared velocity change, (30 m/s)², in (m/s)². A person does not cause a larger change, so
    /// larger changes are discarded.
    private static let largest = 900.0

    private var change = Vector3.zero
    private var mean: RunningMean

    /// The estimated variance of each horizontal component, in (m/s)².
    var variance: Double { max(mean.value, Self.smallest) }

    /// Creates an estimate with the variance at the start, in (m/s)².
    init(variance: Double) { mean = RunningMean(variance, weight: Self.initialWeight, memory: Self.memory) }

    /// Processes the specific force in level axes, integrated over a block. The integral `impulse` is in m/s, and the
    /// length `elapsed` of the block is in seconds.
    mutating func update(impulse: Vector3, over elapsed: Seconds) {
        change = change * max(1 - elapsed / Self.timeConstant, 0) + Vector3(impulse.x, impulse.y, 0)
        guard change.lengthSquared < Self.largest else {
            change = .zero
            return
        }
        mean.update(Self.ratio * Self.ratio * change.lengthSquared / 2, over: elapsed)
    }
}

/// A detector of angular velocities beyond the gyroscope's range.
///
/// Beyond its range, a gyroscope measures its largest value. Motions within the range reach a different maximum each time,
/// so a maximum that recurs is the end of the range.
struct GyroscopeRange: Sendable {
    /// The search for the end of the range of one axis, with the same limit in both directions.
    private struct Axis: Sendable {
        /// The relative difference from the largest value at which a value recurs. Near the end of their range,
        /// gyroscopes saturate gradually; those of RepoIMU vary by 1.6 %.
        private static let tolerance = 0.02
        /// The number of recurrences after which a maximum is taken as the end of the range.
        private static let sufficientCount = 20.0
        /// While the measurements remain at the maximum, each period of this length counts as one recurrence.
        private static let timeOfRecurrence: Seconds = 0.05
        /// The lower limit for the end of a range, in rad/s. Phones and wearables measure at least 250°/s, which is 4.4
        /// rad/s.
        private static let smallest = 4.0

        private var largest = 0.0
        private var count = 0.0
        private var isAtLargest = false

        /// Processes a sample.
        ///
        /// - Returns: the angular velocity if it is at the end of the range, and 0 otherwise.
        @_transparent mutating func update(_ rate: Double, over interval: Seconds) -> Double {
            let size = rate.magnitude
            guard size >= largest * (1 - Self.tolerance) else {
                isAtLargest = false
                return 0
            }
            if size > largest * (1 + Self.tolerance) { (count, isAtLargest) = (0, false) }
            largest = max(largest, size)
            count += isAtLargest ? interval / Self.timeOfRecurrence : 1
            isAtLargest = true
            return count >= Self.sufficientCount && largest > Self.smallest ? rate : 0
        }
    }

    private var axes = (Axis(), Axis(), Axis())

    /// The components of the current angular velocity that are at the end of the range, in rad/s, and 0 for the others;
    /// `nil` if all are inside.
    private(set) var saturated: Vector3?

    /// Processes an angular velocity in rad/s.
    mutating func update(rate: Vector3, over interval: Seconds) {
        let ends = Vector3(
            axes.0.update(rate.x, over: interval),
            axes.1.update(rate.y, over: interval),
            axes.2.update(rate.z, over: interval)
        )
        saturated = ends == .zero ? nil : ends
    }
}

import RealModule
public import SensorModel

/// The revised filter of Madgwick's thesis, as implemented in the library Fusion of x-io Technologies.
///
/// Madgwick 2014, chapter 7. Let a and m be the measured directions of gravity and field, û and ŵ the directions of Up
/// and West that the orientation predicts in device axes, and r(s, p) = s × p. At each gyroscope sample,
///
///     e = r(a, û) + r(û × m/|û × m|, ŵ)
///     q ← normalise(q + ½ q ⊗ (0, ω + K e) Δt)
///
/// For angles of 90° and more between s and p, r is s × p scaled to length 2. Unlike in ``Madgwick``, the correction is
/// proportional to the error, and the magnetometer corrects only the heading. In the first three seconds, the gain K
/// decreases from 10 to `gain`. Later, samples that contradict the orientation can be rejected for a limited time. A
/// rate near the limit of the gyroscope's range sets K to 10 again. Optionally, the filter learns the gyroscope's
/// offset at rest and subtracts the offset.
///
/// By default, the filter starts at the orientation of ``Triad``. The integration is of first order. North is magnetic
/// north. O(1) time and memory per sample.
///
///     var filter = Fusion()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Fusion: DeclaredEstimator {
    /// Flags that show whether the gain is changing, and which samples are ignored.
    public struct Flags: Sendable, Hashable {
        /// A Boolean value that indicates whether the gain is still decreasing from its initial value.
        public var isStarting = false
        /// A Boolean value that indicates whether the gain is decreasing after a rate near the limit of the gyroscope's
        /// range.
        public var isRecoveringFromOverrange = false
        /// A Boolean value that indicates whether the last step did not use the accelerometer.
        public var isAccelerometerIgnored = false
        /// A Boolean value that indicates whether the last step did not use the magnetometer.
        public var isMagnetometerIgnored = false
        /// A Boolean value that indicates whether accelerations are used even if they contradict the orientation,
        /// because they were rejected for too long.
        public var isRecoveringFromAccelerations = false
        /// A Boolean value that indicates whether all magnetic fields are used after a rejection that lasted too long.
        public var isRecoveringFromDisturbances = false
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<FusionEquations>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(FusionEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Flags that show whether the gain is changing, and which samples are ignored.
    public var flags: Flags { estimator.equations.flags }

    /// The learnt offset of the gyroscope, in rad/s in device axes; zero if ``Parameters/offsetCorrection`` is off.
    public var gyroscopeOffset: Vector3 { estimator.equations.gyroscopeOffset }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Fusion``.
struct FusionEquations: RateEquations {
    /// The initial gain K, in 1/s.
    private static var initialGain: Double { 10 }
    /// The time in which the gain K decreases to ``Fusion/Parameters/gain``, in seconds.
    private static var startDuration: Double { 3 }
    /// The tolerance, in 1/s, for rounding errors of the gain K during the start. The start ends as soon as K is at
    /// most the final gain plus this tolerance.
    private static var rounding: Double { 1e-9 }
    /// The fraction of the gyroscope's range up to which a rate is reliable.
    private static var usedRange: Double { 0.98 }

    private let gain: Double
    /// The limit in rad/s above which a component of the angular rate is unreliable; infinite if no range is set.
    private let largestRate: Double
    private let hasRange: Bool
    private let start: Fusion.Start
    /// A Boolean value that indicates whether the heading is zero during the start.
    private let zeroesHeading: Bool
    private var offset: FusionOffset
    private var accelerations: FusionRejection
    private var fields: FusionRejection
    private var startGain = 0.0
    private var isStarting = false
    private var isOverrange = false

    init(_ parameters: Fusion.Parameters) {
        gain = parameters.gain
        largestRate = parameters.gyroscopeRange.map { Angle(degrees: Self.usedRange * $0).radians } ?? .infinity
        hasRange = parameters.gyroscopeRange != nil
        start = parameters.start
        zeroesHeading = start == .identity && !parameters.magnetometer.isUsed
        offset = FusionOffset(parameters)
        accelerations = FusionRejection(parameters, \.accelerationRejection)
        fields = FusionRejection(parameters, \.magneticRejection)
    }

    mutating func begin(at triad: UnitQuaternion, _: UnitDirections) -> UnitQuaternion {
        offset.reset()
        restart()
        isOverrange = false
        switch start {
        case .triad: return triad
        case .identity: return .identity
        }
    }

    private mutating func restart() {
        startGain = Self.initialGain
        isStarting = true
        accelerations.reset()
        fields.reset()
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        let duration = interval
        var turn = rate
        if offset.isLearnt { turn = offset.corrected(turn, over: duration) }
        if hasRange { restartBeyondRange(turn) }
        let gain = isStarting ? fallenGain(after: duration) : gain
        // ω + K e
        turn += error(orientation, input, over: duration) * gain
        let next = orientation.integrated(turn * (interval / 2))
        return zeroesHeading && isStarting ? headedEast(next) : next
    }

    /// Returns the error e of the orientation: the error of the predicted gravity plus the error of the predicted west.
    /// A rejected sample contributes no error.
    @_transparent private mutating func error(
        _ orientation: UnitQuaternion,
        _ input: UnitDirections,
        over duration: Double
    ) -> Vector3 {
        var sum = Vector3.zero
        accelerations.ignore()
        fields.ignore()
        guard input.isKnown else { return sum }
        // The rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        if input.hasGravity {
            let error = Self.residual(input.gravity, axes.z)
            sum = accelerations.accepted(error, isStarting: isStarting, over: duration)
        }
        guard input.hasField else { return sum }
        let west = axes.z.cross(input.field).normalised ?? .zero
        let error = Self.residual(west, -axes.x)
        return sum + fields.accepted(error, isStarting: isStarting, over: duration)
    }

    /// Returns the cross product `measured` × `predicted`, scaled to length 2 if the angle between both directions is
    /// 90° or more.
    @_transparent private static func residual(
        _ measured: Vector3,
        _ predicted: Vector3
    ) -> Vector3 {
        let cross = measured.cross(predicted)
        return measured.dot(predicted) > 0 ? cross : (cross.normalised ?? .zero) * 2
    }

    @inline(never) private mutating func restartBeyondRange(_ rate: Vector3) {
        guard abs(rate.x) > largestRate || abs(rate.y) > largestRate || abs(rate.z) > largestRate else { return }
        restart()
        isOverrange = true
    }

    /// Advances the start phase by `duration` seconds, and returns the gain K. During this phase, K falls linearly from
    /// `initialGain` to `gain`.
    @inline(never) private mutating func fallenGain(after duration: Double) -> Double {
        let initial = Self.initialGain
        startGain += (gain - initial) * (duration / Self.startDuration)
        isStarting = startGain > gain + Self.rounding
        isOverrange = isOverrange && isStarting
        return isStarting ? startGain : gain
    }

    /// Returns the orientation, rotated about Up until the device's x axis points east.
    @inline(never) private func headedEast(_ q: UnitQuaternion) -> UnitQuaternion {
        let yaw = Angle(radians: .atan2(y: q.w * q.z + q.x * q.y, x: 0.5 - q.y * q.y - q.z * q.z))
        return q.turned(aboutUp: -yaw)
    }
}

extension FusionEquations {
    var flags: Fusion.Flags {
        var flags = Fusion.Flags()
        flags.isStarting = isStarting
        flags.isRecoveringFromOverrange = isOverrange
        flags.isAccelerometerIgnored = accelerations.isIgnored
        flags.isMagnetometerIgnored = fields.isIgnored
        flags.isRecoveringFromAccelerations = accelerations.isRecovering
        flags.isRecoveringFromDisturbances = fields.isRecovering
        return flags
    }

    /// The learnt offset of the gyroscope in rad/s.
    var gyroscopeOffset: Vector3 { offset.value }
}

/// The rejection of samples that contradict the orientation, with a recovery if the rejection lasts too long.
///
/// A counter called the trigger increases by the duration of each step with a contradicting sample. The trigger
/// decreases by nine times the duration of each step with an agreeing sample, down to 0. When the trigger exceeds the
/// timeout, all samples are used until the trigger is 0 again.
struct FusionRejection: Sendable {
    /// The rate at which the trigger decreases, divided by the rate at which the trigger increases.
    private static var fall: Double { 9 }

    /// The squared sine of the largest accepted angle; infinite if every sample is accepted.
    private let largestSquare: Double
    private let isActive: Bool
    private let timeout: Double
    private var trigger = 0.0
    private(set) var isRecovering = false
    /// A Boolean value that indicates whether the sensor was ignored in the last step.
    private(set) var isIgnored = true

    init(_ parameters: Fusion.Parameters, _ angle: (Fusion.Parameters) -> Angle?) {
        let largest = angle(parameters)
        isActive = largest != nil
        if parameters.gain > 0, let sine = largest?.sine {
            largestSquare = sine * sine
        } else {
            largestSquare = .infinity
        }
        timeout = parameters.rejectionTimeout
    }

    mutating func reset() {
        trigger = 0
        isRecovering = false
    }

    /// Marks the sensor as unused in this step.
    @_transparent mutating func ignore() { isIgnored = true }

    /// Returns the error of a sample, or zero if the sample is rejected.
    ///
    /// - Parameters:
    ///   - error: the error of the sample. Its length is the sine of the angle between measurement and prediction, or 2
    ///     for angles of 90° and more.
    ///   - isStarting: whether the filter is starting. No sample is rejected during the start.
    @_transparent mutating func accepted(
        _ error: Vector3,
        isStarting: Bool,
        over duration: Double
    ) -> Vector3 {
        guard isActive else {
            isIgnored = false
            return error
        }
        return judged(error, isStarting: isStarting, over: duration)
    }

    @inline(never) private mutating func judged(
        _ error: Vector3,
        isStarting: Bool,
        over duration: Double
    ) -> Vector3 {
        let agrees = isStarting || (error.lengthSquared <= largestSquare)
        trigger = agrees ? trigger - Self.fall * duration : trigger + duration
        isRecovering = trigger > (isRecovering ? 0 : timeout) + FusionOffset.rounding
        trigger = min(max(trigger, 0), timeout)
        isIgnored = !(agrees || isRecovering)
        return isIgnored ? .zero : error
    }
}

/// The correction of the gyroscope's offset, a high-pass filter with a cut-off of 0.02 Hz that adapts only at rest.
///
/// The device is at rest if no component of the corrected rate has exceeded a threshold for some time.
struct FusionOffset: Sendable {
    /// The cut-off frequency in hertz.
    private static var cutoff: Double { 0.02 }
    /// The tolerance for rounding errors in sums of durations, in seconds.
    static var rounding: Double { 1e-9 }

    /// A Boolean value that indicates whether the offset is learnt and subtracted.
    let isLearnt: Bool
    /// The limit for each component of the rate at rest, in rad/s. A larger component means that the device moves.
    private let threshold: Double
    private let period: Double
    private var quietTime = 0.0
    /// The learnt offset in rad/s.
    private(set) var value = Vector3.zero

    init(_ parameters: Fusion.Parameters) {
        isLearnt = parameters.offsetCorrection
        threshold = Angle(degrees: parameters.stationaryThreshold).radians
        period = parameters.stationaryPeriod
    }

    mutating func reset() {
        quietTime = 0
        value = .zero
    }

    /// Returns the rate without the offset, and updates the offset for the next rate.
    @inline(never) mutating func corrected(_ rate: Vector3, over duration: Double) -> Vector3 {
        let rate = rate - value
        let isQuiet =
            abs(rate.x) <= threshold && abs(rate.y) <= threshold && abs(rate.z) <= threshold
        let isShort = quietTime < period - Self.rounding
        // b ← b + min(2π f_c Δt, 1) ω
        let weight = min((2 * .pi * Self.cutoff) * duration, 1)
        if isQuiet, !isShort { value += rate * weight }
        if isShort { quietTime += duration }
        if !isQuiet { quietTime = 0 }
        return rate
    }
}

extension Fusion {
    /// The initial orientation of the filter.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// The orientation that gravity and magnetic field determine (``Triad``).
        case triad
        /// The identity, as in the library. The large initial gain corrects the error of this orientation. Without the
        /// magnetometer, the device's x axis points east until the gain has decreased.
        case identity
    }

    /// The parameters of ``Fusion``. Apart from ``start`` and ``rejectionTimeout``, the defaults are those of the
    /// library Fusion. The duration of each step is computed from the timestamps.
    public struct Parameters: Sendable, Hashable {
        /// The gain K ≥ 0 of the correction by accelerometer and magnetometer, in 1/s. A larger gain corrects gyroscope
        /// errors sooner, but causes more jitter.
        public var gain = 0.5
        /// The measuring range of the gyroscope, in °/s; `nil` for no limit. If a component of a gyroscope sample
        /// exceeds 98 % of the range, the gain starts from its initial value again.
        public var gyroscopeRange: Double?
        /// The largest angle between measured and predicted gravity at which the accelerometer is used; `nil` to use
        /// all samples.
        public var accelerationRejection: Angle?
        /// The maximum angle between measured and predicted west. Magnetometer samples with a larger angle are
        /// rejected; `nil` to use all samples.
        public var magneticRejection: Angle?
        /// The time in seconds after which rejected samples are used again.
        public var rejectionTimeout: Seconds = 5
        /// A Boolean value that indicates whether the gyroscope's offset is learnt at rest and subtracted.
        public var offsetCorrection = false
        /// The angular velocity, in °/s, that no component may exceed at rest.
        public var stationaryThreshold = 3.0
        /// The time in seconds for which the angular velocity must be below ``stationaryThreshold`` before the offset
        /// is learnt.
        public var stationaryPeriod: Seconds = 3
        /// The initial orientation.
        public var start = Start.triad
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the filter uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the default values.
        public init() {}
    }
}

extension Fusion.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gain",
            \.gain,
            in: .zeroOrMore,
            "Gain of accelerometer and magnetometer, in 1/s, after the initial 10/s; larger values jitter more."
        ),
        .optionalNumber(
            "gyroscopeRange",
            \.gyroscopeRange,
            .degreesPerSecond,
            in: .aboveZero,
            "Range of the gyroscope; a rate above 98 % of the range sets the gain to 10/s again. If unset, no limit."
        ),
        .optionalAngle(
            "accelerationRejection",
            \.accelerationRejection,
            in: .rejectedAngle,
            "Angle to the predicted gravity above which an acceleration is ignored; if unset, all are used."
        ),
        .optionalAngle(
            "magneticRejection",
            \.magneticRejection,
            in: .rejectedAngle,
            "Heading error above which a magnetic field is ignored; if unset, all are used."
        ),
        .number(
            "rejectionTimeout",
            \.rejectionTimeout,
            .seconds,
            in: .aboveZero,
            "Time after which a rejected sensor is used again."
        ),
        .flag("offsetCorrection", \.offsetCorrection, "Learn the gyroscope's offset at rest, and subtract the offset."),
        .number(
            "stationaryThreshold",
            \.stationaryThreshold,
            .degreesPerSecond,
            in: .aboveZeroToBillion,
            "Largest angular velocity about each axis at rest; larger values mistake slow turns for an offset."
        ),
        .number(
            "stationaryPeriod",
            \.stationaryPeriod,
            .seconds,
            in: .zeroOrMore,
            "Time below stationaryThreshold before the offset is learnt."
        ),
        .choice(
            "start",
            \.start,
            "First orientation: triad from gravity and field, or the identity as in the library."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let fusion = EstimatorEntry(
        Fusion.self,
        name: "fusion",
        summary: "Gyroscope integration with proportional feedback, rejection and recovery: x-io's Fusion.",
        source: "Madgwick 2014, chapter 7",
        isIsotropic: false
    )
}

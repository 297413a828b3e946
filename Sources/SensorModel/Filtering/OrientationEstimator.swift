/// A causal, streaming estimator that computes orientations from sensor samples. Like filters, estimators have value
/// semantics.
///
/// A frame contains the samples with the same time stamp. Each sensor has its own rate, and its last usable value
/// remains valid until the next one. Estimators skip the same unusable samples as a ``Filter``. A zero vector is also
/// skipped if the estimator needs the direction of the vector.
///
/// ```swift
/// var estimator = Madgwick()
/// for frame in frames {
///     guard let orientation = estimator.update(with: frame) else { continue }
///     print(frame.time, orientation.rotate(Vector3(0, 0, -1)).azimuth.degrees)
/// }
/// ```
public protocol OrientationEstimator: Sendable {
    /// The counts of skipped samples and restarts since the estimator was created or last reset.
    var skips: SkipCounts { get }

    /// The standard deviation of the heading error, or `nil` if the estimator does not compute one.
    var headingDeviation: Angle? { get }

    /// Processes the samples of a frame and returns the orientation at the frame's time, device → Earth (East, North,
    /// Up). Returns `nil` if the samples so far do not determine the orientation.
    mutating func update(with frame: SensorFrame) -> UnitQuaternion?

    /// Discards all samples and sets all counts to zero.
    mutating func reset()
}

extension OrientationEstimator {
    /// The default value, `nil`, for estimators that do not compute the accuracy of their heading.
    public var headingDeviation: Angle? { nil }
}

/// An estimator that needs the whole recording, because each orientation depends on earlier and later samples.
///
/// ``OrientationEstimator/update(with:)`` stores the samples and always returns `nil`. ``finish()`` computes the
/// orientations.
///
/// ```swift
/// var estimator = VQFOffline()
/// for frame in frames { _ = estimator.update(with: frame) }
/// for (time, orientation) in estimator.finish() { draw(orientation, at: time) }
/// ```
public protocol OfflineEstimator: OrientationEstimator {
    /// Returns the orientations at the samples so far, device → Earth (East, North, Up), in chronological order.
    mutating func finish() -> [(time: Seconds, orientation: UnitQuaternion)]
}

/// An estimator that runs outside Sextant's code: a program or a shared library.
///
/// The estimator may fail, for example if the program crashes. After a failure, it returns no estimates.
public protocol OutsideRun: AnyObject, Sendable {
    /// The reason why the estimator stopped; `nil` if it has not failed.
    var failure: InputError? { get }

    /// Remarks about the run, one sentence each, which are shown to the user.
    var remarks: [String] { get }

    /// The computing time of the program; `nil` if the caller must measure the time of the calls.
    var time: OutsideTime? { get }
}

/// An estimator of orientations that runs outside Sextant's code.
public protocol OutsideEstimator: OutsideRun, OrientationEstimator {
    /// Ends the run after the last sample.
    ///
    /// - Parameter isThorough: whether to repeat part of the run, in order to detect programs that are not
    ///   deterministic.
    /// - Returns: the orientations that ``OrientationEstimator/update(with:)`` did not return, oldest first. Each
    ///   orientation belongs to a sample of a driving sensor, that is, a sensor whose samples trigger the output of
    ///   orientations.
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)]
}

/// An estimator of positions that runs outside Sextant's code.
///
/// Inputs arrive in order of time. Of inputs with the same time, the pose is first, sensor samples follow, and the fix
/// is last.
public protocol OutsideLocator: OutsideRun {
    /// The counts of unusable samples, which were skipped.
    var skips: SkipCounts { get }

    /// Processes the samples with the same time stamp. Returns the position if one of the samples triggers an answer,
    /// otherwise `nil`.
    func process(_ samples: SensorFrame) -> EstimatedPosition?
    /// Processes a pose. Returns the position if poses trigger answers, otherwise `nil`.
    func process(_ pose: Pose, at time: Seconds) -> EstimatedPosition?
    /// Processes a fix. Returns the position if fixes trigger answers, otherwise `nil`.
    func process(_ fix: LocationFix, at time: Seconds) -> EstimatedPosition?

    /// Ends the run after the last sample.
    ///
    /// - Parameter isThorough: whether to repeat part of the run, in order to detect programs that are not
    ///   deterministic.
    /// - Returns: the positions that `process` did not return, oldest first.
    func finish(isThorough: Bool) -> [(time: Seconds, position: EstimatedPosition)]
}

/// The computing time of an estimator outside Sextant.
public enum OutsideTime: Sendable, Hashable {
    /// The computing time of each orientation, in seconds.
    case perSample([Seconds])
    /// The duration of the whole run in seconds, including the start and the end of the program.
    case perRun(Seconds)
    /// No time was measured. The text gives the reason, for example that exchanging data with the program takes as long
    /// as the computation.
    case unmeasured(because: String)
}

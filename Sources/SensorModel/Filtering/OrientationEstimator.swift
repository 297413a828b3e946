/// A causal, streaming estimator that computes orientations from sensor samples. Like a ``Filter``, it is a value.
///
/// Samples arrive as frames. Each sensor has its own rate, and its last usable value remains valid until the next one.
/// The rules for unusable samples are those of ``Filter``. In addition, a zero vector is unusable where it must
/// determine a direction.
///
/// ```swift
/// var estimator = Madgwick()
/// for frame in frames {
///     guard let orientation = estimator.update(with: frame) else { continue }
///     print(frame.time, orientation.rotate(Vector3(0, 0, -1)).azimuth.degrees)
/// }
/// ```
public protocol OrientationEstimator: Sendable {
    /// The counts of skipped samples and restarts since the start or the last reset.
    var skips: SkipCounts { get }

    /// Processes the samples of a frame and returns the orientation at the frame's time, device → Earth (East, North,
    /// Up), or `nil` if the samples so far do not determine it.
    mutating func update(with frame: SensorFrame) -> UnitQuaternion?

    /// Discards all samples and sets all counts to zero.
    mutating func reset()
}

/// An estimator that needs the whole recording: an orientation depends on earlier and on later samples.
///
/// It stores the samples and computes the orientations after the last one. ``OrientationEstimator/update(with:)``
/// always returns `nil`.
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
/// It may fail. After a failure it returns no orientations.
public protocol OutsideEstimator: AnyObject, OrientationEstimator {
    /// The reason why the estimator stopped; `nil` if it has not failed.
    var failure: InputError? { get }

    /// Remarks about the run for the user, one sentence each.
    var remarks: [String] { get }

    /// The time that the program took; `nil` if the caller measures the time as for any other estimator.
    var time: OutsideTime? { get }

    /// Ends the run after the last sample.
    ///
    /// - Parameter isThorough: whether to repeat part of the run to detect programs that are not deterministic.
    /// - Returns: the orientations that ``OrientationEstimator/update(with:)`` did not return, oldest first. Each
    ///   belongs to a sample of a driving sensor.
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)]
}

/// The time that a program outside Sextant took.
public enum OutsideTime: Sendable, Hashable {
    /// The time of each answer in seconds.
    case perSample([Seconds])
    /// The time of a whole run in seconds, including the start and the end of the program.
    case perRun(Seconds)
    /// No time, because the connection to the program takes as long as the program itself.
    case unmeasured(because: String)
}

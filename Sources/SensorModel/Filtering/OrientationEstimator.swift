/// A causal, streaming estimator that computes orientations from sensor samples. A value, like ``Filter``.
///
/// Samples arrive as frames. Each sensor has its own rate, and its last usable value holds until the next one. The rules
/// for unusable samples are those of ``Filter``. In addition, a zero vector is unusable where it must determine a direction.
///
/// ```swift
/// var estimator = Madgwick()
/// for frame in frames {
///     guard let orientation = estimator.update(with: frame) else { continue }
///     print(frame.time, orientation.rotate(Vector3(0, 0, -1)).azimuth.degrees)
/// }
/// ```
public protocol OrientationEstimator: Sendable {
    /// Counts of skipped samples and restarts since the start or the last reset.
    var skips: SkipCounts { get }

    /// Processes the samples of one moment and returns the orientation at that moment, device → Earth (East, North,
    /// Up); nil while the samples so far do not determine one.
    mutating func update(with frame: SensorFrame) -> UnitQuaternion?

    /// Restores the initial state: no samples, no counts.
    mutating func reset()
}

/// Sensor samples in, orientations out: causal, streaming, a value like ``Filter``.
///
/// Samples arrive as frames, each at its sensor's own rate; between its samples a sensor's last usable value holds. The
/// rules for samples that no estimator can use are those of ``Filter``; here a zero vector counts as unusable wherever
/// it has to give a direction.
public protocol OrientationEstimator: Sendable {
    /// What was left out since the start or the last reset.
    var skips: SkipCounts { get }

    /// Takes in the samples of one moment and gives the orientation then, device → Earth (East, North, Up);
    /// nil while the samples so far do not determine one.
    mutating func update(with frame: SensorFrame) -> UnitQuaternion?

    /// The state as it was made: no samples, no counts.
    mutating func reset()
}

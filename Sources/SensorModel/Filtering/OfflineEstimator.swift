/// An estimator that needs the whole recording: an orientation depends on earlier and on later samples.
///
/// It stores the samples, and estimates after the last one. ``OrientationEstimator/update(with:)`` always returns nil.
///
/// ```swift
/// var estimator = VQFOffline()
/// for frame in frames { _ = estimator.update(with: frame) }
/// for (time, orientation) in estimator.finish() { draw(orientation, at: time) }
/// ```
public protocol OfflineEstimator: OrientationEstimator {
    /// The orientations at the samples so far, device → Earth (East, North, Up), in the order of time.
    mutating func finish() -> [(time: Seconds, orientation: UnitQuaternion)]
}

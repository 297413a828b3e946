/// An estimator that runs outside of Sextant's own code: a program or a shared library.
///
/// It may fail. After a failure it returns no orientations.
public protocol OutsideEstimator: AnyObject, OrientationEstimator {
    /// The reason why the estimator stopped; nil if it works.
    var failure: EstimatorFailure? { get }

    /// Facts about the run for the reader, one sentence each.
    var remarks: [String] { get }

    /// The time that the program took; nil if the caller measures it as for any other estimator.
    var time: OutsideTime? { get }

    /// Ends the run after the last sample.
    ///
    /// - Parameter isThorough: whether to repeat part of the run, to find programs that are not deterministic.
    /// - Returns: the orientations that ``OrientationEstimator/update(with:)`` did not return, oldest first. Each belongs
    ///   to a sample of a driving sensor.
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)]
}

/// The time that a program outside of Sextant took.
public enum OutsideTime: Sendable, Hashable {
    /// The time of each answer in seconds.
    case perSample([Seconds])
    /// The time of a whole run in seconds, with start and end of the program.
    case perRun(Seconds)
    /// Nothing: the connection to the program takes as long as the program.
    case unmeasured(because: String)
}

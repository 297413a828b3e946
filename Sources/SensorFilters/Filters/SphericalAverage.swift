public import SensorModel

/// The mean of the last n orientations on the unit sphere S³, or of all orientations if there are fewer.
///
/// Buss & Fillmore 2001, doi:10.1145/502122.502124, as in the system iBetelgeuse (Stevense & van der Tak 2010, appendix
/// C.5.2). `SphericalMean` defines the mean. Latency in a uniform rotation: (n − 1)/2 samples. O(1) time per sample if
/// the samples are close together. Otherwise, O(n) per iteration, with one or two iterations for hand-held motion and
/// at most 50. O(n) memory.
///
/// The quaternions q and −q are the same orientation, so the filter chooses a sign for each sample. The magnitudes of
/// each quaternion component are summed over the window. Signs are chosen so that the component with the largest sum is
/// positive. For samples within about 100° of each other, all chosen quaternions are then on one half of the sphere.
/// For a wider spread, the output is still a finite unit quaternion, but may be far from all samples. In this case, the
/// output depends on the choice of Earth axes.
///
/// ```swift
/// var filter = SphericalAverage(WindowParameters(window: 7))
/// let mean = filter.update(orientation, at: time)
/// ```
public struct SphericalAverage: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = WindowParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<UnitQuaternion>()
    private var window: OrientationWindow

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = OrientationWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    /// Appends the sample and returns the mean orientation of the window. The sign of the mean is chosen so that its
    /// component with the largest magnitude is positive.
    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let mean = window.append(value).orientation
        return Quaternion(mean).dominantComponent < 0 ? -mean : mean
    }
}

extension FilterEntry {
    static let sphericalAverage = FilterEntry(
        name: "sphericalAverage",
        summary: "Mean of the last orientations on the unit sphere.",
        source: "Buss & Fillmore 2001, doi:10.1145/502122.502124; Stevense & van der Tak 2010, appendix C.5.2",
        parameters: WindowParameters.descriptors,
        quaternion: { SphericalAverage(WindowParameters($0)) }
    )
}

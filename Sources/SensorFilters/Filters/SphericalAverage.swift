public import SensorModel

/// The mean of the last n orientations on the unit sphere S³, or of all orientations if there are fewer.
///
/// Buss & Fillmore 2001, doi:10.1145/502122.502124, as used by iBetelgeuse (Stevense & van der Tak 2010, appendix
/// C.5.2). `SphericalMean` computes it. Latency in a uniform turn: (n − 1)/2 samples. O(1) time per sample if the
/// samples are close together. Otherwise O(n) per iteration: one or two for hand-held motion, at most 50. O(n) memory.
///
/// The sign of each sample is chosen by the component that dominates the window. For samples within about 100° of each
/// other, these signs place all samples on the same side. For a wider window, the output is still a finite unit
/// quaternion, but it may not be between the samples, and it depends on the Earth's axes.
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
    /// The last output, its time, and the counts of skipped samples.
    public var intake = Intake<UnitQuaternion>()
    private var window: OrientationWindow

    /// Creates a filter without samples.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = OrientationWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns it.
    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    /// Appends the sample and returns the mean of the window, with a positive dominant component.
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

public import SensorModel

/// The mean of the last n orientations on the unit sphere S³, fewer at the start.
///
/// Buss & Fillmore 2001, doi:10.1145/502122.502124, as iBetelgeuse uses it (Stevense & van der Tak 2010, appendix
/// C.5.2); `SphericalMean` computes it. Latency on a constant turn: (n − 1)/2 samples. O(1) time where the samples lie
/// close together; otherwise O(n) per round of the iteration, one or two rounds for hand-held motion, 50 at most. O(n)
/// memory.
///
/// Samples are signed by the component that dominates the window. While they lie within about 100° of each other that
/// is the sign that brings them together; a wider window still gives a finite unit orientation, but it need not lie
/// between them, and it depends on the Earth's axes.
public struct SphericalAverage: Filter {
    public typealias Parameters = WindowParameters

    public let parameters: Parameters
    public var intake = Intake<UnitQuaternion>()
    private var window: OrientationWindow

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = OrientationWindow(capacity: parameters.window)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let mean = window.append(value).orientation
        return Quaternion(mean).dominantComponent < 0 ? -mean : mean
    }

    public mutating func reset() {
        self = SphericalAverage(parameters)
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

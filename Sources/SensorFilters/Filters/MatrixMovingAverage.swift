public import SensorModel

/// The element-wise mean of the last n rotation matrices, converted to an orientation: the orientation that the program
/// Gamaray draws, or the nearest rotation.
///
/// Stevense & van der Tak 2010, appendix C.3.2 and research report, section 6.3: Gamaray averages each element of the
/// orientation matrix and draws with the mean matrix A, which is not a rotation. A point in direction p appears at
/// (a_x·p, a_y·p)/(−a_z·p), where a_x, a_y and a_z are the columns of A: the mean device axes. The filter returns the
/// orientation that a user perceives on this screen:
///
/// - The camera's direction is −(a_x × a_y), which appears in the centre of the screen.
/// - The direction of the device's x axis is a_x, because the plane perpendicular to a_x appears on the vertical line
///   through the centre.
///
/// With `renormalise`, the output is the rotation nearest to A instead (`OrientationMoments`). Before the window is
/// full, A is the mean of all samples so far.
///
/// Latency in a uniform rotation: (n − 1)/2 samples. O(1) time per sample on average over n, O(n) memory.
///
/// ```swift
/// var filter = MatrixMovingAverage(MatrixMovingAverageParameters(window: 10, renormalise: true))
/// let mean = filter.update(orientation, at: time)
/// ```
public struct MatrixMovingAverage: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = MatrixMovingAverageParameters

    /// The threshold for the volume that the three mean axes span. Below this volume, the axes are nearly coplanar and
    /// determine no orientation, for example because the window includes a rotation by 180°.
    private static let smallestVolume = 1e-9

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<UnitQuaternion>()
    private var window: SummarisedWindow<OrientationMoments>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    /// Appends the sample and returns the orientation that follows from the mean matrix.
    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let moments = window.append(value)
        let mean = parameters.renormalise ? moments.nearestRotation : Self.orientation(asDrawnWith: moments)
        return mean?.aligned(with: value) ?? value
    }

    private static func orientation(asDrawnWith moments: OrientationMoments) -> UnitQuaternion? {
        let mean = moments.meanColumns
        // The centre of the screen must be in front of the camera: −a_z · −(a_x × a_y) > 0.
        let backwards = mean.x.cross(mean.y)
        guard backwards.dot(mean.z) > smallestVolume, let right = mean.x.normalised, let back = backwards.normalised
        else { return nil }
        return UnitQuaternion(columns: right, back.cross(right), back)
    }
}

/// The parameters of ``MatrixMovingAverage``.
public struct MatrixMovingAverageParameters: FilterParameters, Hashable {
    /// The number of samples n ≥ 1. With a larger window, the output is smoother, but follows more slowly.
    public var window: Int
    /// A Boolean value that indicates whether the output is the rotation nearest to the mean matrix. Otherwise, the
    /// output is the orientation as drawn by Gamaray.
    public var renormalise: Bool
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters. The default window of 20 samples has no source; Gamaray's window has 60 samples
    /// (github.com/finalist/betelgeuse, RotationCalculator.java).
    public init(window: Int = 20, renormalise: Bool = false, maximumGap: Seconds = 1) {
        self.window = window
        self.renormalise = renormalise
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .count("window", \.window, "Samples to average; more is smoother, but slower."),
        .maximumGap(\.maximumGap),
        .flag("renormalise", \.renormalise, "Replace the mean matrix by the nearest rotation."),
    ]
}

extension FilterEntry {
    static let matrixMovingAverage = FilterEntry(
        name: "matrixMovingAverage",
        summary: "Mean of the last rotation matrices, element by element.",
        source: "Gamaray (Stevense & van der Tak 2010, appendix C.3.2); Markley et al. 2007, doi:10.2514/1.28949",
        parameters: MatrixMovingAverageParameters.descriptors,
        quaternion: { MatrixMovingAverage(MatrixMovingAverageParameters($0)) }
    )
}

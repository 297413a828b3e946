public import SensorModel

/// The mean of the last n rotation matrices, fewer at the start: element by element, as Gamaray draws with it, or
/// repaired.
///
/// Stevense & van der Tak 2010, appendix C.3.2 and research report, section 6.3: Gamaray averages each element of the
/// orientation matrix and does not make the mean orthogonal again. Such a matrix A is no orientation, but it is drawn
/// with: what lies in direction p appears at (a_x·p, a_y·p)/(−a_z·p), where a_x, a_y, a_z are the mean device axes, A's
/// columns. What the user sees is read as the orientation:
///
/// - what appears in the centre of the screen lies in direction −(a_x × a_y): there the device is said to look;
/// - what appears above and below the centre lies in the plane across a_x: the device's x axis is said to point along
///   a_x.
///
/// With `renormalise` it is the rotation nearest to A instead (`OrientationMoments`).
///
/// Latency in a uniform turn: (n − 1)/2 samples. O(1) time per sample on average over n, O(n) memory.
public struct MatrixMovingAverage: Filter {
    public typealias Parameters = MatrixMovingAverageParameters

    /// Below this volume the mean axes lie in a plane and show no direction: the window reaches over half a turn.
    private static let smallestVolume = 1e-9

    public let parameters: Parameters
    public var intake = Intake<UnitQuaternion>()
    private var window: SummarisedWindow<OrientationMoments>

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let moments = window.append(value)
        let mean = parameters.renormalise ? moments.nearestRotation : Self.orientation(asDrawnWith: moments)
        return mean?.aligned(with: value) ?? value
    }

    public mutating func reset() {
        self = MatrixMovingAverage(parameters)
    }

    private static func orientation(asDrawnWith moments: OrientationMoments) -> UnitQuaternion? {
        let mean = moments.meanColumns
        // The middle of the screen must lie in front of the camera: −a_z · −(a_x × a_y) > 0.
        let backwards = mean.x.cross(mean.y)
        guard backwards.dot(mean.z) > smallestVolume, let right = mean.x.normalised, let back = backwards.normalised
        else { return nil }
        return UnitQuaternion(columns: right, back.cross(right), back)
    }
}

import Evaluation
import Recordings
import SensorModel

/// A comparison of the magnetometer with an orientation. In the world frame, the field must be constant and point
/// north.
struct MagnetometerFit {
    private static let maximumSampleCount = 2_000
    private static let minimumSampleCount = 100
    /// Other axes are tried if the misfit of the axes as read exceeds `minimumMisfit`. Other axes are accepted if their
    /// misfit is below `clearImprovement` times the misfit of the axes as read.
    private static let minimumMisfit = 0.35
    private static let clearImprovement = 0.55
    /// The weight of a southward field component in the misfit, relative to an eastward or westward component.
    private static let weightOfSouth = 4.0
    /// The range of offset lengths, in µT, that count as hard iron. The offset must also reduce the RMS deviation from
    /// a constant field to less than `maximumScatter` times the deviation without the offset.
    private static let offsets = 12.0...2_000
    private static let maximumScatter = 0.75
    /// The offset is determined only if every eigenvalue of the normal equations exceeds this value. The largest
    /// possible eigenvalue is 1.
    private static let minimumInformation = 1e-4

    /// The device's x, y and z axes in terms of the magnetometer's axes; `nil` if the axes are correct as read.
    let axes: AxisMap?
    /// The misfit with the axes as read, and with the best axes. The misfit is the RMS deviation from a constant field
    /// that points north, divided by the strength of the field.
    let misfits: (asRead: Double, best: Double)
    /// The constant offset in device axes and µT; `nil` if it is insignificant.
    let offset: Vector3?
    /// The RMS deviation from a constant field in µT, without and with the offset.
    let scatters: (without: Double, with: Double)

    /// Fits the axes and the offset. Returns `nil` if there are too few samples.
    init?(_ stream: SensorStream<Vector3>, _ track: OrientationTrack) {
        let samples = track.samples(of: stream, maximumCount: Self.maximumSampleCount)
            .map { (rotation: Matrix3($0.orientation), field: $0.vector) }
        guard samples.count >= Self.minimumSampleCount else { return nil }
        let asRead = Self.misfit(samples, .identity)
        var best = (map: AxisMap.identity, misfit: asRead)
        if asRead > Self.minimumMisfit {
            for map in AxisMap.all {
                let misfit = Self.misfit(samples, map)
                if misfit < best.misfit { best = (map, misfit) }
            }
        }
        misfits = (asRead, best.misfit)
        let hardIron = Self.hardIron(samples)
        scatters = (hardIron.without, hardIron.with)
        let isOffset =
            Self.offsets.contains(hardIron.offset.length) && scatters.with < Self.maximumScatter * scatters.without
        let withOffset =
            isOffset ? Self.misfit(samples.map { ($0.rotation, $0.field - hardIron.offset) }, .identity) : 2
        let isAxes = best.misfit < Self.clearImprovement * asRead && best.misfit < withOffset
        axes = isAxes ? best.map : nil
        offset = isOffset && !isAxes ? hardIron.offset : nil
    }

    private typealias Samples = [(rotation: Matrix3, field: Vector3)]

    private static func misfit(_ samples: Samples, _ map: AxisMap) -> Double {
        var (sum, squares) = (Vector3.zero, 0.0)
        for sample in samples {
            sum += sample.rotation * map(sample.field)
            squares += sample.field.lengthSquared
        }
        let count = Double(samples.count)
        let (mean, square) = (sum * (1 / count), squares / count)
        guard square > 0 else { return 0 }
        let scatter = max(0, square - mean.lengthSquared)
        let south = min(mean.y, 0)
        return ((scatter + mean.x * mean.x + weightOfSouth * south * south) / square).squareRoot()
    }

    /// Fits the field f in the world frame and the offset b by least squares to samples m = Rᵀ f + b, taken at the
    /// rotations R. With means marked by a bar, (1 − R̄ᵀ R̄) b = m̄ − R̄ᵀ (R m)‾ and f = (R m)‾ − R̄ b.
    private static func hardIron(_ samples: Samples) -> (offset: Vector3, without: Double, with: Double) {
        let share = 1 / Double(samples.count)
        var (rotation, field, turned) = (Matrix3.zero, Vector3.zero, Vector3.zero)
        for sample in samples {
            rotation = rotation + sample.rotation * share
            field += sample.field * share
            turned += (sample.rotation * sample.field) * share
        }
        let normal = Matrix3.identity - rotation.transposed * rotation
        let scatter = { (offset: Vector3) -> Double in
            let mean = turned - rotation * offset
            let squares = samples.reduce(0.0) { $0 + ($1.rotation * ($1.field - offset) - mean).lengthSquared }
            return (squares * share).squareRoot()
        }
        let without = scatter(.zero)
        guard let values = SingularValueDecomposition(normal)?.singularValues, values.z > minimumInformation,
            let inverse = normal.inverse
        else { return (.zero, without, without) }
        let offset = inverse * (field - rotation.transposed * turned)
        return (offset, without, scatter(offset))
    }
}

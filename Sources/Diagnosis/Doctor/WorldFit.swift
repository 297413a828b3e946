import Evaluation
import RealModule
import Recordings
import SensorModel

/// The world frame A of an estimate Ê, where Ê = A ⊗ q for the true orientation q. Body frame and clock of the estimate
/// are corrected.
///
/// A is fitted to the reference, or to gravity and the magnetic field.
struct WorldFit {
    /// The maximum number of samples of a sensor or of the reference that are used.
    private static let maximumSampleCount = 4_000
    /// The number of samples below which a sensor or the reference is not used.
    private static let minimumSampleCount = 50
    /// The threshold for the length of a mean vector, as a fraction of the vectors' mean length. If the mean vector is
    /// shorter, its direction is not used.
    private static let minimumConcentration = 0.5
    private static let minimumFieldConcentration = 0.8
    /// The number of parts into which the recording is divided. A constant heading error must appear in every part.
    private static let parts = 4

    /// The rotation A from East, North, Up to the estimate's world frame.
    let rotation: UnitQuaternion
    /// The deviations Ê ⊗ q* from the reference, in order of time; empty without a reference.
    private let deviations: [UnitQuaternion]
    /// The magnetic field in the estimate's world frame; `nil` if there is no usable magnetometer.
    private var field: [Vector3]?
    /// The declination; 0 if it is unknown.
    private let declination: Angle

    /// Fits the world frame. Returns `nil` if there is neither a reference nor a mean direction of gravity.
    ///
    /// - Parameters:
    ///   - track: estimate on the recording's clock, with the body frame of the device.
    ///   - recording: recording with the reference or the sensors.
    ///   - usesField: whether the magnetometer can be used.
    init?(_ track: OrientationTrack, in recording: Recording, usesField: Bool) {
        declination = recording.declination ?? Angle(radians: 0)
        deviations = recording.reference.map { Self.deviations(track, from: $0) } ?? []
        let field = usesField ? recording.magnetometer.map { Self.world($0, track) } : nil
        self.field = field.flatMap { $0.count >= Self.minimumSampleCount ? $0 : nil }
        if deviations.count >= Self.minimumSampleCount {
            var sum = Matrix3.zero
            for deviation in deviations { sum = sum + Matrix3(deviation) }
            guard let decomposition = SingularValueDecomposition(sum) else { return nil }
            rotation = UnitQuaternion(rotation: decomposition.nearestRotation)
            return
        }
        guard let forces = recording.accelerometer.map({ Self.world($0, track) }),
            forces.count >= Self.minimumSampleCount,
            let up = Self.direction(forces, Self.minimumConcentration)
        else { return nil }
        let north = self.field.flatMap { Self.direction($0, Self.minimumFieldConcentration) }
        if north == nil { self.field = nil }
        rotation = Self.rotation(up: up, field: north, declination: declination)
    }

    /// A Boolean value that indicates whether the fit determines the heading of the world frame.
    var knowsHeading: Bool { field != nil || hasReference }

    /// A Boolean value that indicates whether the estimate was compared with a reference.
    var hasReference: Bool { deviations.count >= Self.minimumSampleCount }

    /// The RMS angle between the estimate and the reference; `nil` without a reference.
    var error: Angle? {
        hasReference ? deviations.lazy.map { $0.rotationAngle.radians }.rootMeanSquare.map { Angle(radians: $0) } : nil
    }

    /// Returns the headings of the estimate relative to the reference and to the magnetic field, after a rotation of
    /// the world frame is removed.
    func headings(without world: UnitQuaternion) -> DoctorHeadings {
        let fix = world.conjugate
        var headings = DoctorHeadings()
        if hasReference {
            let angles = deviations.map { (fix * $0).signedHeadingAngle }
            headings.reference = DoctorHeadings.mean(of: angles[...])
            headings.parts = (0..<Self.parts).compactMap { part in
                let range = angles.count * part / Self.parts..<angles.count * (part + 1) / Self.parts
                return DoctorHeadings.mean(of: angles[range])?.mean
            }
            let start = angles.prefix(max(5, angles.count / 30))
            if let mean = DoctorHeadings.mean(of: start)?.mean { headings.parts.append(mean) }
        }
        if let field {
            let angles = field.map { vector -> Angle in
                let turned = fix.rotate(vector)
                return Angle(radians: Double.atan2(y: -turned.x, x: turned.y)) + declination
            }
            headings.field = DoctorHeadings.mean(of: angles[...])
        }
        return headings
    }

    private static func deviations(_ track: OrientationTrack, from reference: ReferenceStream) -> [UnitQuaternion] {
        var cursor = 0
        let valid = reference.times.indices.filter { reference.isValid[$0] }
        let step = max(1, valid.count / maximumSampleCount)
        return stride(from: 0, to: valid.count, by: step).compactMap { entry in
            let index = valid[entry]
            return track.orientation(at: reference.times[index], from: &cursor).map {
                $0 * reference.orientations[index].conjugate
            }
        }
    }

    private static func world(_ stream: SensorStream<Vector3>, _ track: OrientationTrack) -> [Vector3] {
        track.samples(of: stream, maximumCount: maximumSampleCount).map { $0.orientation.rotate($0.vector) }
    }

    private static func direction(_ vectors: [Vector3], _ minimumConcentration: Double) -> Vector3? {
        guard let mean = Vector3.mean(of: vectors[...]) else { return nil }
        let length = vectors.lazy.map { $0.length }.reduce(0, +) / Double(vectors.count)
        return mean.length > minimumConcentration * length ? mean.normalised : nil
    }

    /// Returns the rotation from East, North, Up to a world frame. The parameters are the directions of the vertical
    /// and of the magnetic field in this frame.
    ///
    /// Without a field, the result is the smallest rotation from the vertical to `up`. If `up` points down, the result
    /// is the rotation to North, East, Down instead.
    private static func rotation(up: Vector3, field: Vector3?, declination: Angle) -> UnitQuaternion {
        let vertical = Vector3(0, 0, 1)
        guard let field, let east = field.cross(up).normalised else {
            return up.z < 0 ? EarthWorld.northEastDown.rotation : UnitQuaternion(rotationVector: vertical.turn(to: up))
        }
        let magnetic = UnitQuaternion(columns: east, up.cross(east), up)
        return magnetic * UnitQuaternion(angle: declination, axis: vertical)
    }
}

/// World frames, with the rotation from East, North, Up to the frame.
enum EarthWorld: String, CaseIterable {
    case eastNorthUp = "enu"
    case northWestUp = "nwu"
    case northEastDown = "ned"

    var rotation: UnitQuaternion {
        switch self {
        case .eastNorthUp: .identity
        case .northWestUp: UnitQuaternion(angle: Angle(degrees: -90), axis: Vector3(0, 0, 1))
        case .northEastDown: UnitQuaternion(unchecked: 0, 0.5.squareRoot(), 0.5.squareRoot(), 0)
        }
    }
}

/// The headings of an estimate relative to the reference and to the magnetic field.
struct DoctorHeadings {
    /// A circular mean of angles, and the circular standard deviation.
    struct Mean {
        let mean: Angle
        let deviation: Angle
    }

    var reference: Mean?
    var field: Mean?
    /// The mean heading error in each part of the recording. The last element is the mean heading error at the start of
    /// the recording.
    var parts: [Angle] = []

    /// The minimum heading error, in radians, that is reported if both reference and field are available. The next two
    /// constants apply if only the reference, or only the field, is available.
    private static let minimumWithBoth = Angle(degrees: 10).radians
    private static let minimumWithReference = Angle(degrees: 15).radians
    private static let minimumWithField = Angle(degrees: 25).radians
    /// The limits for the consistency of a heading error. The error in each part of the recording may deviate from the
    /// mean error by `maximumSpread` times the mean. The error relative to the field may deviate by `tolerance`, in
    /// radians, if this value is larger.
    private static let maximumSpread = 0.35
    private static let tolerance = Angle(degrees: 12).radians

    /// The constant heading error of the estimate; `nil` if there is no such error.
    ///
    /// If there is a reference, the error must appear in every part of the recording. If there is a magnetic field, the
    /// field must confirm the error. Filters start at the heading of the magnetic field, so an error of the
    /// magnetometer is not visible relative to the field.
    var constant: Angle? {
        guard let reference else {
            guard let field, abs(field.mean.radians) > Self.minimumWithField else { return nil }
            return field.mean
        }
        let offset = abs(reference.mean.radians)
        let spread = parts.map { abs(($0 - reference.mean).wrapped.radians) }.max() ?? 0
        guard spread < Self.maximumSpread * offset, offset > 3 * reference.deviation.radians else { return nil }
        guard let field else { return offset > Self.minimumWithReference ? reference.mean : nil }
        let difference = abs((field.mean - reference.mean).wrapped.radians)
        guard offset > Self.minimumWithBoth, difference < max(Self.tolerance, Self.maximumSpread * offset) else {
            return nil
        }
        return reference.mean
    }

    /// Returns the circular mean and standard deviation of angles; `nil` for an empty array.
    static func mean(of angles: ArraySlice<Angle>) -> Mean? {
        guard !angles.isEmpty else { return nil }
        var (sine, cosine) = (0.0, 0.0)
        for angle in angles {
            sine += .sin(angle.radians)
            cosine += .cos(angle.radians)
        }
        let length = (sine * sine + cosine * cosine).squareRoot() / Double(angles.count)
        let deviation = (-2 * Double.log(min(max(length, 1e-9), 1))).squareRoot()
        return Mean(mean: Angle(radians: .atan2(y: sine, x: cosine)), deviation: Angle(radians: deviation))
    }
}

extension OrientationTrack {
    /// Returns evenly distributed samples of a stream with the orientations at their times. Samples that are not
    /// finite, or whose orientation is unknown, are left out.
    func samples(
        of stream: SensorStream<Vector3>,
        maximumCount: Int
    ) -> [(orientation: UnitQuaternion, vector: Vector3)] {
        var cursor = 0
        let step = max(1, stream.count / maximumCount)
        return stride(from: 0, to: stream.count, by: step).compactMap { index in
            guard stream.values[index].isFinite else { return nil }
            return orientation(at: stream.times[index], from: &cursor).map { ($0, stream.values[index]) }
        }
    }
}

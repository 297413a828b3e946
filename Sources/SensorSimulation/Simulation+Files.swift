import Geodesy
public import Recordings
import SensorModel

extension Simulation {
    /// Returns the files of a native recording: one file for each stream, and `recording.yaml` last.
    ///
    /// The rows of a file are computed while the file is written, so memory does not grow with the duration.
    public func files() -> [WrittenFile] {
        var files: [WrittenFile] = []
        let vectors: [(StreamKind, VectorSensor?, Int)] = [
            (.accelerometer, accelerometer(), 6), (.gyroscope, gyroscope(), 7), (.magnetometer, magnetometer(), 4),
        ]
        for (stream, sensor, decimals) in vectors {
            guard let sensor else { continue }
            files.append(file(stream, Vector3.columns, sensor, decimals: [decimals, decimals, decimals]) { $0.fields })
        }
        if let heading = heading() {
            files.append(file(.heading, HeadingReading.columns, heading, decimals: [4, 4, 4]) { $0.fields })
        }
        if let attitude = attitude() { files.append(self.attitude(attitude)) }
        if let location = location() {
            files.append(file(.location, LocationFix.columns, location, decimals: [7, 7, 2, 2, 2]) { $0.fields })
        }
        if let pose = pose() {
            files.append(file(.pose, Pose.columns, pose, decimals: [6, 6, 6, 9, 9, 9, 9]) { $0.fields })
        }
        files.append(
            file(.reference, "qw,qx,qy,qz,px,py,pz", reference(), decimals: [9, 9, 9, 9, 6, 6, 6]) {
                $0.orientation.fields + $0.position.fields
            }
        )
        return files + [metadata]
    }

    /// Returns the file of attitudes, relative to the ``AttitudeModel``'s north.
    private func attitude(_ sensor: AttitudeSensor) -> WrittenFile {
        let half = HalfAngle(isAttitudeMagnetic ? noise.place.declination.radians : 0)
        // Relative to magnetic north, bearings are smaller by the declination. This change is a counterclockwise
        // rotation.
        let toMagneticNorth = UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
        let isMagnetic = isAttitudeMagnetic
        return file(.attitude, UnitQuaternion.columns, sensor, decimals: [9, 9, 9, 9]) { orientation in
            (isMagnetic ? toMagneticNorth * orientation : orientation).fields
        }
    }

    private var isAttitudeMagnetic: Bool { noise.attitude?.north == .magnetic }

    /// - Parameter decimals: the maximum number of decimals of each field. Nine decimals of a quaternion cause an error
    ///   of about 10⁻⁷ degrees. Seven decimals of a degree correspond to about one centimetre.
    private func file<Source: IteratorProtocol, Value>(
        _ stream: StreamKind,
        _ columns: String,
        _ source: Source,
        decimals: [Int],
        fields: @escaping (Value) -> [Double?]
    ) -> WrittenFile where Source.Element == (stamp: Seconds, value: Value) {
        var source = source
        return WrittenFile(
            stream.rawValue + ".csv",
            header: "t,\(columns)\n",
            expectedRows: Int(saturating: min(scenario.duration * noise.rate(of: stream), 1e15)) + 1
        ) { bytes in
            guard let sample = source.next() else { return false }
            DecimalText.append(sample.stamp, decimals: 6, to: &bytes)
            for (field, decimals) in zip(fields(sample.value), decimals) {
                bytes.append(UInt8(ascii: ","))
                if let field { DecimalText.append(field, decimals: decimals, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "\n"))
            return true
        }
    }

    private var metadata: WrittenFile {
        let place = place
        let (latitude, longitude) = (place.origin.point.latitudeDegrees, place.origin.point.longitudeDegrees)
        let words =
            "Simulated at \(YAMLText.number(latitude))° N, \(YAMLText.number(longitude))° E, "
            + "\(YAMLText.number(place.origin.height)) m; field \(YAMLText.number(place.fieldStrength)) µT, "
            + "dip \(YAMLText.number(place.dip.degrees))°"
        let text = """
            name: \(YAMLText.quoted(scenario.name))
            source: \(YAMLText.quoted(source))
            licence: CC0-1.0
            place: \(YAMLText.quoted(words))
            # Degrees; magnetic north is this far east of true north.
            declination: \(YAMLText.number(place.declination.degrees))
            origin: {latitude: \(YAMLText.number(latitude)), longitude: \(YAMLText.number(longitude)), \
            altitude: \(YAMLText.number(place.origin.height))}

            """
        let north = isAttitudeMagnetic ? "attitudeNorth: magnetic\n" : ""
        let header = text + north + "simulation:\n" + description.yaml
        return WrittenFile("recording.yaml", header: header, expectedRows: 0) { _ in false }
    }
}

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
            files.append(
                file(stream, "t,x,y,z", sensor) { value, row in
                    row.append(value, decimals: decimals)
                }
            )
        }
        if let heading = heading() {
            files.append(
                file(.heading, "t,magnetic,true,accuracy", heading) { reading, row in
                    row.append(reading.magnetic?.degrees, decimals: 4)
                    row.append(reading.trueNorth?.degrees, decimals: 4)
                    row.append(reading.accuracy?.degrees, decimals: 4)
                }
            )
        }
        if let attitude = attitude() { files.append(self.attitude(attitude)) }
        if let location = location() { files.append(self.location(location)) }
        if let pose = pose() {
            files.append(
                file(.pose, "t,px,py,pz,qw,qx,qy,qz", pose) { pose, row in
                    row.append(pose.position, decimals: 6)
                    row.append(pose.orientation)
                }
            )
        }
        files.append(
            file(.reference, "t,qw,qx,qy,qz,px,py,pz", reference()) { state, row in
                row.append(state.orientation)
                row.append(state.position, decimals: 6)
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
        return file(.attitude, "t,qw,qx,qy,qz", sensor) { orientation, row in
            row.append(isMagnetic ? toMagneticNorth * orientation : orientation)
        }
    }

    private var isAttitudeMagnetic: Bool { noise.attitude?.north == .magnetic }

    /// Returns the file of locations. Seven decimals of a degree correspond to about one centimetre.
    private func location(_ sensor: LocationSensor) -> WrittenFile {
        let header = "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy"
        return file(.location, header, sensor) { fix, row in
            row.append(fix.latitude.degrees, decimals: 7)
            row.append(fix.longitude.degrees, decimals: 7)
            row.append(fix.altitudeMetres, decimals: 2)
            row.append(fix.horizontalAccuracyMetres, decimals: 2)
            row.append(fix.verticalAccuracyMetres, decimals: 2)
        }
    }

    private func file<Source: IteratorProtocol, Value>(
        _ stream: StreamKind,
        _ header: String,
        _ source: Source,
        fields: @escaping (Value, inout SimulatedRow) -> Void
    ) -> WrittenFile where Source.Element == (stamp: Seconds, value: Value) {
        var source = source
        return WrittenFile(
            stream.rawValue + ".csv",
            header: header + "\n",
            expectedRows: Int(saturating: min(scenario.duration * noise.rate(of: stream), 1e15)) + 1
        ) { bytes in
            guard let sample = source.next() else { return false }
            var row = SimulatedRow(bytes: bytes)
            bytes = []
            DecimalText.append(sample.stamp, decimals: 6, to: &row.bytes)
            fields(sample.value, &row)
            row.bytes.append(UInt8(ascii: "\n"))
            bytes = row.bytes
            return true
        }
    }

    private var metadata: WrittenFile {
        let place = noise.place
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

/// A row of a simulated file, as text in UTF-8.
struct SimulatedRow {
    var bytes: [UInt8]

    mutating func append(_ value: Double?, decimals: Int) {
        bytes.append(UInt8(ascii: ","))
        if let value { DecimalText.append(value, decimals: decimals, to: &bytes) }
    }

    mutating func append(_ vector: Vector3, decimals: Int) {
        append(vector.x, decimals: decimals)
        append(vector.y, decimals: decimals)
        append(vector.z, decimals: decimals)
    }

    /// Appends a quaternion with nine decimals, which cause an error of about 10⁻⁷ degrees.
    mutating func append(_ orientation: UnitQuaternion) {
        append(orientation.w, decimals: 9)
        append(orientation.x, decimals: 9)
        append(orientation.y, decimals: 9)
        append(orientation.z, decimals: 9)
    }
}

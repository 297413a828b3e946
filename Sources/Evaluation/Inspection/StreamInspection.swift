import Recordings
import SensorModel

/// The content of one stream of a recording.
public struct StreamInspection: Sendable, Hashable {
    /// The stream's name: `accelerometer`.
    public var stream: String
    /// The file of the stream; nil where it was not read from a file.
    public var file: String?
    /// The sampling of the stream.
    public var timing: StreamTiming
    /// The statistics of the columns.
    public var columns: [ColumnInspection]
    /// The noise at rest; empty for streams other than vectors of a sensor.
    public var noise: [NoiseInspection]

    /// The inspections of a recording's streams.
    static func streams(of recording: Recording, rests: RestSegments) -> [StreamInspection] {
        recording.stampedStreams.map { stream in
            StreamInspection(
                stream: stream.kind.rawValue,
                file: recording.files[stream.kind],
                timing: StreamTiming(stream.times),
                columns: recording.columns(of: stream.kind),
                noise: recording.noise(of: stream.kind, rests: rests)
            )
        }
    }
}

extension Recording {
    /// The vectors of a sensor with their unit; nil for other streams.
    private func vectors(of kind: StreamKind) -> (SensorStream<Vector3>, String)? {
        switch kind {
        case .accelerometer: accelerometer.map { ($0, "m/s²") }
        case .gyroscope: gyroscope.map { ($0, "rad/s") }
        case .magnetometer: magnetometer.map { ($0, "µT") }
        default: nil
        }
    }

    fileprivate func noise(of kind: StreamKind, rests: RestSegments) -> [NoiseInspection] {
        vectors(of: kind).map { NoiseInspection.axes(of: $0, unit: $1, during: rests) } ?? []
    }

    fileprivate func columns(of kind: StreamKind) -> [ColumnInspection] {
        switch kind {
        case .accelerometer, .gyroscope, .magnetometer:
            guard let (stream, unit) = vectors(of: kind) else { return [] }
            return [
                ColumnInspection("x", unit, stream.values.lazy.map { $0.x }),
                ColumnInspection("y", unit, stream.values.lazy.map { $0.y }),
                ColumnInspection("z", unit, stream.values.lazy.map { $0.z }),
                ColumnInspection("length", unit, stream.values.lazy.map { $0.length }),
            ]
        case .heading:
            let values = heading?.values ?? []
            return [
                ColumnInspection("magnetic", "°", values.map { $0.magnetic?.degrees ?? .nan }),
                ColumnInspection("true", "°", values.map { $0.trueNorth?.degrees ?? .nan }),
                ColumnInspection("accuracy", "°", values.map { $0.accuracy?.degrees ?? .nan }),
            ]
        case .location:
            let values = location?.values ?? []
            return [
                ColumnInspection("latitude", "°", values.map(\.latitude.degrees)),
                ColumnInspection("longitude", "°", values.map(\.longitude.degrees)),
                ColumnInspection("altitude", "m", values.map { $0.altitudeMetres ?? .nan }),
                ColumnInspection("horizontal accuracy", "m", values.map { $0.horizontalAccuracyMetres ?? .nan }),
                ColumnInspection("vertical accuracy", "m", values.map { $0.verticalAccuracyMetres ?? .nan }),
            ]
        case .attitude: return Self.columns(of: attitude?.values ?? [])
        case .pose:
            let values = pose?.values ?? []
            return Self.columns(of: values.map(\.position)) + Self.columns(of: values.map(\.orientation))
        case .reference:
            guard let reference else { return [] }
            let known = zip(reference.orientations, reference.isValid).filter(\.1).map(\.0)
            return (reference.positions.map(Self.columns) ?? []) + Self.columns(of: known)
                + [ColumnInspection("valid", "", reference.isValid.map { $0 ? 1 : 0 })]
        }
    }

    private static func columns(of positions: [Vector3]) -> [ColumnInspection] {
        [
            ColumnInspection("px", "m", positions.map { $0.x }), ColumnInspection("py", "m", positions.map { $0.y }),
            ColumnInspection("pz", "m", positions.map { $0.z }),
        ]
    }

    private static func columns(of orientations: [UnitQuaternion]) -> [ColumnInspection] {
        [
            ColumnInspection("qw", "", orientations.map { $0.w }),
            ColumnInspection("qx", "", orientations.map { $0.x }),
            ColumnInspection("qy", "", orientations.map { $0.y }),
            ColumnInspection("qz", "", orientations.map { $0.z }),
        ]
    }
}

public import Geodesy
public import Recordings
public import SensorModel

/// The content of a recording, and the mismatches that the checks detect.
public struct RecordingInspection: Sendable, Hashable {
    /// The recording's path as given by the user.
    public var path: String
    /// The recording's name.
    public var name: String
    /// The recording's SHA-256 in hexadecimal digits.
    public var sha256: String
    /// A description of the data's origin; `nil` if the recording does not state an origin.
    public var source: String?
    /// The licence of the data; `nil` if the recording does not state a licence.
    public var licence: String?
    /// The magnetic declination, positive east of true north; `nil` if the recording does not state a declination.
    public var declination: Angle?
    /// The reason why the World Magnetic Model predicts no field for the recording; `nil` if it predicts a field.
    public var withoutMagneticModel: String?
    /// The field of the World Magnetic Model at the recording's location and date; `nil` if location or date is
    /// unknown.
    public var magneticField: MagneticField?
    /// Notes on how the recording was read, such as the applied calibration.
    public var notes: [String]
    /// The inspection of each stream.
    public var streams: [StreamInspection]
    /// The periods in which the device is at rest.
    public var rests: RestSegments
    /// The result of each check.
    public var checks: [CheckResult]
    /// The number of rows that were skipped on reading, by reason.
    public var leftOut: [String: Int]
    /// The files and columns that the layout does not read.
    public var unused: UnusedContent
    /// The layout's caveat about the recording; `nil` if there is no caveat.
    public var remark: String?

    /// Inspects a recording. O(n log n).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - path: the recording's path as given by the user.
    ///   - isAtRest: whether the device is known to be at rest during the whole recording. If not, ``RestSegments``
    ///     detects the rests.
    public init(_ recording: Recording, path: String, isAtRest: Bool = false) {
        self.path = path
        name = recording.name
        sha256 = recording.sha256
        source = recording.source
        licence = recording.licence
        declination = recording.declination
        withoutMagneticModel = recording.magneticModel.reason
        magneticField = recording.magneticModel.prediction?.field
        notes = recording.notes
        rests = RestSegments(recording, isAtRest: isAtRest)
        streams = StreamInspection.streams(of: recording, rests: rests)
        checks = RecordingChecks.results(for: recording)
        leftOut = recording.leftOut
        unused = recording.unused
        remark = recording.remark
    }

    /// The mismatches that the checks detected.
    public var mismatches: [RecordingMismatch] { checks.compactMap(\.mismatch) }
}

extension RecordingInspection: Encodable {
    /// Writes every key. An unknown value is null.
    public func encode(to encoder: any Encoder) throws {
        let magneticModel: JSONObject = [
            "strength_ut": magneticField.map { $0.strengthNanotesla * 1e-3 },
            "inclination_deg": magneticField?.inclination.degrees,
            "declination_deg": magneticField?.declination.degrees,
            "reason": magneticField == nil ? withoutMagneticModel : nil,
        ]
        let object: JSONObject = [
            "path": path,
            "name": name,
            "sha256": sha256,
            "source": source,
            "licence": licence,
            "declination_deg": declination?.degrees,
            "magnetic_model": magneticModel,
            "notes": notes,
            "streams": streams,
            "rests": rests,
            "checks": checks,
            "left_out": leftOut,
            "unused": unused,
            "remark": remark,
        ]
        try object.encode(to: encoder)
    }
}

extension StreamInspection: Encodable {
    /// Writes every key. An unknown value is null.
    public func encode(to encoder: any Encoder) throws {
        let object: JSONObject = [
            "stream": stream,
            "file": file,
            "samples": timing.count,
            "span_s": timing.span,
            "mean_rate_hz": timing.meanRate,
            "median_interval_s": timing.medianInterval,
            "interval_std_s": timing.jitter,
            "gaps": timing.gapCount,
            "longest_gap": timing.longestGap,
            "repeated_stamps": timing.duplicates,
            "columns": columns,
            "noise": noise,
        ]
        try object.encode(to: encoder)
    }
}

extension RestSegments: Encodable {
    /// Writes the number of rests, their total duration and their ranges, in seconds.
    public func encode(to encoder: any Encoder) throws {
        let object: JSONObject = [
            "count": ranges.count,
            "total_s": total,
            "ranges_s": ranges.map { [$0.lowerBound, $0.upperBound] },
        ]
        try object.encode(to: encoder)
    }
}

extension CheckResult: Encodable {
    /// Writes every key. `verdict` is `agrees`, `noted`, `mismatch` or `unknown`. The value of `mismatch` is null
    /// unless the verdict is `mismatch`.
    public func encode(to encoder: any Encoder) throws {
        let (word, detail) = verdict.words
        let object: JSONObject = ["check": check, "verdict": word, "detail": detail, "mismatch": mismatch]
        try object.encode(to: encoder)
    }
}

/// The statistics of one column of a stream.
public struct ColumnInspection: Sendable, Hashable, Encodable {
    /// The column's name.
    public let name: String
    /// The unit of the values; empty for a column without a unit.
    public let unit: String
    let statistics: RunningStatistics

    /// The number of finite values.
    public var count: Int { statistics.count }
    /// The number of values that are not finite.
    public var notFinite: Int { statistics.notFinite }
    /// The smallest finite value; `nil` without finite values.
    public var minimum: Double? { count > 0 ? statistics.minimum : nil }
    /// The largest finite value; `nil` without finite values.
    public var maximum: Double? { count > 0 ? statistics.maximum : nil }
    /// The mean of the finite values; `nil` without finite values.
    public var mean: Double? { count > 0 ? statistics.mean : nil }
    /// The sample standard deviation of the finite values; `nil` with fewer than two finite values.
    public var deviation: Double? { statistics.deviation }

    /// Writes every key. An unknown value is null.
    public func encode(to encoder: any Encoder) throws {
        let object: JSONObject = [
            "name": name,
            "unit": unit,
            "count": count,
            "not_finite": notFinite,
            "min": minimum,
            "max": maximum,
            "mean": mean,
            "std": deviation,
        ]
        try object.encode(to: encoder)
    }
}

extension ColumnInspection {
    fileprivate init(_ name: String, _ unit: String, _ values: some Sequence<Double>) {
        self.init(name: name, unit: unit, statistics: RunningStatistics(values))
    }
}

/// The content of one stream of a recording.
public struct StreamInspection: Sendable, Hashable {
    /// The stream's name, such as `accelerometer`.
    public var stream: String
    /// The file from which the stream was read; `nil` if the stream was not read from a file.
    public var file: String?
    /// The sampling rate, gaps and repeated times of the stream.
    public var timing: StreamTiming
    /// The statistics of each column.
    public var columns: [ColumnInspection]
    /// The noise of each axis at rest; empty unless the stream is from an accelerometer, gyroscope or magnetometer.
    public var noise: [NoiseInspection]

    /// Returns the inspections of a recording's streams.
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
    /// Returns the samples of a sensor that measures vectors, with their unit, or `nil` for other streams.
    private func vectorsWithUnit(of kind: StreamKind) -> (SensorStream<Vector3>, String)? {
        guard let sensor = SensorRange.all.first(where: { $0.kind == kind }) else { return nil }
        return vectors(of: kind).map { ($0, sensor.unit) }
    }

    fileprivate func noise(of kind: StreamKind, rests: RestSegments) -> [NoiseInspection] {
        vectorsWithUnit(of: kind).map { NoiseInspection.axes(of: $0, unit: $1, during: rests) } ?? []
    }

    fileprivate func columns(of kind: StreamKind) -> [ColumnInspection] {
        switch kind {
        case .accelerometer, .gyroscope, .magnetometer:
            guard let (stream, unit) = vectorsWithUnit(of: kind) else { return [] }
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
                ColumnInspection("speed", "m/s", values.map { $0.speed ?? .nan }),
                ColumnInspection("course", "°", values.map { $0.course?.degrees ?? .nan }),
            ]
        case .attitude:
            return Self.columns(of: attitude?.values ?? [])
                + (attitudeAccuracy.map { [ColumnInspection("heading accuracy", "°", $0.values.map(\.degrees))] } ?? [])
        case .pose:
            let values = pose?.values ?? []
            return Self.columns(of: values.map(\.position)) + Self.columns(of: values.map(\.orientation))
        case .reference:
            guard let reference else { return [] }
            let known = zip(reference.orientations, reference.isValid).filter(\.1).map(\.0)
            return (reference.positions.map(Self.columns) ?? []) + Self.columns(of: known)
                + [ColumnInspection("valid", "", reference.isValid.map { $0 ? 1 : 0 })]
        case .waypoints:
            let values = waypoints?.values ?? []
            return [
                ColumnInspection("px", "m", values.map(\.x)), ColumnInspection("py", "m", values.map(\.y)),
                ColumnInspection("pz", "m", values.map { $0.height ?? .nan }),
            ]
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

public import SensorModel

/// The calibration of a device's accelerometer, gyroscope and magnetometer.
public struct RecordingCalibration: Sendable, Hashable {
    /// The path of the calibration file, used in messages, or `nil` for a calibration created in memory.
    public var file: String?
    /// The calibration of each calibrated sensor.
    public var sensors: [StreamKind: SensorCalibration]

    /// The sensors that can have a calibration.
    public static let kinds: [StreamKind] = [.accelerometer, .gyroscope, .magnetometer]

    /// Creates a calibration.
    public init(sensors: [StreamKind: SensorCalibration], file: String? = nil) {
        self.sensors = sensors
        self.file = file
    }

    /// The sensors with a calibration for uncalibrated values: values to which the device has not applied its own
    /// calibration.
    public var uncalibrated: Set<StreamKind> { Set(sensors.filter(\.value.isOfUncalibrated).map(\.key)) }

    private var name: String { file ?? "the calibration" }

    /// Calibrates the streams of a recording and adds a note to the recording.
    ///
    /// - Parameters:
    ///   - recording: a recording that has not been calibrated yet.
    ///   - path: the path of the recording for error messages.
    /// - Throws: `InputError` if the calibration is for uncalibrated values, but the device has already calibrated the
    ///   values of a stream, or the reverse.
    package func apply(to recording: inout Recording, at path: String) throws(InputError) {
        var applied: [String] = []
        for kind in Self.kinds {
            guard let sensor = sensors[kind] else { continue }
            guard let stream = recording.vectors(of: kind) else {
                recording.leftOut["\(name): a calibration of the \(kind.rawValue), which the recording lacks"] = 1
                continue
            }
            guard sensor.isOfUncalibrated == recording.uncalibrated.contains(kind) else {
                let words = ["values that the device calibrated", "uncalibrated values"]
                let isOf = sensor.isOfUncalibrated
                let (values, required) = (words[isOf ? 0 : 1], words[isOf ? 1 : 0])
                throw InputError(
                    file: path,
                    message: "the \(kind.rawValue) has \(values), but the calibration \(name) is for \(required)",
                    advice: "fit a calibration to this recording with 'sextant calibrate'"
                )
            }
            recording.setVectors(of: kind, sensor.corrected(stream))
            recording.uncalibrated.remove(kind)
            applied.append(kind.rawValue + (sensor.isOfUncalibrated ? " (uncalibrated values)" : ""))
        }
        guard !applied.isEmpty else { return }
        recording.notes.append("calibrated with \(name): \(applied.joined(separator: ", "))")
    }
}

extension Recording {
    /// Returns the stream of a vector sensor, or `nil` for another kind of stream or a missing stream.
    package func vectors(of kind: StreamKind) -> SensorStream<Vector3>? {
        switch kind {
        case .accelerometer: accelerometer
        case .gyroscope: gyroscope
        case .magnetometer: magnetometer
        default: nil
        }
    }

    /// Replaces the stream of a vector sensor with the stream of the same sensor in `other`.
    ///
    /// `other` is the same recording, but was read with another description of the sensor's stream. A layout can
    /// contain several descriptions, for example of values with and without the device's own calibration.
    package mutating func takeVectors(of kind: StreamKind, from other: Recording) {
        guard let stream = other.vectors(of: kind) else { return }
        setVectors(of: kind, stream)
        uncalibrated.remove(kind)
        if other.uncalibrated.contains(kind) { uncalibrated.insert(kind) }
    }

    /// Replaces or removes the stream of a vector sensor.
    mutating func setVectors(of kind: StreamKind, _ stream: SensorStream<Vector3>?) {
        switch kind {
        case .accelerometer: accelerometer = stream
        case .gyroscope: gyroscope = stream
        case .magnetometer: magnetometer = stream
        default: break
        }
    }
}

extension RecordingCalibration {
    /// The identifier of the file format, which calibration files contain.
    public static let schema = "sextant.calibration/1"

    /// Reads a calibration file: YAML in the format of `sextant calibrate --output`.
    ///
    /// - Throws: `InputError` if the file cannot be read or is not a calibration.
    public init(path: String) throws(InputError) {
        try self.init(parsing: InputFile.contents(of: path), file: path)
    }

    /// Reads the calibration file of a recording and adds its bytes to the recording's digest.
    init(ofRecording path: String, _ fingerprint: Fingerprint) throws(InputError) {
        let text = try ByteSource.contents(of: path, fingerprint: fingerprint, access: .member)
        try self.init(parsing: text, file: path)
    }

    /// Parses the text of a calibration file.
    ///
    /// - Throws: `InputError` with line and column if the text is not a calibration.
    package init(parsing text: [UInt8], file: String) throws(InputError) {
        let root = try YAMLValue(parsing: text, file: file).mapping("the calibration")
        try root.allow(["schema", "recordings", "date", "notes"] + Self.kinds.map(\.rawValue))
        let schema = try root.required("schema")
        let (given, required) = (try schema.text("schema"), Self.schema)
        guard given == required else {
            throw schema.error(
                message: "the schema is '\(given)', but must be \(required)",
                advice: "write the file with 'sextant calibrate --output'"
            )
        }
        var sensors: [StreamKind: SensorCalibration] = [:]
        for kind in Self.kinds {
            if let keys = try root.mapping(kind.rawValue) { sensors[kind] = try Self.sensor(kind, keys) }
        }
        guard !sensors.isEmpty else {
            let sensors = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw root.value.error(
                message: "the calibration contains none of the sensors \(sensors)",
                advice: "fit a calibration with 'sextant calibrate'"
            )
        }
        self.init(sensors: sensors, file: file)
    }

    /// The unit of a sensor's offset in calibration files.
    package static func unit(of kind: StreamKind) -> String { kind.units.first?.key ?? "uT" }

    private static func sensor(_ kind: StreamKind, _ keys: YAMLMapping) throws(InputError) -> SensorCalibration {
        try keys.allow(["uncalibrated", "unit", "offset", "matrix", "fit"])
        let unit = try keys.required("unit")
        guard try unit.text("unit") == Self.unit(of: kind) else {
            let (given, required) = (try unit.text("unit"), Self.unit(of: kind))
            throw unit.error(
                message: "the unit is '\(given)', but must be '\(required)'",
                advice: "convert 'offset' to \(required), and write 'unit: \(required)'"
            )
        }
        var matrix = Matrix3.identity
        if let rows = try keys.items("matrix") {
            guard rows.count == 3, let value = keys["matrix"] else { throw Self.notThree(keys.value, "matrix") }
            matrix = Matrix3(
                rows: try vector(rows[0], "matrix"),
                try vector(rows[1], "matrix"),
                try vector(rows[2], "matrix")
            )
            guard matrix.inverse != nil else {
                throw value.error(message: "the matrix is singular", advice: "correct the elements of the matrix")
            }
        }
        return SensorCalibration(
            offset: try vector(keys.required("offset"), "offset"),
            matrix: matrix,
            isOfUncalibrated: try keys.flag("uncalibrated") ?? false
        )
    }

    private static func vector(_ value: YAMLValue, _ key: String) throws(InputError) -> Vector3 {
        let numbers = try value.items(key).map { item throws(InputError) in try item.number(Setting.calibration) }
        guard numbers.count == 3 else { throw notThree(value, key) }
        return Vector3(numbers[0], numbers[1], numbers[2])
    }

    private static func notThree(_ value: YAMLValue, _ key: String) -> InputError {
        value.error(message: "'\(key)' must have three elements, one for each of the axes x, y and z")
    }
}

/// The correction of a sensor's offset, scales and axes: corrected = matrix · (measured − offset).
public struct SensorCalibration: Sendable, Hashable {
    /// The offset, in the unit of the stream and in device axes.
    public var offset: Vector3
    /// The matrix of scale factors and axis corrections, without unit.
    public var matrix: Matrix3
    /// A Boolean value that indicates whether the calibration is for raw values, which the device has not calibrated.
    public var isOfUncalibrated: Bool

    /// Creates a calibration. The parameters are described at the properties.
    public init(offset: Vector3, matrix: Matrix3 = .identity, isOfUncalibrated: Bool = false) {
        self.offset = offset
        self.matrix = matrix
        self.isOfUncalibrated = isOfUncalibrated
    }

    /// Returns the corrected value of a measurement.
    public func corrected(_ measured: Vector3) -> Vector3 { matrix * (measured - offset) }

    /// Returns the stream with corrected values.
    public func corrected(_ stream: SensorStream<Vector3>) -> SensorStream<Vector3> {
        SensorStream(times: stream.times, values: stream.values.map(corrected))
    }
}

import SensorModel

extension RecordingCalibration {
    /// The schema of calibration files.
    public static let schema = "sextant.calibration/1"

    /// Reads a calibration file: YAML as `sextant calibrate --output` writes it.
    ///
    /// - Throws: ``InputError`` for a file that cannot be read or is not a calibration.
    public init(path: String) throws(InputError) {
        try self.init(parsing: InputFile.contents(of: path), file: path)
    }

    /// Reads the calibration file of a recording, which also counts for the recording's digest.
    init(ofRecording path: String, _ fingerprint: Fingerprint) throws(InputError) {
        let text = try ByteSource.contents(of: path, fingerprint: fingerprint, access: .member)
        try self.init(parsing: text, file: path)
    }

    /// Parses the text of a calibration file.
    ///
    /// - Throws: ``InputError`` with line and column.
    package init(parsing text: [UInt8], file: String) throws(InputError) {
        let root = try YAMLValue(parsing: text, file: file).mapping("the calibration")
        try root.allow(["schema", "recordings", "date", "notes"] + Self.kinds.map(\.rawValue))
        let schema = try root.required("schema")
        guard try schema.text("schema") == Self.schema else {
            throw schema.error(
                found: "the schema '\(try schema.text("schema"))'",
                expected: Self.schema,
                remedy: "write the file with 'sextant calibrate --output'"
            )
        }
        var sensors: [StreamKind: SensorCalibration] = [:]
        for kind in Self.kinds {
            if let keys = try root.mapping(kind.rawValue) { sensors[kind] = try Self.sensor(kind, keys) }
        }
        guard !sensors.isEmpty else {
            throw root.value.error(
                found: "no sensor",
                expected: "at least one of \(Self.kinds.map(\.rawValue).joined(separator: ", "))",
                remedy: "fit one with 'sextant calibrate'"
            )
        }
        self.init(sensors: sensors, file: file)
    }

    /// The unit of a stream in calibration files.
    package static func unit(of kind: StreamKind) -> String {
        switch kind {
        case .accelerometer: "m/s^2"
        case .gyroscope: "rad/s"
        default: "uT"
        }
    }

    private static func sensor(_ kind: StreamKind, _ keys: YAMLMapping) throws(InputError) -> SensorCalibration {
        try keys.allow(["uncalibrated", "unit", "offset", "matrix", "fit"])
        let unit = try keys.required("unit")
        guard try unit.text("unit") == Self.unit(of: kind) else {
            throw unit.error(
                found: "the unit '\(try unit.text("unit"))'",
                expected: Self.unit(of: kind),
                remedy: "convert the offset"
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
                throw value.error(found: "a singular matrix", expected: "an invertible one", remedy: "correct it")
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
        value.error(found: "'\(key)' without three elements", expected: "three", remedy: "correct it")
    }
}

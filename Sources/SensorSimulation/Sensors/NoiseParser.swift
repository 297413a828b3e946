import Geodesy
package import Recordings
package import SensorModel
import Yams

/// A parser of a ``NoiseModel`` from its description in YAML. An unknown key is an error.
package enum NoiseParser {
    package static func model(from text: [UInt8], file: String) throws(InputError) -> NoiseModel {
        let root = try YAMLValue(parsing: text, file: file).mapping("the noise")
        try root.allow([
            "noise", "summary", "source", "chosen", "place", "accelerometer", "gyroscope", "magnetometer", "heading",
            "attitude", "location", "pose", "reference",
        ])
        var rate = 100.0
        if let reference = try root.mapping("reference") {
            try reference.allow(["rate"])
            rate = try timing(reference).rate
        }
        var model = NoiseModel(
            name: try root.required("noise").text("noise"),
            summary: try root.text("summary") ?? "",
            source: try root.text("source") ?? "",
            place: try place(try root.mapping("place") ?? YAMLMapping(emptyAt: root.value)),
            accelerometer: try vector(root, "accelerometer"),
            gyroscope: try vector(root, "gyroscope"),
            magnetometer: try vector(root, "magnetometer"),
            heading: try heading(root),
            attitude: try attitude(root),
            location: try location(root),
            pose: try pose(root),
            referenceRate: rate
        )
        model.chosen = try chosen(root)
        return model
    }

    package static func number(
        _ keys: YAMLMapping,
        _ name: String,
        in range: ParameterRange,
        default standard: Double
    ) throws(InputError) -> Double {
        try keys[name]?.number(name, in: range) ?? standard
    }

    /// Parses three numbers, or one number for all axes.
    private static func vector(
        _ keys: YAMLMapping,
        _ name: String,
        in range: ParameterRange = .calibration,
        default standard: Vector3 = .zero
    ) throws(InputError) -> Vector3 {
        guard let value = keys[name] else { return standard }
        return try vector(value, name, in: range)
    }

    package static func vector(
        _ value: YAMLValue,
        _ name: String,
        in range: ParameterRange
    ) throws(InputError) -> Vector3 {
        let items = value.isList ? try value.items(name) : [value, value, value]
        guard items.count == 3 else {
            throw value.error(
                message: "\(name) must be one number for all axes, or a list of three numbers",
                advice: "write \(name): [x, y, z]"
            )
        }
        let numbers = try items.map { item throws(InputError) in try item.number(name, in: range) }
        return Vector3(numbers[0], numbers[1], numbers[2])
    }

    static let timingKeys = ["rate", "jitter", "dropped"]

    package static func timing(_ keys: YAMLMapping) throws(InputError) -> SampleTiming {
        _ = try keys.required("rate")
        return SampleTiming(
            rate: try number(keys, "rate", in: .sampleRates, default: 100),
            jitter: try number(keys, "jitter", in: .zeroToBillion, default: 0),
            dropped: try number(keys, "dropped", in: .share, default: 0)
        )
    }

    static func optional(
        _ keys: YAMLMapping,
        _ name: String
    ) throws(InputError) -> Double? {
        try keys[name]?.number(name, in: .aboveZeroToBillion)
    }

    private static func vector(_ root: YAMLMapping, _ name: String) throws(InputError) -> VectorSensorModel? {
        guard let keys = try root.mapping(name) else { return nil }
        var known = [
            "noise", "correlation", "bias", "biasDeviation", "biasWalk", "scale", "misalignment", "matrixDeviation",
            "step", "range",
        ]
        if name == "magnetometer" { known.append("softIron") }
        try keys.allow(timingKeys + known)
        var model = VectorSensorModel(timing: try timing(keys))
        model.noise = try vector(keys, "noise", in: .zeroToBillion)
        model.correlation = try number(keys, "correlation", in: .share, default: 0)
        model.bias = try vector(keys, "bias")
        model.biasDeviation = try vector(keys, "biasDeviation", in: .zeroToBillion)
        model.biasWalk = try vector(keys, "biasWalk", in: .zeroToBillion)
        model.matrixDeviation = try number(keys, "matrixDeviation", in: .zeroToOne, default: 0)
        model.step = try optional(keys, "step")
        model.range = try optional(keys, "range")
        let scale = try vector(keys, "scale", default: Vector3(1, 1, 1))
        model.matrix = try softIron(keys) * misalignment(try vector(keys, "misalignment")) * Matrix3(diagonal: scale)
        return model
    }

    /// Returns a matrix that converts vectors v to the axes of a sensor rotated by small angles θ relative to the
    /// device: v − θ × v, to first order.
    private static func misalignment(_ degrees: Vector3) -> Matrix3 {
        let angle = degrees * Angle(degrees: 1).radians
        return Matrix3(
            rows: Vector3(1, angle.z, -angle.y),
            Vector3(-angle.z, 1, angle.x),
            Vector3(angle.y, -angle.x, 1)
        )
    }

    private static func softIron(_ keys: YAMLMapping) throws(InputError) -> Matrix3 {
        guard let value = keys["softIron"] else { return .identity }
        let rows = try (try value.items("softIron")).map { row throws(InputError) in
            try vector(row, "softIron", in: .calibration)
        }
        guard rows.count == 3 else {
            throw value.error(
                message: "softIron must have three rows of three numbers, but the number of rows is \(rows.count)",
                advice: "write softIron: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
            )
        }
        return Matrix3(rows: rows[0], rows[1], rows[2])
    }
}

extension NoiseParser {
    /// The location of the recordings of Michel et al. 2018 in Grenoble, with the magnetic field of WMM2015v2 on 31 May
    /// 2016.
    private static let grenoble = (latitude: 45.187778, longitude: 5.726945, height: 200.0, field: 47.06, dip: 61.05)

    /// Parses the place. The defaults are the values for Grenoble.
    package static func place(_ keys: YAMLMapping) throws(InputError) -> SimulatedPlace {
        try keys.allow(["latitude", "longitude", "height", "field", "dip", "declination", "magnets"])
        let latitude = try keys.number("latitude") ?? grenoble.latitude
        let longitude = try keys.number("longitude") ?? grenoble.longitude
        let height = try keys["height"]?.number(Setting.height) ?? grenoble.height
        guard
            let origin = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
        else {
            throw keys.value.error(
                message:
                    "invalid position: latitude \(latitude) (must be -90° to 90°), longitude \(longitude) (must be in degrees)",
                advice: "check that latitude and longitude are not swapped"
            )
        }
        let magnets = try (try keys.items("magnets") ?? []).map { item throws(InputError) in
            let magnet = try item.mapping("a magnet")
            try magnet.allow(["at", "moment"])
            return SimulatedPlace.Magnet(
                position: try vector(try magnet.required("at"), "at", in: .calibration),
                moment: try vector(try magnet.required("moment"), "moment", in: .calibration)
            )
        }
        return SimulatedPlace(
            origin: origin,
            fieldStrength: try number(keys, "field", in: .zeroToThousand, default: grenoble.field),
            dip: Angle(degrees: try number(keys, "dip", in: .latitudes, default: grenoble.dip)),
            declination: Angle(degrees: try number(keys, "declination", in: .turns, default: 1.5)),
            magnets: magnets
        )
    }
}

extension NoiseParser {
    /// Parses the list `chosen`, which names the constants for which no source exists. Each element is a stream, or a
    /// stream and a key such as `heading.lag`.
    package static func chosen(_ root: YAMLMapping) throws(InputError) -> [String] {
        var chosen: [String] = []
        for item in try root.items("chosen") ?? [] {
            let path = try item.text("a chosen constant")
            let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let streams = NoiseModel.scalableStreams.filter { root[$0] != nil }
            guard let stream = parts.first, streams.contains(stream), parts.count <= 2 else {
                throw item.error(
                    message: "'\(path)' under 'chosen' is neither a stream of this noise model, such as heading, nor a "
                        + "key of a stream, such as heading.lag",
                    advice: NearestName.hint(for: parts.first ?? "", among: streams) ?? "remove '\(path)'"
                )
            }
            if let key = parts.dropFirst().first {
                let keys = try root.mapping(stream)?.names ?? []
                guard keys.contains(key) else {
                    throw item.error(
                        message: "\(stream) has no key '\(key)', only \(keys.joined(separator: ", "))",
                        advice: NearestName.hint(for: key, among: keys) ?? "remove '\(path)'"
                    )
                }
            }
            guard !chosen.contains(path) else {
                throw item.error(
                    message: "'\(path)' is repeated in the list 'chosen'",
                    advice: "keep only one '\(path)'"
                )
            }
            chosen.append(path)
        }
        return chosen
    }
}

extension ParameterRange {
    static let latitudes = ParameterRange("from -90 to 90", from: -90, to: 90)
    static let sampleRates = Setting.sampleRate.range
    /// The range of correlations and of fractions of lost samples. With a fraction of 1, no samples would remain.
    static let share = ParameterRange("from 0 to 0.999", from: 0, to: 0.999)
}

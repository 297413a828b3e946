import Geodesy
import SensorModel

/// A pose of OGC GeoPose 1.0: a position, and the device's orientation relative to East, North, Up at this position.
struct GeoPose {
    /// The Unix time in milliseconds, or `nil` if the pose has no time.
    var validTime: Int64?
    var latitude: Double
    var longitude: Double
    /// The height above the ellipsoid in metres.
    var height: Double
    var orientation: UnitQuaternion

    var nanoseconds: Int64? { validTime.map { $0 * 1_000_000 } }
}

/// A reader of GeoPoses in JSON: Basic-YPR, Basic-Quaternion, Advanced, Regular Series and Irregular Series.
///
/// A file contains a single GeoPose, an array of GeoPoses, or one GeoPose on each line.
struct GeoPoseReader {
    private let path: String
    private(set) var poses: [GeoPose] = []
    private var leftOut: [String: Int] = [:]
    private var notes: [String] = []
    private var unscaled = UnscaledQuaternions()

    private static let headBytes = 1 << 12
    /// The maximum time in milliseconds: 146 years.
    private static let maximumTime = StampText.limit / 1_000_000
    /// The tolerance for rounding: the maximum difference between a quaternion's squared length and 1. Quaternions
    /// within this tolerance are used unchanged.
    private static let rounding = 8 * Double.ulpOfOne

    /// Returns whether a file contains GeoPoses, judging by the names in its first bytes.
    static func accepts(_ path: String) -> Bool {
        guard TableExport.isJSON(path: path),
            let head = try? ByteSource.head(of: path, bytes: headBytes)
        else { return false }
        let text = String(decoding: head, as: UTF8.self)
        let has = { (name: String) in text.contains("\"\(name)\"") }
        if has("innerFrameAndTimeSeries") || has("innerFrameSeries") { return true }
        if has("frameSpecification") { return has("quaternion") }
        return has("position") && has("lat") && has("lon") && has("h") && (has("quaternion") || has("angles"))
    }

    /// Reads a file.
    ///
    /// - Throws: `InputError` with line and column if the text is not JSON or not a GeoPose, if times decrease, or if
    ///   one of several poses has no time.
    init(path: String, fingerprint: Fingerprint) throws(InputError) {
        self.path = path
        var values = try JSONSequence(ByteSource(path: path, fingerprint: fingerprint))
        while let value = try values.next()?.value {
            guard value.kind == .array else {
                try add(value)
                continue
            }
            try value.forEachElement { element throws(InputError) in try add(element) }
        }
        guard !poses.isEmpty else {
            throw InputError(
                file: path,
                message: "the file has no GeoPose",
                advice: "check that the file is complete"
            )
        }
        guard poses.count == 1 || !poses.contains(where: { $0.validTime == nil }) else {
            throw InputError(
                file: path,
                message: "the file has \(poses.count) poses, but some poses have no time",
                advice: "write a GeoPose series, or add validTime to every Advanced GeoPose"
            )
        }
    }

    static func read(
        path: String,
        into assembled: inout AssembledStreams,
        _ context: RecordingFile.Context
    ) throws(InputError) {
        let reader = try GeoPoseReader(path: path, fingerprint: context.fingerprint)
        let times = reader.poses.map { pose in
            pose.nanoseconds.map { Double(context.clock.sinceZero($0, of: .unix)) / 1e9 } ?? 0
        }
        let fixes = reader.poses.map { pose in
            LocationFix(
                latitude: Angle(degrees: pose.latitude),
                longitude: Angle(degrees: pose.longitude),
                altitudeMetres: pose.height
            )
        }
        assembled.recording.location = SensorStream(times: times, values: fixes)
        assembled.recording.attitude = SensorStream(times: times, values: reader.poses.map(\.orientation))
        if reader.unscaled.count > 0 { assembled.recording.unscaledQuaternions[.attitude] = reader.unscaled }
        assembled.recording.notes += reader.notes
        assembled.note(path, of: [.location, .attitude], leftOut: reader.leftOut)
    }

    private mutating func add(_ value: JSONValue) throws(InputError) {
        let members = value.members
        if members["innerFrameAndTimeSeries"] != nil || members["innerFrameSeries"] != nil {
            try addSeries(value)
        } else if let frame = members["frameSpecification"] {
            let position = try tangentPoint(frame)
            let time = try members["validTime"].map(time)
            try append(position, quaternion(of: required("quaternion", of: value)), time, value)
        } else if let position = members["position"] {
            let (latitude, longitude) = (try number("lat", of: position), try number("lon", of: position))
            let point = try self.position(latitude, longitude, number("h", of: position), position)
            try append(point, orientation(of: value), nil, value)
        } else {
            throw value.error(
                message: "this is not a GeoPose of a supported kind",
                advice: "write a Basic or Advanced GeoPose, or a Regular or Irregular Series, but no Chain, Graph or "
                    + "Stream"
            )
        }
    }

    private mutating func append(
        _ position: GeodeticPosition,
        _ orientation: UnitQuaternion,
        _ time: Int64?,
        _ value: JSONValue
    ) throws(InputError) {
        if let time, let last = poses.last?.validTime, time < last {
            let difference = Double(last - time) / 1e3
            throw value.error(
                message: "the time is \(difference) s earlier than the previous pose's time",
                advice: "sort the poses by time"
            )
        }
        poses.append(
            GeoPose(
                validTime: time,
                latitude: position.point.latitudeDegrees,
                longitude: position.point.longitudeDegrees,
                height: position.height,
                orientation: orientation
            )
        )
    }

    // MARK: - Series

    private mutating func addSeries(_ value: JSONValue) throws(InputError) {
        let header = try required("header", of: value)
        let outer = try tangentPoint(required("outerFrame", of: value))
        let members = value.members
        let regular = members["innerFrameSeries"]
        let start = regular == nil ? 0 : try time(required("startInstant", of: header))
        let step = regular == nil ? 0 : try time(required("interPoseDuration", of: value))
        let series = try required(regular == nil ? "innerFrameAndTimeSeries" : "innerFrameSeries", of: value)
        guard series.kind == .array else { throw series.error(isNot: "an array") }
        var index: Int64 = 0
        try series.forEachElement { element throws(InputError) in
            defer { index += 1 }
            guard element.kind != .null else {
                leftOut["poses that are null", default: 0] += 1
                return
            }
            let (offset, overflow) = step.multipliedReportingOverflow(by: index)
            guard !overflow, offset.magnitude <= Self.maximumTime, (start + offset).magnitude <= Self.maximumTime else {
                throw element.error(message: "the pose's time is more than 146 years before or after 1970")
            }
            let frame = regular == nil ? try required("frame", of: element) : element
            let time = regular == nil ? try element.members["validTime"].map(time) : start + offset
            try addInner(frame, in: outer, time)
        }
        let stated = try required("poseCount", of: header).integer
        if stated != index {
            notes.append(
                "the header states \(stated.map(String.init) ?? "no number of") poses, but the series has \(index)"
            )
        }
    }

    /// Adds a pose from an inner frame. The inner frame is relative to the series' outer frame at `outer`.
    private mutating func addInner(
        _ frame: JSONValue,
        in outer: GeodeticPosition,
        _ time: Int64?
    ) throws(InputError) {
        let parameters = try parameters(of: frame, names: ["rotatetranslate", "translaterotate"])
        let offset = try numbers("translation", ["x", "y", "z"], in: parameters, frame)
        let rotation = try numbers("rotation", ["x", "y", "z", "w"], in: parameters, frame)
        let orientation = try self.orientation(rotation[3], rotation[0], rotation[1], rotation[2], frame)
        guard offset != [0, 0, 0] else { return try append(outer, orientation, time, frame) }
        let tangent = LocalTangentFrame(at: outer)
        guard let position = tangent.position(ofLocal: Vector3(offset[0], offset[1], offset[2])).geodetic() else {
            throw frame.error(message: "the frame's translation is too large")
        }
        try append(position, tangent.turn(to: LocalTangentFrame(at: position)) * orientation, time, frame)
    }

    // MARK: - Parts of a pose

    private func required(_ name: String, of value: JSONValue) throws(InputError) -> JSONValue {
        guard let member = value.members[name] else {
            throw value.error(message: "this part of the GeoPose has no '\(name)'", advice: "add '\(name)'")
        }
        return member
    }

    private func number(_ name: String, of value: JSONValue) throws(InputError) -> Double {
        let member = try required(name, of: value)
        guard let number = member.number else { throw member.error(isNot: "a number") }
        return number
    }

    private func time(_ value: JSONValue) throws(InputError) -> Int64 {
        guard let time = value.integer, time.magnitude <= Self.maximumTime else {
            throw value.error(isNot: "a time in whole milliseconds, within 146 years")
        }
        return time
    }

    private func position(
        _ latitude: Double,
        _ longitude: Double,
        _ height: Double,
        _ value: JSONValue
    ) throws(InputError) -> GeodeticPosition {
        let position = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
        guard let position, longitude.magnitude <= 360 else {
            throw value.error(
                message: "invalid position: latitude \(latitude) (must be -90° to 90°), longitude \(longitude) "
                    + "(must be -360° to 360°)",
                advice: "correct the position"
            )
        }
        return position
    }

    private mutating func orientation(of pose: JSONValue) throws(InputError) -> UnitQuaternion {
        guard let angles = pose.members["angles"] else { return try quaternion(of: required("quaternion", of: pose)) }
        // The rotations are about z, then about the new y axis, then about the new x axis.
        return EulerSequence.zyx.rotation(
            roll: Angle(degrees: try number("roll", of: angles)),
            pitch: Angle(degrees: try number("pitch", of: angles)),
            yaw: Angle(degrees: try number("yaw", of: angles))
        )
    }

    private mutating func quaternion(of value: JSONValue) throws(InputError) -> UnitQuaternion {
        let (w, x) = (try number("w", of: value), try number("x", of: value))
        return try orientation(w, x, number("y", of: value), number("z", of: value), value)
    }

    private mutating func orientation(
        _ w: Double,
        _ x: Double,
        _ y: Double,
        _ z: Double,
        _ value: JSONValue
    ) throws(InputError) -> UnitQuaternion {
        if abs(w * w + x * x + y * y + z * z - 1) <= Self.rounding { return UnitQuaternion(unchecked: w, x, y, z) }
        guard let orientation = UnitQuaternion(w: w, x: x, y: y, z: z) else {
            throw value.error(message: "the quaternion is zero or too large", advice: "correct or remove the pose")
        }
        unscaled.check(w, x, y, z, sample: poses.count, line: value.error(message: "").line ?? 0)
        return orientation
    }

    /// Returns the origin of an East, North, Up frame.
    private func tangentPoint(_ frame: JSONValue) throws(InputError) -> GeodeticPosition {
        let parameters = try parameters(of: frame, names: ["ltpenu"])
        func number(_ names: String...) throws(InputError) -> Double {
            for name in names {
                if let text = parameters[name], let value = NumberText.value(text) { return value }
            }
            let name = names[0]
            throw frame.error(
                message: "the frame's parameters must contain the number '\(name)'",
                advice: "add '\(name)'"
            )
        }
        let (latitude, longitude) = (try number("latitude"), try number("longitude"))
        return try position(latitude, longitude, number("height", "heightInMeters"), frame)
    }

    /// Returns the parameters of a frame from a text such as `longitude=-1.8&latitude=50.7`.
    private func parameters(of frame: JSONValue, names: [String]) throws(InputError) -> [String: String] {
        let (id, text) = (try required("id", of: frame), try required("parameters", of: frame))
        guard let name = id.string, names.contains(name.lowercased().replacing("-", with: "")) else {
            throw id.error(
                message: "the frame \(id.excerpt) is not supported",
                advice: "use LTP-ENU for the outer frame, and RotateTranslate for the inner frames"
            )
        }
        guard let words = text.string else { throw text.error(isNot: "a string") }
        var parameters: [String: String] = [:]
        for part in words.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { parameters[String(sides[0])] = String(sides[1]) }
        }
        return parameters
    }

    /// Returns the numbers of a parameter such as `translation=[1,2,3]` or
    /// `translation.x=1&translation.y=2&translation.z=3`.
    private func numbers(
        _ name: String,
        _ components: [String],
        in parameters: [String: String],
        _ frame: JSONValue
    ) throws(InputError) -> [Double] {
        let list = parameters[name].map { $0.filter { !"[] ".contains($0) }.split(separator: ",").map(String.init) }
        let texts = list ?? components.compactMap { parameters["\(name).\($0)"] }
        let values = texts.compactMap(NumberText.value)
        let count = components.count
        guard values.count == count, texts.count == count else {
            throw frame.error(
                message: "the frame's parameters must contain '\(name)' with \(count) numbers",
                advice: "write, for example, translation=[0,0,0]&rotation=[0,0,0,1]"
            )
        }
        return values
    }
}

extension LocalTangentFrame {
    /// Returns the rotation from the axes of this frame to the axes of another frame.
    func turn(to other: LocalTangentFrame) -> UnitQuaternion {
        UnitQuaternion(rotation: other.rotation * rotation.transposed)
    }
}

import Recordings

/// Functions that interpret the names of columns and files, in several languages.
enum SensorWords {
    /// The kind of sensor that a name indicates.
    enum Meaning: String {
        case accelerometer
        case gyroscope
        case magnetometer
        /// A vector that no stream uses, such as gravity, linear acceleration or a bias.
        case other
    }

    private static let others = [
        "lin", "useracc", "user acc", "free", "grav", "bias", "var", "cov", "std", "err",
        "filtered", "euler", "pos", "vel", "trans",
        "angle",
        "rotation vec", "rotvec", "rotationvec", "twist", "estimat", "predict", "valid",
    ]
    private static let rates = [
        "angvel", "ang_vel", "ang vel", "angular velocity", "angular_velocity", "angularvelocity",
    ]
    private static let words: [(Meaning, parts: [String], exact: [String])] = [
        (
            .gyroscope,
            [
                "gyr", "giro", "angular", "ang_vel", "ang vel", "angvel", "rotrate", "rotationrate", "rotation rate",
                "omega",
                "drehrate",
                "winkelgeschw", "velocidad angular", "vitesse angulaire", "角速度", "陀螺",
            ],
            ["w", "om", "as", "gy", "pqr"]
        ),
        (
            .accelerometer,
            [
                "acc", "acel", "accél", "beschl", "akzel", "specific force", "spec_force", "加速度", "versnelling",
                "przysp",
            ],
            ["a", "gf"]
        ),
        (
            .magnetometer, ["mag", "mgn", "feldst", "campo", "champ", "磁", "compass", "kompass", "akm", "ak09"],
            ["m", "b", "mg"]
        ),
    ]

    /// Returns the kind of sensor for a column name from which axis and unit were removed; `nil` if it is unknown.
    static func meaning(of name: String) -> Meaning? {
        let name = plain(name)
        let tokens = tokens(of: name)
        let core = tokens.joined()
        // Words such as "angvel" are removed first, because "vel" alone means the velocity of a position.
        let rest = String(rates.reduce(name) { $0.replacing($1, with: "") }.map { $0.isLetter ? $0 : " " })
        let isEstimate = name.split { !$0.isLetter }.contains("est")
        if core == "ang" || isEstimate || others.contains(where: rest.contains) { return .other }
        for (meaning, parts, exact) in words {
            let isExact = exact.contains(core) || exact.contains(tokens.last ?? "")
            if isExact || parts.contains(where: name.contains) { return meaning }
        }
        return nil
    }

    /// Returns the kind of sensor for a file name; `nil` if it is unknown, or if the name contains several kinds.
    static func onlyMeaning(of name: String) -> Meaning? {
        let plain = plain(name)
        let named = words.filter { $0.parts.contains(where: plain.contains) }
        guard named.count < 2 else { return nil }
        guard meaning(of: name) == .other else { return meaning(of: name) }
        // A title is a free text. 'cycling.csv' does not contain linear accelerations.
        let spaced = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
        let parts = "\(plain) \(spaced)".split { !$0.isLetter }
        let text = parts.joined(separator: " ")
        let isOther = others.contains { other in
            other.contains(" ") ? text.contains(other) : parts.contains { $0.hasPrefix(other) }
        }
        return isOther ? .other : named.first?.0
    }

    /// Returns a Boolean value that indicates whether a name is that of a Euler angle.
    static func isAngle(_ name: String) -> Bool {
        ["roll", "pitch", "yaw"].contains(plain(name).filter(\.isLetter))
    }

    /// Returns a Boolean value that indicates whether a name indicates a motion sensor or a compass.
    static func isMotion(_ name: String) -> Bool { meaning(of: name).map { $0 != .other } ?? false }

    /// Words that do not name the sensor.
    private static let qualifiers: Set<String> = [
        "axis", "cal", "calibrated", "data", "imu", "raw", "sensor", "uncal", "uncalibrated", "val", "value", "values",
    ]

    /// Returns the words of a name, in lower case, without a unit in brackets and without words that do not name the
    /// sensor, such as `raw`.
    static func tokens(of name: String) -> [String] {
        plain(name).split { !$0.isLetter }.map(String.init).filter { !qualifiers.contains($0) }
    }

    /// Returns a Boolean value that indicates whether a name indicates one axis of a motion sensor or compass, such as
    /// `acc_x`.
    static func isAxis(_ name: String) -> Bool {
        let letters = plain(name).filter(\.isLetter)
        return isMotion(name) && [letters.first, letters.last].contains { $0.map { "xyz".contains($0) } ?? false }
    }

    /// Returns a Boolean value that indicates whether a name indicates values without the device's own calibration.
    static func isUncalibrated(_ name: String) -> Bool { ["uncal", "raw"].contains(where: plain(name).contains) }

    /// Returns a name in lower case, without a unit in brackets.
    static func plain(_ name: String) -> String {
        var depth = 0
        let kept = name.lowercased().filter { character in
            if character == "(" || character == "[" || character == "{" { depth += 1 }
            defer { if character == ")" || character == "]" || character == "}" { depth -= 1 } }
            return depth == 0
        }
        return String(kept.filter { $0 != "#" })
    }

    /// Returns a Boolean value that indicates whether a name indicates tracked poses. The world frame of such poses has
    /// an unknown heading.
    static func isPose(_ name: String) -> Bool {
        ["pose", "arkit", "arcore", "odom", "slam", "vio"].contains(where: plain(name).contains)
    }

    private static let timeWords = [
        "time", "stamp", "zeit", "temps", "tiempo", "tempo", "tijd", "czas", "epoch", "elapsed", "clock", "uhr", "时间",
        "時間",
        "utc", "millis", "nanos", "micros",
    ]

    /// Returns a Boolean value that indicates whether a name indicates times.
    static func isTime(_ name: String) -> Bool {
        let name = plain(name)
        let parts = name.split { !$0.isLetter }.map(String.init)
        let short = ["t", "ts", "sec", "secs", "second", "seconds", "ms", "us", "ns", "s"]
        return timeWords.contains(where: name.contains) || (!parts.isEmpty && parts.allSatisfy(short.contains))
    }

    /// Returns a Boolean value that indicates whether a name indicates the device that a row is from.
    static func isDevice(_ name: String) -> Bool {
        let parts = plain(name).split { !$0.isLetter }.map(String.init)
        return parts.contains { ["address", "addr", "device", "deviceid", "node", "nodeid", "sensorid"].contains($0) }
    }

    /// Returns a Boolean value that indicates whether a name indicates Unix times.
    static func isUnixTime(_ name: String) -> Bool { ["unix", "epoch"].contains(where: plain(name).contains) }

    private static let counterWords = ["packet", "number", "count", "index", "frame", "seq", "sample"]

    /// Returns a Boolean value that indicates whether a name indicates a counter of rows or messages.
    static func isCounter(_ name: String) -> Bool {
        let name = plain(name)
        return !isTime(name) && counterWords.contains(where: name.contains)
    }

    /// Returns the time unit that a name contains, or `nil` if it contains no time unit.
    static func timeUnit(in name: String) -> String? {
        let lower = name.lowercased()
        let tokens = Set(lower.split { !$0.isLetter && $0 != "µ" && $0 != "μ" }.map(String.init))
        let units: [(String, [String])] = [
            ("ns", ["ns", "nanos", "nanoseconds", "nanosec", "nsec"]),
            ("us", ["us", "µs", "μs", "micros", "microseconds", "usec"]),
            ("ms", ["ms", "millis", "milliseconds", "millisec", "msec"]),
            ("s", ["s", "sec", "secs", "seconds", "sekunden", "second"]),
        ]
        if let found = units.first(where: { !tokens.isDisjoint(with: $0.1) }) { return found.0 }
        return units.first { $0.1.contains { $0.count > 4 && lower.contains($0) } }?.0
    }

    /// Returns the unit in a column's name, or `nil` if the name contains no unit for this kind of sensor.
    static func unit(in name: String, of kind: StreamKind) -> String? {
        let lower = name.lowercased().replacing("²", with: "2").replacing("^", with: "").replacing("µ", with: "u")
            .replacing("μ", with: "u").replacing("°", with: "deg").replacing(" ", with: "")
            .replacing("_per_", with: "/")
        switch kind {
        case .accelerometer:
            if ["m/s2", "m/s/s", "ms-2", "mps2"].contains(where: lower.contains) { return "m/s^2" }
            if ["(mg)", "[mg]"].contains(where: lower.contains) || lower.hasSuffix("_mg") { return "mg" }
            return ["(g)", "[g]"].contains(where: lower.contains) || ["_g", "_gs"].contains(where: lower.hasSuffix)
                ? "g" : nil
        case .gyroscope:
            if ["urad", "mrad"].contains(where: lower.contains) { return nil }
            if ["mdeg", "mdps"].contains(where: lower.contains) { return "mdeg/s" }
            let radians = ["rad/s", "rads", "rad_s", "radps", "radians/s", "radianspers"]
            if radians.contains(where: lower.contains) { return "rad/s" }
            if ["deg/s", "dps", "degs-1", "deg_s", "degrees/s", "degreespers"].contains(where: lower.contains) {
                return "deg/s"
            }
            return nil
        case .magnetometer:
            if lower.contains("microtesla") { return "uT" }
            let last = lower.hasSuffix(")") || lower.hasSuffix("]") ? String(lower.dropLast()) : lower
            for (text, unit) in [("ut", "uT"), ("nt", "nT"), ("mt", "mT"), ("mg", "mG"), ("gauss", "G")]
            where last.hasSuffix("(\(text)") || last.hasSuffix("[\(text)") || last.hasSuffix("_\(text)") {
                return unit
            }
            if last.hasSuffix("(g") || last.hasSuffix("[g") { return "G" }
            return ["(t", "[t", "(tesla", "[tesla"].contains(where: last.hasSuffix) ? "T" : nil
        default: return nil
        }
    }
}

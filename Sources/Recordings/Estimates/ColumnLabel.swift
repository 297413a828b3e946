import SensorModel

/// The name of a column without its unit, in lower case and without punctuation.
struct ColumnLabel: Hashable {
    /// The letters and digits of the name.
    let name: String
    /// The text of the unit; nil without one in the name.
    let unit: String?

    /// The names of columns of times.
    static let times: Set<String> = [
        "t", "time", "times", "timestamp", "timestamps", "stamp", "sec", "secs", "seconds", "secondselapsed",
        "elapsed", "elapsedtime",
    ]
    /// The endings of the columns of a quaternion: those of w, x, y and z.
    static let quaternions = [
        ["w", "x", "y", "z"], ["0", "1", "2", "3"], ["r", "i", "j", "k"], ["real", "i", "j", "k"],
    ]
    private static let timeUnits: [String: Int64] = [
        "ms": 1_000_000, "us": 1_000, "µs": 1_000, "μs": 1_000, "ns": 1,
    ]
    private static let seconds: Set<String> = ["s", "sec", "secs", "seconds"]
    private static let degrees: Set<String> = ["deg", "degree", "degrees", "°"]
    private static let radians: Set<String> = ["rad", "radian", "radians"]

    /// Splits a name such as `roll_deg`, `timestamp [ns]` or `yaw (rad)`.
    init(_ text: String) {
        var name = Substring(text.lowercased())
        var unit: String?
        if let open = name.lastIndex(where: { "[(".contains($0) }) {
            unit = String(name[name.index(after: open)...].filter { !"[]() ".contains($0) })
            name = name[..<open]
        } else {
            let parts = name.split { "_ .-".contains($0) }
            if parts.count > 1, let last = parts.last, Self.isUnit(String(last)) {
                unit = String(last)
                name = name[..<last.startIndex]
            }
        }
        self.name = String(name.filter { $0.isLetter || $0.isNumber })
        self.unit = unit.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The nanoseconds of the unit of times; nil for seconds.
    var nanoseconds: Int64? { unit.flatMap { Self.timeUnits[$0] } }

    /// Whether the unit is one of times, or missing.
    var isTime: Bool { unit.map { Self.timeUnits[$0] != nil || Self.seconds.contains($0) } ?? true }

    /// The unit of an angle; nil without one in the name.
    var angleUnit: EstimateConventions.AngleUnit? {
        guard let unit else { return nil }
        if Self.degrees.contains(unit) { return .degrees }
        return Self.radians.contains(unit) ? .radians : nil
    }

    /// The part of the name before an ending; nil without that ending.
    func prefix(before ending: String) -> String? {
        name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
    }

    /// Whether a prefix is that of a quaternion, so that digits after it number its components.
    static func isQuaternion(_ prefix: String) -> Bool {
        prefix.hasPrefix("q") || prefix.hasSuffix("q") || prefix.contains("quat")
    }

    private static func isUnit(_ text: String) -> Bool {
        timeUnits[text] != nil || seconds.contains(text) || degrees.contains(text) || radians.contains(text)
    }
}

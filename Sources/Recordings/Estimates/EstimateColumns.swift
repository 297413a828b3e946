import SensorModel

/// The columns of a file of estimates that contain times and orientations.
struct EstimateColumns: Hashable {
    /// The columns of the orientations.
    enum Orientation: Hashable {
        /// The fields of a quaternion in file order, and the component that each field contains.
        case quaternion(fields: [Int], components: [Component])
        /// The fields of roll, pitch and yaw, and their unit if the header names it.
        case angles(fields: [Int], unit: EstimateConventions.AngleUnit?)
    }

    /// A component of a quaternion.
    enum Component: Int, Hashable, CaseIterable {
        case w, x, y, z
    }

    /// The index of the field with the time.
    var time: Int
    /// The unit of times in nanoseconds, or `nil` if times are in seconds.
    var nanoseconds: Int64?
    var orientation: Orientation

    /// Creates the columns `t,w,x,y,z`, with times in units of this many nanoseconds.
    init(quaternionsWithNanoseconds nanoseconds: Int64) {
        time = 0
        self.nanoseconds = nanoseconds
        orientation = .quaternion(fields: [1, 2, 3, 4], components: [.w, .x, .y, .z])
    }

    /// Determines the columns of a file without column names from the number of fields in a row. The result is `nil` if
    /// the format is unknown.
    init?(unnamed count: Int, isSpaced: Bool, firstField: Substring) {
        time = 0
        switch (count, isSpaced) {
        case (5, _): orientation = .quaternion(fields: [1, 2, 3, 4], components: [.w, .x, .y, .z])
        case (8, true): orientation = .quaternion(fields: [4, 5, 6, 7], components: [.x, .y, .z, .w])
        case (8..., false) where Int64(firstField) != nil:
            nanoseconds = 1
            orientation = .quaternion(fields: [4, 5, 6, 7], components: [.w, .x, .y, .z])
        default: return nil
        }
    }

    /// Finds the columns by their names.
    ///
    /// - Throws: `InputError` if the times or the orientations are missing or ambiguous.
    init(named names: [String]) throws(InputError) {
        let labels = names.map(ColumnLabel.init)
        let times = labels.indices.filter { ColumnLabel.times.contains(labels[$0].name) }
        guard let time = times.first else {
            throw InputError(
                message: "no time column such as t, time or timestamp_ns among the columns \(Self.listed(names))",
                advice: "rename the time column to t"
            )
        }
        self.time = time
        nanoseconds = labels[time].nanoseconds
        guard labels[time].isTime else {
            throw InputError(
                message: "the unit of the column '\(names[time].excerpt)' is not s, ms, us or ns",
                advice: "write the times in seconds"
            )
        }
        if let quaternion = try Self.quaternion(labels, names) {
            orientation = quaternion
        } else {
            orientation = try Self.angles(labels, names)
        }
    }

    private static func quaternion(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) -> Orientation? {
        var found: [[Int]] = []
        let indices = indices(labels)
        for suffixes in ColumnLabel.quaternions {
            for prefix in Set(labels.compactMap { $0.prefix(before: suffixes[0]) }).sorted() {
                if suffixes[0] == "0", !ColumnLabel.isQuaternion(prefix) { continue }
                if let fields = Self.fields(prefix, suffixes, indices) { found.append(fields) }
            }
        }
        guard found.count < 2 else { throw ambiguous(found, names) }
        guard let fields = found.first else { return nil }
        let order = zip(fields, Component.allCases).sorted { $0.0 < $1.0 }
        return .quaternion(fields: order.map(\.0), components: order.map(\.1))
    }

    private static func angles(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) -> Orientation {
        let prefixes = Set(labels.compactMap { $0.prefix(before: "roll") }).sorted()
        let indices = indices(labels)
        let found = prefixes.compactMap { Self.fields($0, ["roll", "pitch", "yaw"], indices) }
        guard found.count < 2 else { throw ambiguous(found, names) }
        guard let fields = found.first else {
            throw InputError(
                message: "no quaternion (qw, qx, qy, qz) or angles (roll, pitch, yaw) among the columns "
                    + "\(listed(names))",
                advice: "name the columns of the quaternion qw, qx, qy and qz"
            )
        }
        let units = fields.map { labels[$0].angleUnit }
        guard Set(units).count == 1 else {
            throw InputError(
                message: "roll, pitch and yaw have different units",
                advice: "write all three in degrees or in radians"
            )
        }
        return .angles(fields: fields, unit: units[0])
    }

    /// Returns the index of the first field with each name.
    private static func indices(_ labels: [ColumnLabel]) -> [String: Int] {
        Dictionary(zip(labels.map(\.name), labels.indices)) { first, _ in first }
    }

    /// Returns the fields whose names consist of the prefix and each of the suffixes, or `nil` if a field is missing.
    private static func fields(_ prefix: String, _ suffixes: [String], _ indices: [String: Int]) -> [Int]? {
        let fields = suffixes.compactMap { indices[prefix + $0] }
        return fields.count == suffixes.count ? fields : nil
    }

    private static func ambiguous(_ found: [[Int]], _ names: [String]) -> InputError {
        let first = found.prefix(3).map { "'\(names[$0[0]].excerpt)…'" }.joined(separator: " and ")
        return InputError(
            message: "the columns contain several orientations: "
                + "\(first)\(found.count > 3 ? " and \(found.count - 3) more" : "")",
            advice: "remove or rename all but one of these orientations"
        )
    }

    private static func listed(_ names: [String]) -> String {
        let first = names.prefix(8).map { $0.excerpt }.joined(separator: ", ")
        return names.count > 8 ? "\(first)… (\(names.count) in all)" : first
    }
}

/// A column name without its unit, in lower case and without punctuation.
struct ColumnLabel: Hashable {
    /// The letters and digits of the name, without the unit.
    let name: String
    /// The text of the unit, or `nil` if the name has no unit.
    let unit: String?

    /// The names of time columns.
    static let times: Set<String> = [
        "t", "time", "times", "timestamp", "timestamps", "stamp", "sec", "secs", "seconds", "secondselapsed",
        "elapsed", "elapsedtime",
    ]
    /// The endings of the names of quaternion columns, in the order w, x, y and z.
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

    /// The unit of times in nanoseconds, or `nil` if times are in seconds.
    var nanoseconds: Int64? { unit.flatMap { Self.timeUnits[$0] } }

    /// A Boolean value that indicates whether the unit is a unit of time or the name has no unit.
    var isTime: Bool { unit.map { Self.timeUnits[$0] != nil || Self.seconds.contains($0) } ?? true }

    /// The unit of an angle, or `nil` if the name has no such unit.
    var angleUnit: EstimateConventions.AngleUnit? {
        guard let unit else { return nil }
        if Self.degrees.contains(unit) { return .degrees }
        return Self.radians.contains(unit) ? .radians : nil
    }

    /// Returns the name without an ending, or `nil` if the name does not have this ending.
    func prefix(before ending: String) -> String? {
        name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
    }

    /// Returns whether the name of a column denotes a quaternion. Digits at the end of such a name are the number of
    /// the component.
    static func isQuaternion(_ prefix: String) -> Bool {
        prefix.hasPrefix("q") || prefix.hasSuffix("q") || prefix.contains("quat")
    }

    private static func isUnit(_ text: String) -> Bool {
        timeUnits[text] != nil || seconds.contains(text) || degrees.contains(text) || radians.contains(text)
    }
}

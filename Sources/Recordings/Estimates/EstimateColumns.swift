import SensorModel

/// The columns of a file of estimates that contain times and orientations or positions.
struct EstimateColumns: Hashable {
    /// The columns of the orientations or positions.
    enum Content: Hashable {
        /// The fields of a quaternion in file order, and the component that each field contains.
        case quaternion(fields: [Int], components: [Component])
        /// The fields of roll, pitch and yaw, and their unit if the header names it.
        case angles(fields: [Int], unit: EstimateConventions.AngleUnit?)
        case positions(PositionColumns)

        /// The indices of the fields with orientations or positions, in file order.
        var fields: [Int] {
            switch self {
            case .quaternion(let fields, _), .angles(let fields, _): fields
            case .positions(let columns): columns.fields
            }
        }
    }

    /// A component of a quaternion.
    enum Component: Int, Hashable, CaseIterable {
        case w, x, y, z
    }

    /// The index of the field with the time.
    var time: Int
    /// The number of nanoseconds per unit of the times, or `nil` if the times are in seconds.
    var nanoseconds: Int64?
    var content: Content

    /// Creates the columns `t,w,x,y,z`. The unit of the times is the given number of nanoseconds.
    init(quaternionsWithNanoseconds nanoseconds: Int64) {
        time = 0
        self.nanoseconds = nanoseconds
        content = .quaternion(fields: [1, 2, 3, 4], components: [.w, .x, .y, .z])
    }

    /// Determines the columns of a file without column names from the number of fields in a row. The result is `nil` if
    /// the format is unknown.
    ///
    /// The positions in TUM and EuRoC files are in metres.
    init?(
        unnamed count: Int,
        isSpaced: Bool,
        firstField: String,
        content requested: EstimateConventions.Content? = nil
    ) {
        time = 0
        switch (count, isSpaced) {
        case (5, _): content = .quaternion(fields: [1, 2, 3, 4], components: [.w, .x, .y, .z])
        case (8, true): content = .quaternion(fields: [4, 5, 6, 7], components: [.x, .y, .z, .w])
        case (8..., false) where Int64(firstField) != nil:
            nanoseconds = 1
            content = .quaternion(fields: [4, 5, 6, 7], components: [.w, .x, .y, .z])
        default: return nil
        }
        guard requested == .positions else { return }
        guard count >= 8 else { return nil }
        content = .positions(PositionColumns(isGeodetic: false, fields: [1, 2, 3]))
    }

    /// Finds the columns by their names.
    ///
    /// - Parameters:
    ///   - names: the column names.
    ///   - requested: the estimates to read; `nil` for orientations, or positions if there are no orientations.
    /// - Throws: `InputError` if the times or the estimates are missing or ambiguous.
    init(named names: [String], content requested: EstimateConventions.Content? = nil) throws(InputError) {
        let labels = names.map(ColumnLabel.init)
        let times = labels.indices.filter { ColumnLabel.times.contains(labels[$0].name) }
        guard let time = times.first else {
            throw InputError(
                message: "there is no time column, such as t or timestamp_ns, among the columns \(Self.listed(names))",
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
        if requested != .positions, let orientation = try Self.orientation(labels, names) {
            content = orientation
        } else if requested != .orientations, let positions = try PositionColumns(labels, names) {
            content = .positions(positions)
        } else {
            throw Self.missing(requested, names)
        }
    }

    private static func missing(_ requested: EstimateConventions.Content?, _ names: [String]) -> InputError {
        let orientations = "quaternion (qw, qx, qy, qz) or angles (roll, pitch, yaw)"
        let positions = "position (latitude, longitude; or x, y in metres)"
        let (estimate, advice) =
            switch requested {
            case .positions: (positions, "name the columns of the position latitude and longitude, or x and y")
            case .orientations: (orientations, "name the columns of the quaternion qw, qx, qy and qz")
            case nil: ("\(orientations) or \(positions)", "name the columns of the quaternion qw, qx, qy and qz")
            }
        return InputError(message: "there is no \(estimate) among the columns \(listed(names))", advice: advice)
    }

    private static func orientation(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) -> Content? {
        if let quaternion = try quaternion(labels, names) { return quaternion }
        return try angles(labels, names)
    }

    private static func quaternion(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) -> Content? {
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

    private static func angles(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) -> Content? {
        let prefixes = Set(labels.compactMap { $0.prefix(before: "roll") }).sorted()
        let indices = indices(labels)
        let found = prefixes.compactMap { Self.fields($0, ["roll", "pitch", "yaw"], indices) }
        guard found.count < 2 else { throw ambiguous(found, names) }
        guard let fields = found.first else { return nil }
        let units = fields.map { labels[$0].angleUnit }
        guard Set(units).count == 1 else {
            throw InputError(
                message: "roll, pitch and yaw have different units",
                advice: "write all three in degrees, or all three in radians"
            )
        }
        return .angles(fields: fields, unit: units[0])
    }

    /// Returns the index of the first field with each name.
    private static func indices(_ labels: [ColumnLabel]) -> [String: Int] {
        Dictionary(zip(labels.map(\.name), labels.indices)) { first, _ in first }
    }

    /// Returns, for each suffix, the field whose name is the prefix followed by the suffix. The result is `nil` if such
    /// a field is missing.
    private static func fields(_ prefix: String, _ suffixes: [String], _ indices: [String: Int]) -> [Int]? {
        let fields = suffixes.compactMap { indices[prefix + $0] }
        return fields.count == suffixes.count ? fields : nil
    }

    private static func ambiguous(_ found: [[Int]], _ names: [String]) -> InputError {
        let first = found.prefix(3).map { "'\(names[$0[0]].excerpt)…'" }.joined(separator: " and ")
        let orientations = first + (found.count > 3 ? " and \(found.count - 3) more" : "")
        return InputError(
            message: "the columns contain several orientations: \(orientations)",
            advice: "remove or rename all but one of these orientations"
        )
    }

    private static func listed(_ names: [String]) -> String {
        let first = names.prefix(8).map { $0.excerpt }.joined(separator: ", ")
        return names.count > 8 ? "\(first)… (\(names.count) in all)" : first
    }
}

/// The columns of positions in a file of estimates.
struct PositionColumns: Hashable {
    /// A column of positions.
    enum Quantity: Int, CaseIterable {
        /// The latitude in degrees, or the east coordinate in metres.
        case first
        /// The longitude in degrees, or the north coordinate in metres.
        case second
        /// The height in metres.
        case height
        /// The radius in metres that contains 68 % of the horizontal errors, according to the file.
        case horizontalAccuracy
        /// The standard deviation of the height in metres, according to the file.
        case verticalAccuracy
        /// The floor of the building, a whole number.
        case floor
    }

    /// A Boolean value that indicates whether positions are latitude and longitude, and not in metres.
    let isGeodetic: Bool
    /// The quantities in file order.
    let quantities: [Quantity]
    /// The indices of the fields with the ``quantities``, in the same order.
    let fields: [Int]

    private static let geodeticNames = [["latitude", "lat"], ["longitude", "lon", "lng", "long"]]
    private static let localNames = [[["east"], ["north"]], [["x"], ["y"]], [["tx"], ["ty"]], [["px"], ["py"]]]
    private static let heights = ["altitude", "alt", "height", "h", "up", "elevation", "ele"]
    private static let localHeights = ["z", "tz", "pz"]
    private static let accuracies = ["horizontalaccuracy", "haccuracy", "hacc", "accuracy"]
    private static let verticalAccuracies = ["verticalaccuracy", "vaccuracy", "vacc"]
    private static let floors = ["floor", "floornumber"]

    /// Creates the columns of positions with these fields for the two coordinates and, optionally, the height.
    init(isGeodetic: Bool, fields: [Int]) {
        self.isGeodetic = isGeodetic
        self.fields = fields
        quantities = Array(Quantity.allCases.prefix(fields.count))
    }

    /// Finds the columns by their names. The result is `nil` if there are no columns of positions.
    ///
    /// - Throws: `InputError` if a column has an unsupported unit.
    init?(_ labels: [ColumnLabel], _ names: [String]) throws(InputError) {
        let field = { (known: [String]) in labels.firstIndex { known.contains($0.name) } }
        let pair = { (known: [[String]]) -> [Int]? in
            let fields = known.compactMap(field)
            return fields.count == 2 ? fields : nil
        }
        let geodetic = pair(Self.geodeticNames)
        guard let plane = geodetic ?? Self.localNames.lazy.compactMap(pair).first else { return nil }
        isGeodetic = geodetic != nil
        let others = [
            field(isGeodetic ? Self.heights : Self.heights + Self.localHeights), field(Self.accuracies),
            field(Self.verticalAccuracies), field(Self.floors),
        ]
        let found = zip(Quantity.allCases, plane.map(Optional.some) + others).compactMap { quantity, field in
            field.map { (quantity: quantity, field: $0) }
        }
        .sorted { $0.field < $1.field }
        quantities = found.map(\.quantity)
        fields = found.map(\.field)
        for (quantity, field) in found {
            let isAngle = isGeodetic && (quantity == .first || quantity == .second)
            guard !(isAngle ? labels[field].isDegrees : labels[field].isMetres) else { continue }
            let unit = isAngle ? "degrees" : "metres"
            throw InputError(
                message: "the unit of the column '\(names[field].excerpt)' is not \(unit)",
                advice: "write the values in \(unit)"
            )
        }
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
    /// The suffixes of the names of quaternion columns, in the order w, x, y and z.
    static let quaternions = [
        ["w", "x", "y", "z"], ["0", "1", "2", "3"], ["r", "i", "j", "k"], ["real", "i", "j", "k"],
    ]
    private static let timeUnits: [String: Int64] = [
        "ms": 1_000_000, "us": 1_000, "µs": 1_000, "μs": 1_000, "ns": 1,
    ]
    private static let seconds: Set<String> = ["s", "sec", "secs", "seconds"]
    private static let degrees: Set<String> = ["deg", "degree", "degrees", "°"]
    private static let radians: Set<String> = ["rad", "radian", "radians"]
    private static let metres: Set<String> = ["m", "metre", "metres", "meter", "meters"]

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

    /// The number of nanoseconds per unit of the times, or `nil` if the times are in seconds.
    var nanoseconds: Int64? { unit.flatMap { Self.timeUnits[$0] } }

    /// A Boolean value that indicates whether the unit is a unit of time or the name has no unit.
    var isTime: Bool { unit.map { Self.timeUnits[$0] != nil || Self.seconds.contains($0) } ?? true }

    /// The unit of an angle, or `nil` if the name contains no unit or another kind of unit.
    var angleUnit: EstimateConventions.AngleUnit? {
        guard let unit else { return nil }
        if Self.degrees.contains(unit) { return .degrees }
        return Self.radians.contains(unit) ? .radians : nil
    }

    /// A Boolean value that indicates whether the unit is degrees or the name has no unit.
    var isDegrees: Bool { unit.map(Self.degrees.contains) ?? true }

    /// A Boolean value that indicates whether the unit is metres or the name has no unit.
    var isMetres: Bool { unit.map(Self.metres.contains) ?? true }

    /// Returns the name without an ending, or `nil` if the name does not have this ending.
    func prefix(before ending: String) -> String? {
        name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
    }

    /// Returns whether a name such as `q` or `quat` indicates a quaternion. A digit after the name is then the number
    /// of a component.
    static func isQuaternion(_ prefix: String) -> Bool {
        prefix.hasPrefix("q") || prefix.hasSuffix("q") || prefix.contains("quat")
    }

    private static func isUnit(_ text: String) -> Bool {
        timeUnits[text] != nil || seconds.contains(text) || degrees.contains(text) || radians.contains(text)
            || metres.contains(text)
    }
}

import SensorModel

/// A parser of the description of one stream of a layout.
struct StreamParser {
    /// Keys of a stream that are also allowed under `defaults`.
    static let sharedKeys = [
        "file", "delimiter", "collapse", "header", "comment", "encoding", "decimalComma", "empty", "repeats",
        "backward", "notFile", "several", "start",
        "required", "time", "axes", "earth", "north", "direction", "sequence", "angleUnit",
        "evaluateWindow",
    ]
    static let keys =
        sharedKeys + [
            "columns", "optionalColumns", "unit", "sign", "scale", "where", "rows", "zeros", "plus", "beside",
            "uncalibrated",
        ]
    /// The keys that are allowed under `plus`.
    private static let addendKeys = ["file", "columns", "unit", "sign", "scale"]

    let kind: StreamKind
    let keys: YAMLMapping
    let words: LayoutWords

    func stream(container: Layout.Container) throws(InputError) -> StreamLayout {
        var format = try format()
        format.rowType = try rowType()
        let columns = try columns(hasHeader: format.hasHeader)
        let empty = try keys["empty"]?.choice("empty", ["nan": "nan", "skip": "skip", "error": "error"])
        return StreamLayout(
            kind: kind,
            file: try files(container).first ?? nil,
            neighbour: try neighbour(),
            format: format,
            time: try time(hasHeader: format.hasHeader),
            columns: columns,
            optionalColumns: try optionalColumns(of: columns),
            unitFactor: try unitFactor(columns),
            sign: try sign(),
            takesSignFromAttitude: try takesSignFromAttitude(),
            scale: try scale(),
            axes: try axes(),
            frame: try frame(),
            angles: try angles(of: columns),
            isRequired: try keys.flag("required") ?? true,
            evaluateWindow: try evaluateWindow(),
            filter: try filter(hasHeader: format.hasHeader),
            skipsEmpty: empty == "skip",
            skipsRepeats: try keys["repeats"]?.choice("repeats", ["keep": false, "skip": true]) ?? false,
            skipsBackward: try keys["backward"]?.choice("backward", ["error": false, "skip": true]) ?? false,
            skipsZeros: try vectorKey("zeros")?.choice("zeros", ["keep": false, "skip": true]) ?? false,
            isUncalibrated: try vectorKey("uncalibrated")?.flag("uncalibrated") ?? false,
            addends: try addends(container)
        )
    }

    private func neighbour() throws(InputError) -> StreamLayout.Neighbour? {
        guard let value = keys["beside"] else { return nil }
        let names = try value.mapping("beside").all
        guard names.count == 1, let name = names.first, !name.name.isEmpty else {
            throw value.error(
                message: "'beside' must have one entry: a part of the file name, and the text that replaces this part",
                advice: "write, for example, {imu: vi}"
            )
        }
        return StreamLayout.Neighbour(own: name.name, other: try name.value.text("beside"))
    }

    private func addends(_ container: Layout.Container) throws(InputError) -> [StreamLayout] {
        guard let plus = try vectorKey("plus")?.mapping("plus") else { return [] }
        try plus.allow(Self.addendKeys)
        let parent = keys.without("plus").without("zeros").without("uncalibrated")
        let parser = StreamParser(kind: kind, keys: plus.filled(from: parent), words: words)
        var addend = try parser.stream(container: container)
        addend.isAddend = true
        return [addend]
    }

    private func filter(hasHeader: Bool) throws(InputError) -> StreamLayout.RowFilter? {
        guard let filter = try keys.mapping("where") else { return nil }
        try filter.allow(["column", "is"])
        return StreamLayout.RowFilter(
            columns: try columnList(filter.required("column"), "column", hasHeader: hasHeader),
            text: try filter.required("is").text("is")
        )
    }

    private func axes() throws(InputError) -> BodyAxes? {
        guard let value = keys["axes"], kind.isVector || kind.hasOrientation else { return nil }
        let words = try value.texts("axes")
        if let axes = BodyAxes(words) { return axes }
        let axes = words.joined(separator: ", ")
        throw value.error(
            message: "'axes' is [\(axes)], but must be x, y and z in any order, with signs that make the "
                + "system right-handed",
            advice: "write, for example, [-y, x, z]"
        )
    }

    /// Returns the value of a key that only streams with vectors can have.
    private func vectorKey(_ key: String) throws(InputError) -> YAMLValue? {
        guard let value = keys[key], !kind.isVector else { return keys[key] }
        throw value.error(message: "a stream without vectors cannot have '\(key)'", advice: "remove '\(key)'")
    }

    private func format() throws(InputError) -> DelimitedFormat {
        var format = DelimitedFormat()
        if let delimiter = keys["delimiter"] {
            let bytes = try delimiters(delimiter)
            format.delimiter = bytes[0]
            format.alternativeDelimiters = Array(bytes.dropFirst())
        }
        if let comment = keys["comment"] {
            format.comment = try comment.text("comment") == "none" ? nil : byte(comment, "comment")
        }
        format.collapsesDelimiters = try keys.flag("collapse") ?? false
        format.headerRows = try headerRows()
        format.start = try keys.text("start").map { Int($0).map(DelimitedFormat.Start.line) ?? .pattern($0) }
        format.hasDecimalComma = try keys.flag("decimalComma") ?? false
        // The rows of other sensors, which `where` excludes, may have fewer values.
        format.emptyIsNaN =
            try keys["empty"]?.choice("empty", ["nan": true, "skip": true, "error": false]) ?? (keys["where"] != nil)
        let encodings: KeyValuePairs = ["utf-8": false, "windows-1252": true]
        format.acceptsWindows1252 = try keys["encoding"]?.choice("encoding", encodings) ?? false
        return format
    }

    private func headerRows() throws(InputError) -> Int {
        guard let value = keys["header"] else { return 1 }
        if keys["rows"] != nil, try value.text("header") == Self.inComments { return 1 }
        if let rows = Int(try value.text("header")), rows > 0, rows < 10 { return rows }
        return try value.flag("header") ? 1 : 0
    }

    private func delimiters(_ value: YAMLValue) throws(InputError) -> [UInt8] {
        guard value.isList else { return [try byte(value, "delimiter")] }
        let bytes = try value.items("delimiter").map { item throws(InputError) in try byte(item, "delimiter") }
        guard bytes.isEmpty else { return bytes }
        throw value.error(message: "the list of delimiters is empty", advice: "add a delimiter")
    }

    /// Parses a key whose value is a single ASCII character or the character's name.
    private func byte(_ value: YAMLValue, _ key: String) throws(InputError) -> UInt8 {
        switch try value.text(key) {
        case "comma": return UInt8(ascii: ",")
        case "semicolon": return UInt8(ascii: ";")
        case "tab": return UInt8(ascii: "\t")
        case "space": return UInt8(ascii: " ")
        case let text:
            let forbidden = Array("\"\r\n".utf8)
            if let byte = text.utf8.first, text.utf8.count == 1, !forbidden.contains(byte) { return byte }
            throw value.error(
                message: "\(key) '\(text)' must be comma, semicolon, tab, space or a single ASCII character",
                advice: NearestName.hint(for: text, among: ["comma", "semicolon", "tab", "space"])
            )
        }
    }

    /// Parses a value that lists the possible columns for one key: a name or position, or a list of names or positions.
    func columnList(_ value: YAMLValue, _ key: String, hasHeader: Bool) throws(InputError) -> [DelimitedColumn] {
        var list: [DelimitedColumn] = []
        for item in value.isList ? try value.items(key) : [value] {
            list += try column(item, key, hasHeader: hasHeader)
        }
        guard list.isEmpty else { return list }
        throw value.error(message: "'\(key)' contains no column", advice: "add the name or the position of a column")
    }

    private func column(_ value: YAMLValue, _ key: String, hasHeader: Bool) throws(InputError) -> [DelimitedColumn] {
        let text = try value.text(key)
        let position = Int(text).flatMap { $0 > 0 ? $0 : nil }
        // In a file with a header, a number selects a column without a unique name.
        if hasHeader {
            return words.expanded(text).map(DelimitedColumn.named) + (position.map { [.position($0)] } ?? [])
        }
        guard let position else {
            throw value.error(
                message: "'\(text)' for '\(key)' must be a column number, counted from 1, because this layout is "
                    + "for files without a header",
                advice: "write the number of the column, or add 'header: true' if the files have a header"
            )
        }
        return [.position(position)]
    }

    private func columns(hasHeader: Bool) throws(InputError) -> [ColumnRole: [DelimitedColumn]] {
        let named = try keys.required("columns").mapping("columns")
        try named.allow((kind.requiredRoles + kind.optionalRoles + kind.rotationRoles).map(\.rawValue))
        var columns: [ColumnRole: [DelimitedColumn]] = [:]
        for (name, value) in named.all {
            guard let role = ColumnRole(rawValue: name) else { continue }
            columns[role] = try columnList(value, name, hasHeader: hasHeader)
        }
        for role in kind.requiredRoles(for: Set(columns.keys)) { _ = try named.required(role.rawValue) }
        let positions = ColumnRole.position.filter { columns[$0] != nil }
        guard positions.isEmpty || positions.count == 3 || kind == .waypoints, !columns.isEmpty else {
            throw named.value.error(
                message: "the stream '\(kind.rawValue)' has "
                    + "\(columns.isEmpty ? "no columns" : "an incomplete position: px, py and pz are needed")",
                advice: "add the missing columns"
            )
        }
        return columns
    }

    private func optionalColumns(of columns: [ColumnRole: [DelimitedColumn]]) throws(InputError) -> Set<ColumnRole> {
        let candidates = kind.optionalRoles.filter { columns[$0] != nil }
        var roles: Set<ColumnRole> = []
        for item in try keys.items("optionalColumns") ?? [] {
            let name = try item.text("optionalColumns")
            guard let role = candidates.first(where: { $0.rawValue == name }) else {
                let words = candidates.map(\.rawValue)
                let choices = words.isEmpty ? "" : ": use one of \(words.joined(separator: ", "))"
                throw item.error(
                    message: "'\(name)' is not an optional column of the stream '\(kind.rawValue)'\(choices)",
                    advice: NearestName.hint(for: name, among: words) ?? "remove '\(name)'"
                )
            }
            roles.insert(role)
        }
        return roles
    }

    /// Returns the factor that converts values of the stream to the unit of ``Recording``. If the file's header names
    /// the unit, returns 1, because the reader then determines the factor from the header.
    private func unitFactor(_ columns: [ColumnRole: [DelimitedColumn]]) throws(InputError) -> Double {
        if kind.hasPosition, keys["sign"] == nil, let unit = keys["unit"] {
            return try unit.choice("unit", ["m": 1, "cm": 0.01, "mm": 0.001])
        }
        guard kind.isVector else {
            if kind.hasPosition, let value = keys["sign"] {
                throw value.error(
                    message: "the stream '\(kind.rawValue)' cannot have 'sign'",
                    advice: "remove 'sign' from this stream"
                )
            }
            if let value = keys["unit"] ?? keys["sign"] {
                throw value.error(
                    message: "the stream '\(kind.rawValue)' can have neither 'unit' nor 'sign'",
                    advice: "remove 'unit' and 'sign' from this stream"
                )
            }
            return 1
        }
        let namesUnit = columns.values.joined().allSatisfy { column in
            if case .named(let name) = column { name.contains("{unit}") } else { false }
        }
        guard keys["unit"] != nil || !namesUnit else { return 1 }
        return try keys.required("unit").choice("unit", kind.units)
    }

    private func sign() throws(InputError) -> Double {
        guard !(try takesSignFromAttitude()) else { return 1 }
        return try keys["sign"]?.choice("sign", ["1": 1.0, "+1": 1.0, "-1": -1.0]) ?? 1
    }

    private func takesSignFromAttitude() throws(InputError) -> Bool {
        guard kind == .accelerometer, let value = keys["sign"] else { return false }
        return try value.text("sign") == "attitude"
    }

    private func angles(of columns: [ColumnRole: [DelimitedColumn]]) throws(InputError) -> StreamLayout.Angles? {
        guard columns[.yaw] != nil else { return nil }
        let value = try keys.required("sequence")
        let text = try value.text("sequence")
        guard let sequence = EulerSequence(rawValue: text) else {
            let names = EulerSequence.allCases.map(\.rawValue).joined(separator: ", ")
            throw value.error(
                message: "unknown sequence of rotations '\(text)': use one of \(names)",
                advice: "write, for example, zyx for yaw, then pitch, then roll"
            )
        }
        let degrees = try keys["angleUnit"]?.choice("angleUnit", ["deg": 1, "rad": 180 / Double.pi])
        return StreamLayout.Angles(sequence: sequence, degrees: degrees ?? 1)
    }

    private func scale() throws(InputError) -> Double {
        guard let value = try vectorKey("scale") else { return 1 }
        let scale = try value.number("scale")
        guard scale > 0, scale.isFinite else {
            throw value.error(
                message: "scale \(scale) must be a finite number above 0",
                advice: "to invert the values, write 'sign: -1'"
            )
        }
        return scale
    }

    private func frame() throws(InputError) -> EarthFrame {
        var frame = EarthFrame()
        guard kind.hasOrientation else { return frame }
        if let value = keys["direction"] { frame.direction = try value.choice("direction") }
        guard kind.hasEarthFrame else { return frame }
        if let value = keys["earth"] { frame.axes = try value.choice("earth") }
        if let value = keys["north"] { frame.north = try value.choice("north") }
        return frame
    }

    private func evaluateWindow() throws(InputError) -> ClosedRange<Double>? {
        guard kind == .reference, let value = keys["evaluateWindow"] else { return nil }
        return try value.interval("evaluateWindow")
    }
}

extension YAMLValue {
    /// Parses a time interval `[from, to]` in seconds.
    func interval(_ key: String) throws(InputError) -> ClosedRange<Double> {
        let ends = try items(key).map { item throws(InputError) in try item.number(key) }
        guard ends.count == 2, ends[0] <= ends[1] else {
            throw error(
                message: "\(key) is [\(ends.map { "\($0)" }.joined(separator: ", "))], but must be [from, to] in "
                    + "seconds, in ascending order"
            )
        }
        return ends[0]...ends[1]
    }
}

/// A rotation between the axes of a file and the axes of the device. Each axis of the device is an axis of the file or
/// its opposite.
public struct BodyAxes: Sendable, Hashable {
    private let rows: Matrix3
    /// The rotation from device coordinates to file coordinates.
    let toFile: UnitQuaternion

    /// Creates the rotation from the names of the device's x, y and z axes in the file's frame, such as `-y`, `x`, `z`.
    /// The result is `nil` if the names do not describe a right-handed rotation.
    public init?(_ words: [String]) {
        let axes = ["x": Vector3(1, 0, 0), "y": Vector3(0, 1, 0), "z": Vector3(0, 0, 1)]
        let vectors = words.compactMap { word -> Vector3? in
            guard let axis = axes[String(word.drop { $0 == "-" || $0 == "+" })], word.count <= 2 else { return nil }
            return word.hasPrefix("-") ? -axis : axis
        }
        guard vectors.count == 3, words.count == 3, vectors[0].cross(vectors[1]) == vectors[2] else { return nil }
        rows = Matrix3(rows: vectors[0], vectors[1], vectors[2])
        // Each vector is a device axis in file coordinates, which is a column of the rotation from device to file.
        toFile = UnitQuaternion(columns: vectors[0], vectors[1], vectors[2])
    }

    /// Converts a vector from file coordinates to device coordinates.
    func device(_ vector: Vector3) -> Vector3 { rows * vector }
}

extension StreamParser {
    /// The value of `header` if the column names are in a comment line.
    static let inComments = "comment"

    /// Parses the stream. Returns one layout for each file that may contain the stream.
    func streams(container: Layout.Container) throws(InputError) -> [StreamLayout] {
        var stream = try stream(container: container)
        stream.excludedFiles = try keys["notFile"]?.texts("notFile").flatMap(words.expanded) ?? []
        stream.allowsSeveral = try keys["several"]?.choice("several", ["first": true, "error": false]) ?? true
        return try files(container).map { file in
            var alternative = stream
            alternative.file = file
            return alternative
        }
    }

    /// Returns the names of the files that may contain the stream. In a layout of single files, returns a single `nil`.
    func files(_ container: Layout.Container) throws(InputError) -> [String?] {
        switch container {
        case .folder, .fileOrFolder:
            let value = try keys.required("file")
            let files = try value.texts("file").flatMap(words.expanded)
            guard files.isEmpty else { return files }
            throw value.error(message: "the stream '\(kind.rawValue)' has no file", advice: "add a file name to 'file'")
        case .file:
            guard let file = keys["file"] else { return [nil] }
            throw file.error(
                message: "a stream cannot have 'file', because recordings of this layout are single files",
                advice: "remove 'file', or write 'recording: folder'"
            )
        }
    }

    /// Returns the type of the stream's rows, or `nil` if the rows of the file have no types.
    func rowType() throws(InputError) -> DelimitedFormat.RowType? {
        guard let value = keys["rows"] else { return nil }
        let rows = try value.mapping("rows")
        try rows.allow(["column", "is"])
        let column = try rows.text("column") ?? "1"
        guard let position = Int(column), position > 0 else {
            throw value.error(
                message: "'column' of 'rows' is '\(column)', but must be the number of the column with the row types, "
                    + "counted from 1"
            )
        }
        return DelimitedFormat.RowType(
            column: position,
            text: try rows.required("is").text("is"),
            hasHeaderInComments: try keys.text("header") == Self.inComments
        )
    }
}

extension StreamParser {
    private static let notations: KeyValuePairs<String, StampNotation> = [
        "s": .number(nanoseconds: 1_000_000_000), "ms": .number(nanoseconds: 1_000_000),
        "100us": .number(nanoseconds: 100_000), "us": .number(nanoseconds: 1000), "ns": .number(nanoseconds: 1),
        "datetime": .dateTime, "clock": .clock,
    ]

    func time(hasHeader: Bool) throws(InputError) -> TimeLayout {
        let time = try keys.required("time").mapping("time")
        try time.allow(["column", "unit", "origin", "rate", "unix", "clockOffset", "wrap"])
        let source: TimeLayout.Source
        if let rate = time["rate"] {
            source = try rateSource(rate, time)
        } else {
            source = .column(try timeColumn(time, hasHeader: hasHeader))
        }
        let origin = try origin(time, source)
        return TimeLayout(
            source: source,
            origin: origin,
            unixColumn: try unixColumn(time, hasHeader: hasHeader),
            wrap: try wrap(time, source, origin),
            usesClockOffset: try time.flag("clockOffset") ?? false
        )
    }

    private func timeColumn(_ keys: YAMLMapping, hasHeader: Bool) throws(InputError) -> TimeLayout.Column {
        TimeLayout.Column(
            columns: try columnList(keys.required("column"), "column", hasHeader: hasHeader),
            notation: try keys["unit"]?.choice("unit", Self.notations) ?? .number(nanoseconds: 1_000_000_000)
        )
    }

    private func rateSource(_ value: YAMLValue, _ time: YAMLMapping) throws(InputError) -> TimeLayout.Source {
        var rate: Double?
        if !value.isList, Double(try value.text("rate")) != nil { rate = try value.number("rate") }
        let isPossible = rate.map(Setting.rowRate.accepts) ?? true
        guard isPossible, time["column"] == nil, time["unit"] == nil, time["origin"] == nil else {
            throw value.error(
                message: isPossible
                    ? "'rate' cannot be combined with 'column', 'unit' or 'origin'"
                    : "rate \(rate ?? 0) must be \(Setting.rowRate.expectation)"
            )
        }
        if let rate { return .rate(rate) }
        return .rateColumn(try columnList(value, "rate", hasHeader: true))
    }

    /// Returns the time from which a clock counts. The origin `start` is for times that are read in seconds. Times in
    /// nanoseconds, dates and times of day are read in whole nanoseconds, so `start` is an error for these times.
    private func origin(_ time: YAMLMapping, _ source: TimeLayout.Source) throws(InputError) -> TimeLayout.Origin {
        guard case .column(let column) = source else { return .start }
        let usual: TimeLayout.Origin =
            switch column.notation {
            case .dateTime: .unix
            case .clock, .number(nanoseconds: 1): .boot
            case .number: .start
            }
        guard let value = time["origin"] else { return usual }
        let origin: TimeLayout.Origin = try value.choice("origin")
        guard origin != .start || usual == .start, column.notation != .dateTime || origin == .unix else {
            throw value.error(
                message: "times in this unit cannot have 'origin: \(origin.rawValue)'",
                advice: "remove 'origin'; the default is 'origin: \(usual.rawValue)'"
            )
        }
        return origin
    }

    /// Returns the time in nanoseconds at which the clock wraps around to zero. The layout states this time in the unit
    /// of the time column.
    private func wrap(
        _ time: YAMLMapping,
        _ source: TimeLayout.Source,
        _ origin: TimeLayout.Origin
    ) throws(InputError) -> Int64? {
        guard let value = time["wrap"] else { return nil }
        let wrap = try value.text("wrap")
        guard case .column(let column) = source, case .number(let nanoseconds) = column.notation, origin != .start
        else {
            throw value.error(
                message: "'wrap' is only for times in s, ms, 100us, us or ns with the origin boot, unix or gps",
                advice: "set 'origin: boot' or remove 'wrap'"
            )
        }
        guard let count = Int64(wrap), count > 0, count <= StampText.limit / nanoseconds else {
            throw value.error(
                message: "wrap is '\(wrap)', but must be a positive integer of at most 146 years",
                advice: "write the value at which the counter starts again at 0"
            )
        }
        return count * nanoseconds
    }

    private func unixColumn(_ time: YAMLMapping, hasHeader: Bool) throws(InputError) -> TimeLayout.Column? {
        guard let value = time["unix"] else { return nil }
        let keys = try value.mapping("unix")
        try keys.allow(["column", "unit"])
        return try timeColumn(keys, hasHeader: hasHeader)
    }
}

/// Reads the description of one stream of a layout.
struct StreamParser {
    /// Keys that may stand under `defaults` too.
    static let sharedKeys = [
        "file", "delimiter", "collapse", "header", "comment", "decimalComma", "empty", "required", "time", "earth",
        "north",
        "direction", "evaluateWindow",
    ]
    static let keys = sharedKeys + ["columns", "optionalColumns", "unit", "sign"]

    let kind: StreamKind
    let keys: YAMLMapping

    func stream(container: Layout.Container) throws(InputError) -> StreamLayout {
        let format = try format()
        let columns = try columns(hasHeader: format.hasHeader)
        return StreamLayout(
            kind: kind,
            file: try file(container),
            format: format,
            time: try time(hasHeader: format.hasHeader),
            columns: columns,
            optionalColumns: try optionalColumns(of: columns),
            factor: try factor(),
            frame: try frame(),
            isRequired: try keys.flag("required") ?? true,
            evaluateWindow: try evaluateWindow()
        )
    }

    private func file(_ container: Layout.Container) throws(InputError) -> String? {
        switch container {
        case .folder: return try keys.required("file").text("file")
        case .file:
            guard let file = keys["file"] else { return nil }
            throw file.error(
                found: "a file for \(kind.rawValue)",
                expected: "none in a layout whose recordings are single files",
                remedy: "remove it, or write recording: folder"
            )
        }
    }

    private func format() throws(InputError) -> DelimitedFormat {
        var format = DelimitedFormat()
        if let delimiter = keys["delimiter"] { format.delimiter = try byte(delimiter, "delimiter") }
        if let comment = keys["comment"] {
            format.comment = try comment.text("comment") == "none" ? nil : byte(comment, "comment")
        }
        format.collapsesDelimiters = try keys.flag("collapse") ?? false
        format.hasHeader = try keys.flag("header") ?? true
        format.hasDecimalComma = try keys.flag("decimalComma") ?? false
        format.emptyIsNaN = try keys["empty"]?.choice("empty", ["nan": true, "error": false]) ?? false
        return format
    }

    /// A single ASCII character, or its name.
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
                found: "\(key) '\(text)'",
                expected: "comma, semicolon, tab, space or a single character",
                remedy: YAMLValue.hint(text, ["comma", "semicolon", "tab", "space"]) ?? "choose one of them"
            )
        }
    }

    private func time(hasHeader: Bool) throws(InputError) -> TimeLayout {
        let time = try keys.required("time").mapping("time")
        try time.allow(["column", "unit", "clockOffset"])
        let unit = try time["unit"]?.choice("unit", ["s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9])
        return TimeLayout(
            column: try column(time.required("column"), "column", hasHeader: hasHeader),
            unit: unit ?? 1,
            usesClockOffset: try time.flag("clockOffset") ?? false
        )
    }

    private func column(_ value: YAMLValue, _ key: String, hasHeader: Bool) throws(InputError) -> DelimitedColumn {
        let text = try value.text(key)
        if hasHeader { return .named(text) }
        guard let place = Int(text), place > 0 else {
            throw value.error(
                found: "column '\(text)' for \(key)",
                expected: "the place of a column, from 1, because there is no header",
                remedy: "give its place, or write header: true"
            )
        }
        return .position(place)
    }

    private func columns(hasHeader: Bool) throws(InputError) -> [ColumnRole: DelimitedColumn] {
        let named = try keys.required("columns").mapping("columns")
        try named.allow((kind.requiredRoles + kind.optionalRoles).map(\.rawValue))
        var columns: [ColumnRole: DelimitedColumn] = [:]
        for (name, value) in named.all {
            guard let role = ColumnRole(rawValue: name) else { continue }
            columns[role] = try column(value, name, hasHeader: hasHeader)
        }
        for role in kind.requiredRoles { _ = try named.required(role.rawValue) }
        let positions = ColumnRole.position.filter { columns[$0] != nil }
        guard positions.isEmpty || positions.count == 3, !columns.isEmpty else {
            throw named.value.error(
                found: "\(columns.isEmpty ? "no columns" : "a part of a position") for \(kind.rawValue)",
                expected: columns.isEmpty ? "at least one" : "px, py and pz",
                remedy: "complete the columns"
            )
        }
        return columns
    }

    private func optionalColumns(of columns: [ColumnRole: DelimitedColumn]) throws(InputError) -> Set<ColumnRole> {
        let candidates = kind.optionalRoles.filter { columns[$0] != nil }
        var roles: Set<ColumnRole> = []
        for item in try keys.items("optionalColumns") ?? [] {
            let name = try item.text("optionalColumns")
            guard let role = candidates.first(where: { $0.rawValue == name }) else {
                let words = candidates.map(\.rawValue)
                throw item.error(
                    found: "the optional column '\(name)'",
                    expected: words.isEmpty ? "none for \(kind.rawValue)" : "one of \(words.joined(separator: ", "))",
                    remedy: YAMLValue.hint(name, words) ?? "remove it"
                )
            }
            roles.insert(role)
        }
        return roles
    }

    /// The unit's factor times the sign.
    private func factor() throws(InputError) -> Double {
        guard kind.units.count > 0 else {
            if let value = keys["unit"] ?? keys["sign"] {
                throw value.error(found: "a unit or sign for \(kind.rawValue)", expected: "none", remedy: "remove it")
            }
            return 1
        }
        let unit = try keys.required("unit").choice("unit", kind.units)
        let sign = try keys["sign"]?.choice("sign", ["1": 1.0, "+1": 1.0, "-1": -1.0])
        return unit * (sign ?? 1)
    }

    private func frame() throws(InputError) -> EarthFrame {
        var frame = EarthFrame()
        guard kind.hasEarthFrame else { return frame }
        if let value = keys["earth"] {
            frame.axes = try value.choice("earth", ["ENU": .eastNorthUp, "NWU": .northWestUp, "NED": .northEastDown])
        }
        if let value = keys["north"] {
            frame.north = try value.choice("north", ["true": .trueNorth, "magnetic": .magnetic])
        }
        if let value = keys["direction"] {
            frame.direction = try value.choice(
                "direction",
                ["device-to-earth": .deviceToEarth, "earth-to-device": .earthToDevice]
            )
        }
        return frame
    }

    private func evaluateWindow() throws(InputError) -> ClosedRange<Double>? {
        guard kind == .reference, let value = keys["evaluateWindow"] else { return nil }
        return try value.interval("evaluateWindow")
    }
}

extension YAMLValue {
    /// `[from, to]` in seconds.
    func interval(_ key: String) throws(InputError) -> ClosedRange<Double> {
        let ends = try items(key).map { item throws(InputError) in try item.number(key) }
        guard ends.count == 2, ends[0] <= ends[1] else {
            throw error(
                found: "\(ends.map { "\($0)" }.joined(separator: ", ")) for \(key)",
                expected: "[from, to] in seconds, in that order",
                remedy: "correct it"
            )
        }
        return ends[0]...ends[1]
    }
}

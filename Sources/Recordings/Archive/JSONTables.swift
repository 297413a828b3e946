/// The tables of a JSON file.
///
/// An array of objects is a table with a row per object, and so are JSON Lines. Objects with a text in `sensor`, `name` or
/// `type` are rows of the table with that name. Members of nested objects are columns such as `values.x`, elements of
/// arrays of numbers columns such as `values.1`. In an object whose members are arrays of numbers, each member is a
/// column.
package struct JSONTables {
    private let path: String
    private var tables: [(name: String, table: GrowingTable)] = []
    /// The table of the previous record.
    private var last = 0
    /// The bytes that the tables may have, and those of the tables so far.
    private var bytes = (maximum: 0, count: 0)

    private static let maximumTables = 256
    /// The bytes of the tables for each byte of the file: records with different members have empty cells.
    private static let maximumExpansion = 8
    /// The bytes that the tables of a short file may have.
    private static let freeBytes = 1 << 20
    private static let tableKeys = ["sensor", "name", "type"].map { Array($0.utf8) }
    /// The name of a table of records without a name.
    private static let unnamed = "rows"
    /// The name of the table with the single values of the file.
    private static let single = "Metadata"

    /// Reads a file.
    ///
    /// - Throws: ``InputError`` with line and column for text that is not JSON, is too long, or has no table.
    package init(path: String) throws(InputError) {
        self.path = path
        var values = try JSONSequence(ByteSource(path: path, fingerprint: nil, access: .repeatable))
        guard let first = try values.next()?.value else { throw noTable() }
        bytes.maximum = max(Self.freeBytes, Self.maximumExpansion * first.text.bytes.count)
        if let second = try values.next()?.value {
            // JSON Lines: each value is a record.
            try record(first, path: "")
            try record(second, path: "")
            while let value = try values.next()?.value { try record(value, path: "") }
        } else if first.kind == .object {
            try container(first, path: "")
            if let place = tables.firstIndex(where: { $0.name == Self.single }) { tables[place].table.endRow() }
        } else {
            try array(first, path: "")
        }
        guard !tables.isEmpty else { throw noTable() }
    }

    /// Passes the tables to `body` in the order of their first rows.
    package func forEachTable(_ body: TableExport.TableBody) throws(InputError) {
        for (name, table) in tables { try body(name, table.write) }
    }

    private func noTable() -> InputError {
        InputError(
            file: path,
            found: "JSON without a table",
            expected: "an array of objects, or arrays of numbers",
            remedy: "export the recording again as CSV"
        )
    }

    /// Adds the tables in an object that is not a row.
    private mutating func container(_ object: JSONValue, path: String) throws(InputError) {
        var columns: [(name: String, cells: [ArraySlice<UInt8>])] = []
        var singles: [(name: String, cell: ArraySlice<UInt8>)] = []
        try object.forEachMember { name, value throws(InputError) in
            let name = name.string ?? ""
            let full = path.isEmpty ? name : "\(path).\(name)"
            switch value.kind {
            case .object: try container(value, path: full)
            case .array:
                guard let first = value.firstElement else { return }
                if first.kind == .object || first.kind == .array { return try array(value, path: full) }
                var cells: [ArraySlice<UInt8>] = []
                try value.forEachElement { cells.append($0.cell) }
                columns.append((name, cells))
            default: singles.append((full, value.cell))
            }
        }
        if !singles.isEmpty {
            let place = try table(Self.single, at: object)
            for (name, cell) in singles { tables[place].table.set(Array(name.utf8)[...], cell) }
        }
        try add(columns, path: path, object)
    }

    /// Adds a table with columns of equal length; columns of another length are an error.
    private mutating func add(
        _ columns: [(name: String, cells: [ArraySlice<UInt8>])],
        path: String,
        _ object: JSONValue
    ) throws(InputError) {
        guard let first = columns.first else { return }
        for column in columns where column.cells.count != first.cells.count {
            throw object.error(
                found: "\(first.cells.count) values in '\(first.name)' and \(column.cells.count) in '\(column.name)'",
                expected: "arrays of one length in an object",
                remedy: "export the recording again, or write a row per object"
            )
        }
        let place = try table(path.isEmpty ? Self.unnamed : path, at: object)
        let names = columns.map { Array($0.name.utf8)[...] }
        for row in first.cells.indices {
            for (name, column) in zip(names, columns) { tables[place].table.set(name, column.cells[row]) }
            try endRow(of: place, at: object)
        }
    }

    /// Adds the rows of an array of objects or of arrays.
    private mutating func array(_ value: JSONValue, path: String) throws(InputError) {
        try value.forEachElement { element throws(InputError) in try record(element, path: path) }
    }

    /// Adds a row.
    private mutating func record(_ value: JSONValue, path: String) throws(InputError) {
        guard value.kind == .object || value.kind == .array else { return }
        let key = value.tableKey(among: Self.tableKeys)
        let name = key.map { String(decoding: $0.cell, as: UTF8.self) } ?? (path.isEmpty ? Self.unnamed : path)
        let place = try table(name, at: value)
        try cells(of: value, prefix: [], except: key?.offset, in: place, path: path)
        try endRow(of: place, at: value)
    }

    /// Ends a row. Many names of values and many short records are more bytes than the memory has.
    private mutating func endRow(of place: Int, at value: JSONValue) throws(InputError) {
        bytes.count -= tables[place].table.maximumBytes
        tables[place].table.endRow()
        bytes.count += tables[place].table.maximumBytes
        guard bytes.count > bytes.maximum else { return }
        throw value.error(
            found: "tables with more than \(Self.maximumExpansion) times the file's bytes, most of them empty cells",
            expected: "records with the same names of values",
            remedy: "export the recording again as CSV"
        )
    }

    /// Sets the cells of the current row from the members of an object or the elements of an array.
    private mutating func cells(
        of value: JSONValue,
        prefix: [UInt8],
        except key: Int?,
        in place: Int,
        path: String
    ) throws(InputError) {
        var number = 0
        let point = prefix.isEmpty ? [] : prefix + [UInt8(ascii: ".")]
        try value.forEachElement { element throws(InputError) in
            number += 1
            try cell(element, (point + Array("\(number)".utf8))[...], in: place, path: path)
        }
        try value.forEachMember { name, member throws(InputError) in
            guard member.offset != key else { return }
            try cell(member, point.isEmpty ? name.cell : (point + name.cell)[...], in: place, path: path)
        }
    }

    private mutating func cell(
        _ value: JSONValue,
        _ name: ArraySlice<UInt8>,
        in place: Int,
        path: String
    ) throws(InputError) {
        switch value.kind {
        case .object: try cells(of: value, prefix: Array(name), except: nil, in: place, path: path)
        case .array:
            guard value.firstElement?.kind != .object else {
                let name = String(decoding: name, as: UTF8.self)
                return try array(value, path: path.isEmpty ? name : "\(path).\(name)")
            }
            try cells(of: value, prefix: Array(name), except: nil, in: place, path: path)
        default:
            guard !tables[place].table.isFull else {
                throw value.error(
                    found: "more than \(GrowingTable.maximumColumns) names of values in one table",
                    expected: "a name per column",
                    remedy: "export the recording again as CSV"
                )
            }
            tables[place].table.set(name, value.cell)
        }
    }

    /// The position of the table with a name, which is added if it is new.
    private mutating func table(_ name: String, at value: JSONValue) throws(InputError) -> Int {
        let name = TableExport.fileName(name)
        if last < tables.count, tables[last].name == name { return last }
        if let known = tables.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
            last = known
            return known
        }
        guard tables.count < Self.maximumTables else {
            throw value.error(
                found: "more than \(Self.maximumTables) names of tables",
                expected: "a name per sensor",
                remedy: "export the recording again as CSV"
            )
        }
        tables.append((name, GrowingTable()))
        last = tables.count - 1
        return last
    }
}

extension JSONValue {
    /// The bytes of a string without quotation marks, or of a number; empty for null.
    fileprivate var cell: ArraySlice<UInt8> {
        switch kind {
        case .string:
            let content = text.bytes[(offset + 1)..<(end - 1)]
            return content.contains(UInt8(ascii: "\\")) ? Array((string ?? "").utf8)[...] : content
        case .null: return []
        default: return text.bytes[offset..<end]
        }
    }

    /// The first element of an array; nil for other values and for an empty array.
    fileprivate var firstElement: JSONValue? {
        guard kind == .array else { return nil }
        let first = JSONChecker.skipSpaces(text.bytes, from: offset + 1)
        return text.bytes[first] == UInt8(ascii: "]") ? nil : JSONValue(text: text, offset: first)
    }

    /// The value of the first of some keys that has a text; nil without such a key.
    fileprivate func tableKey(among keys: [[UInt8]]) -> JSONValue? {
        var found: (rank: Int, value: JSONValue)?
        forEachMember { name, value in
            guard value.kind == .string, let rank = keys.firstIndex(where: { name.cell.elementsEqual($0) }) else {
                return
            }
            if rank < found?.rank ?? .max { found = (rank, value) }
        }
        return found?.value
    }
}

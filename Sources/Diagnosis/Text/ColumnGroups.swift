/// A group of columns that belong together: the axes of a vector, or the components of a quaternion.
struct ColumnGroup: Hashable {
    /// The index of the columns' file among the files of the log.
    let file: Int
    /// The indices of the columns, in the order x, y, z for a vector and w, x, y, z for a named quaternion.
    var fields: [Int]
    /// The common part of the columns' names, without the axis; empty if the columns have no names.
    var stem: String
    /// A Boolean value that indicates whether the columns' names determine their order.
    var isNamed: Bool
    /// A Boolean value that indicates whether a name identifies the first of four columns as the scalar part.
    var hasNamedScalar = false
}

extension LogFile {
    /// Returns the groups of columns whose names differ only in the axis. The axes of a vector are x, y, z or 1, 2, 3.
    /// A quaternion also has w or 0.
    func namedGroups(file: Int, without time: Int?) -> [ColumnGroup] {
        var fields: [[Character]: Int] = [:]
        let numeric = columns.filter { $0.content == .numbers && $0.field != time && !$0.name.isEmpty }
        let counts = Dictionary(grouping: numeric) { $0.name.lowercased() }.mapValues(\.count)
        let usable = numeric.filter { counts[$0.name.lowercased()] == 1 }
        for column in usable { fields[Array(column.name.lowercased())] = column.field }
        var groups: [ColumnGroup] = []
        var used: Set<Int> = []
        for column in usable where !used.contains(column.field) {
            guard let group = group(at: Array(column.name.lowercased()), fields, file: file, used) else { continue }
            groups.append(group)
            used.formUnion(group.fields)
        }
        return groups
    }

    private static let quaternionAxes: [[Character]] = [
        ["w", "x", "y", "z"], ["0", "1", "2", "3"], ["1", "2", "3", "4"],
    ]
    /// The axes of vectors. The letters p, q and r are the angular rates of aeronautics.
    private static let vectorAxes: [[Character]] = [
        ["x", "y", "z"], ["1", "2", "3"], ["0", "1", "2"], ["p", "q", "r"],
    ]

    private func group(
        at name: [Character],
        _ fields: [[Character]: Int],
        file: Int,
        _ used: Set<Int>
    ) -> ColumnGroup? {
        for axes in Self.quaternionAxes + Self.vectorAxes {
            for position in name.indices.reversed() where axes.contains(name[position]) {
                let members = axes.compactMap { axis -> Int? in
                    var sibling = name
                    sibling[position] = axis
                    return fields[sibling]
                }
                guard members.count == axes.count, used.isDisjoint(with: members) else { continue }
                let isLetter = axes.contains("x")
                var stem = name
                stem.remove(at: position)
                if axes.contains("p") {
                    guard stem.isEmpty else { continue }
                    stem = axes
                }
                // Digits in names are axes only if no other column has the same name with a further digit.
                if !isLetter, Self.continues(name, at: position, after: axes, fields) { continue }
                if !isLetter, axes.count == 3, SensorWords.meaning(of: String(stem)) == nil { continue }
                return ColumnGroup(
                    file: file,
                    fields: members,
                    stem: String(stem),
                    isNamed: true,
                    hasNamedScalar: axes.first == "w"
                )
            }
        }
        return nil
    }

    private static func continues(
        _ name: [Character],
        at position: Int,
        after axes: [Character],
        _ fields: [[Character]: Int]
    ) -> Bool {
        "0123456789".contains { digit in
            guard !axes.contains(digit) else { return false }
            var sibling = name
            sibling[position] = digit
            return fields[sibling] != nil
        }
    }

    /// Returns the groups of columns with roll, pitch and yaw. Sensors from WitMotion call them the angles about x, y
    /// and z.
    func angleGroups(file: Int) -> [ColumnGroup] {
        let numeric = columns.filter(\.isNumeric)
        let names = numeric.map { SensorWords.plain($0.name) }
        let named = names.compactMap { name -> ColumnGroup? in
            guard name.contains("roll") else { return nil }
            let fields = ["roll", "pitch", "yaw"].compactMap { angle in
                names.firstIndex(of: name.replacing("roll", with: angle)).map { numeric[$0].field }
            }
            return fields.count == 3 ? ColumnGroup(file: file, fields: fields, stem: name, isNamed: true) : nil
        }
        return named
            + namedGroups(file: file, without: nil).filter {
                $0.fields.count == 3 && SensorWords.tokens(of: $0.stem).first == "angle"
            }
    }

    /// Returns all groups of adjacent columns with numbers, for a file without meaningful names.
    func neighbours(_ count: Int, file: Int, without excluded: Set<Int>) -> [ColumnGroup] {
        guard columns.count >= count else { return [] }
        return (0...columns.count - count).compactMap { start in
            let fields = Array(start..<start + count)
            // One axis of a device can be constant, so one constant column is accepted.
            let isUsable =
                fields.allSatisfy { columns[$0].isNumeric && !excluded.contains($0) }
                && fields.count { columns[$0].isVarying } >= count - 1
            // One sensor has either whole numbers or decimals on all axes. A file with only these columns is no doubt.
            let mixesNumbers =
                columns.count > count && fields.contains { columns[$0].isCount }
                && fields.contains { columns[$0].hasDecimals }
            guard isUsable, !mixesNumbers else { return nil }
            return ColumnGroup(file: file, fields: fields, stem: "", isNamed: false)
        }
    }
}

extension LogFile {
    /// The columns that contain the length of the vector in the three columns before or after them.
    var fieldsOfLengths: Set<Int> {
        func isLength(_ field: Int, _ first: Int) -> Bool {
            guard columns.indices.contains(field), columns.indices.contains(first), columns.indices.contains(first + 2),
                columns[field].isVarying, columns[field].values.count >= Self.minimumRowCountOfLengths
            else { return false }
            return columns[field].values.indices.allSatisfy { row in
                let axes = (first..<first + 3).map { columns[$0].values[row] }
                let length = (axes[0] * axes[0] + axes[1] * axes[1] + axes[2] * axes[2]).squareRoot()
                return (columns[field].values[row] - length).magnitude <= 0.001 * length
            }
        }
        return Set(columns.indices.filter { isLength($0, $0 - 3) || isLength($0, $0 + 1) })
    }

    private static let minimumRowCountOfLengths = 20
}

extension LogFile.Column {
    /// The number of rows from which on whole numbers are no coincidence.
    private static let sufficientRowCount = 50

    /// A Boolean value that indicates whether the column has many different whole numbers and no other numbers.
    fileprivate var isCount: Bool {
        values.count >= Self.sufficientRowCount && isVarying && values.allSatisfy { !$0.isFinite || $0 == $0.rounded() }
    }

    /// A Boolean value that indicates whether most values have decimals.
    fileprivate var hasDecimals: Bool { 2 * values.count { $0.isFinite && $0 != $0.rounded() } > values.count }
}

extension [LogFile.Column] {
    /// Returns the number of rows directly before a row in which fewer than half of the columns have a value.
    func blankRowCount(before row: Int) -> Int {
        (0..<row).reversed().prefix { row in
            2 * count { row < $0.values.count && $0.values[row].isFinite } < count
        }.count
    }
}

extension [LogFile] {
    /// Returns the columns that an answer selects for a stream: by the first of `count` adjacent columns, or by all
    /// columns in the order of the axes, as in `6,3,1`. Exactly one file must have these columns; otherwise, the result is `nil`.
    func columns(_ text: String, count: Int) -> (file: Int, fields: [Int])? {
        let found = enumerated().compactMap { index, file -> (file: Int, fields: [Int])? in
            let lead = (file.name ?? file.title) + ":"
            let name = text.hasPrefix(lead) ? String(text.dropFirst(lead.count)) : text
            if let first = file.field(name) {
                guard first + count <= file.columns.count else { return nil }
                let adjacent = [Int](first..<first + count)
                // Names determine the order of the axes, such as x, y, z, w.
                let named = file.namedGroups(file: index, without: nil).first { Set($0.fields) == Set(adjacent) }
                return (index, named?.fields ?? adjacent)
            }
            let fields = name.split(separator: ",").compactMap { file.field(String($0)) }
            return fields.count == count && Set(fields).count == count ? (index, fields) : nil
        }
        return found.count == 1 ? found[0] : nil
    }
}

extension LogFile {
    /// Returns the index of the column with a name or number.
    fileprivate func field(_ text: String) -> Int? {
        (columns.first { $0.name == text } ?? columns.first { String($0.field + 1) == text })?.field
    }
}

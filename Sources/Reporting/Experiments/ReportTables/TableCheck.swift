import Experiments

/// A check that a report table agrees with its committed file: numbers within their tolerance, text exactly.
public struct TableCheck: Sendable {
    /// The newly computed table.
    public let document: TableDocument
    /// The path of the committed file, for messages.
    public let file: String

    /// Creates a check of a table against a committed file.
    public init(_ document: TableDocument, file: String) {
        self.document = document
        self.file = file
    }

    /// The differences, ordered by line. O(lines · differences).
    public func differences(from committed: String) -> [TableDifference] {
        var lines = committed.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        let found = document.lines.map { document.text(of: $0) }
        let changes = found.map { identity(of: $0[...]) }.difference(from: lines.map(identity))
        let removed = Set(changes.removals.map(Self.offset))
        let inserted = Set(changes.insertions.map(Self.offset))
        var differences: [TableDifference] = []
        var (old, new) = (0, 0)
        while old < lines.count || new < found.count {
            let isRemoved = removed.contains(old)
            let isInserted = inserted.contains(new)
            let committed = old < lines.count ? lines[old] : ""
            if isRemoved, isInserted {
                // A removed line followed by an added line counts as one changed line.
                differences.append(difference(old, String(committed), found[new]))
            } else if isRemoved {
                differences.append(difference(old, String(committed), nil))
            } else if isInserted {
                differences.append(difference(nil, nil, found[new]))
            } else {
                differences += compare(committed, document.lines[new], at: old)
            }
            if isRemoved || !isInserted { old += 1 }
            if isInserted || !isRemoved { new += 1 }
        }
        return differences
    }

    private static func offset(_ change: CollectionDifference<[String]>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    /// The texts that identify a line: the key cells of a row, or the whole text of any other line.
    private func identity(of line: Substring) -> [String] {
        guard let cells = document.format.cells(of: line), cells.count == document.columns.count else {
            return [String(line)]
        }
        return Array(cells.prefix(document.keyCount)) + ["row"]
    }

    private func compare(_ committed: Substring, _ line: TableDocument.Line, at index: Int) -> [TableDifference] {
        let found = document.text(of: line)
        guard case .row(let cells) = line, let texts = document.format.cells(of: committed) else {
            return committed == found ? [] : [difference(index, String(committed), found)]
        }
        let row = texts.prefix(document.keyCount).joined(separator: ", ")
        return zip(zip(texts, cells), document.columns).compactMap { pair, column in
            guard !document.format.allows(pair.0, for: pair.1) else { return nil }
            let found = document.format.text(pair.1)
            return TableDifference(
                file: file,
                line: index + 1,
                row: row,
                column: column.title,
                committed: pair.0.isEmpty ? "an empty cell" : pair.0,
                found: found.isEmpty ? "an empty cell" : found
            )
        }
    }

    private func difference(_ index: Int?, _ committed: String?, _ found: String?) -> TableDifference {
        TableDifference(
            file: file,
            line: index.map { $0 + 1 },
            committed: committed.map { "'\($0)'" },
            found: found.map { "'\($0)'" }
        )
    }
}

/// A difference between a committed report table and the computed one.
public struct TableDifference: Sendable, Hashable {
    /// The path of the committed file.
    public var file: String
    /// The line number in the committed file, counted from 1; `nil` if the committed file lacks the line.
    public var line: Int?
    /// The key cells of the row, separated by commas; `nil` if the difference is not in a row.
    public var row: String?
    /// The title of the column in which the committed and the computed table differ; `nil` if this difference is not in
    /// a single cell.
    public var column: String?
    /// The committed text; `nil` if the committed file lacks the line.
    public var committed: String?
    /// The computed text; `nil` if the computed table lacks the line.
    public var found: String?
}

extension TableDifference: CustomStringConvertible {
    /// The file, line, row and column, followed by the committed and the computed text.
    public var description: String {
        let cell = [row, column].compactMap(\.self).joined(separator: ", ")
        let head = "\(file)\(line.map { ":\($0)" } ?? ""): \(cell.isEmpty ? "" : cell + ": ")"
        switch (committed, found) {
        case (let committed?, let found?): return "\(head)committed \(committed), computed \(found)"
        case (let committed?, nil): return "\(head)committed \(committed), but no longer computed"
        case (nil, let found): return "\(head)computed \(found ?? ""), but not committed"
        }
    }
}

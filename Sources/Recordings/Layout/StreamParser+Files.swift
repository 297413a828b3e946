extension StreamParser {
    /// The value of `header` for names in a comment line.
    static let inComments = "comment"

    /// Parses the stream, once for each of its alternative files.
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

    /// The names of the files that may contain the stream; a single nil in a layout of single files.
    func files(_ container: Layout.Container) throws(InputError) -> [String?] {
        switch container {
        case .folder, .fileOrFolder:
            let value = try keys.required("file")
            let files = try value.texts("file").flatMap(words.expanded)
            guard files.isEmpty else { return files }
            throw value.error(found: "no file for \(kind.rawValue)", expected: "at least one", remedy: "add it")
        case .file:
            guard let file = keys["file"] else { return [nil] }
            throw file.error(
                found: "a file for \(kind.rawValue)",
                expected: "no file in a layout whose recordings are single files",
                remedy: "remove it, or write recording: folder"
            )
        }
    }

    /// The type of the rows in a file with rows of several types; nil for other files.
    func rowType() throws(InputError) -> DelimitedFormat.RowType? {
        guard let value = keys["rows"] else { return nil }
        let rows = try value.mapping("rows")
        try rows.allow(["column", "is"])
        let column = try rows["column"].map { item throws(InputError) in try item.text("column") } ?? "1"
        guard let position = Int(column), position > 0 else {
            throw value.error(
                found: "column '\(column)' for rows",
                expected: "the position of the column with the type, counted from 1",
                remedy: "correct it"
            )
        }
        return DelimitedFormat.RowType(
            column: position,
            text: try rows.required("is").text("is"),
            hasHeaderInComments: try keys.text("header") == Self.inComments
        )
    }
}

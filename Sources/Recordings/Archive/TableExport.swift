/// The form of a file with tables that is neither delimited text nor a zip.
///
/// Its tables are written as CSV files to a temporary folder, which layouts read like any other folder.
package enum TableExport {
    case json
    case sqlite

    private static let headBytes = 256
    private static let spaces = Set<UInt8>([0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF])

    /// Detects the form of a file from its first bytes; nil for any other file and for a folder.
    init?(path: String) {
        guard let source = try? ByteSource(path: path, fingerprint: nil, access: .repeatable),
            let head = try? source.head(bytes: Self.headBytes)
        else { return nil }
        let text = head.filter { !Self.spaces.contains($0) }
        if head.starts(with: Array("SQLite format 3".utf8)) {
            self = .sqlite
        } else if text.starts(with: Array("{\"".utf8)) || text.starts(with: Array("[{".utf8)) {
            self = .json
        } else {
            return nil
        }
    }

    /// The words for messages.
    var words: String {
        switch self {
        case .json: "JSON"
        case .sqlite: "an SQLite database"
        }
    }

    /// Receives bytes of a table as CSV.
    package typealias Sink = (UnsafeRawBufferPointer) throws(InputError) -> Void
    /// Receives the name of a table and a function that passes its bytes to a sink.
    package typealias TableBody = (_ name: String, _ table: (Sink) throws(InputError) -> Void) throws(InputError) ->
        Void

    /// Passes the tables of a file to `body`.
    ///
    /// - Throws: ``InputError`` for a damaged file, for one without tables, and for tables that exceed the limits.
    func forEachTable(of path: String, limits: ArchiveLimits, _ body: TableBody) throws(InputError) {
        switch self {
        case .json: try JSONTables(path: path).forEachTable(body)
        case .sqlite: try SQLiteTables(path: path, limits: limits).forEachTable(body)
        }
    }

    /// A table's name as a file name: without characters that file systems reserve.
    static func fileName(_ name: String) -> String {
        let safe = String(name.map { "/\\:".contains($0) || $0.isNewline || $0 == "\0" ? "_" : $0 })
        let visible = safe.hasPrefix(".") || safe.isEmpty ? "_" + safe : safe
        // A character can have any number of bytes, a file name 255.
        var name = ""
        for character in visible.prefix(maximumNameCharacters) {
            guard name.utf8.count + character.utf8.count <= maximumNameBytes else { break }
            name.append(character)
        }
        return name.isEmpty ? "_" : name
    }

    private static let maximumNameCharacters = 60
    private static let maximumNameBytes = 240
}

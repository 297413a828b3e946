import FileAccess
import Recordings

/// A recording's folder, whose files appear all together: Ctrl-C leaves nothing of them.
struct WrittenFolder {
    let path: String
    let verbosity: VerbosityOptions

    /// Writes all files, then gives them their names, the last one last. Returns the number of rows.
    func write(_ files: [WrittenFile]) throws -> Int {
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        let expected = files.map(\.expectedRows).reduce(0, +)
        var written: [OutputFile] = []
        var rows = 0
        for source in files {
            let file = try OutputFile(path: "\(path)/\(source.name)")
            while let piece = source.next() {
                try file.write(piece.bytes)
                rows += piece.rows
                if rows > 0 {
                    progress.update(done: min(rows, expected), of: expected, "samples", name: source.name)
                }
            }
            written.append(file)
        }
        try OutputFile.finish(written)
        for file in written { verbosity.explain("wrote \(file.path)") }
        return rows
    }
}

import Foundation
import Recordings
import SensorModel

/// The folder of a recording whose files appear together; after Ctrl-C none of them exists.
struct WrittenFolder {
    let path: String
    let verbosity: VerbosityOptions

    /// Checks that a folder may receive a recording: it is free, or has a recording that Sextant wrote with the same
    /// streams.
    ///
    /// - Throws: `UsageError` that names the streams of another recording, with which the new files would be mixed;
    ///   `FileFailure` for files that Sextant did not write.
    static func check(_ path: String, receives names: [String]) throws {
        let known = StreamKind.allCases.map { $0.rawValue + ".csv" }
        let strange = known.filter { name in
            !names.contains(name) && FileManager.default.fileExists(atPath: "\(path)/\(name)")
        }
        guard strange.isEmpty else {
            throw UsageError(
                "--output \(path): found \(strange.joined(separator: ", ")) of another recording; choose another folder, or "
                    + "remove them"
            )
        }
        if WrittenFile.isOwnRecording(path) {
            for name in names { OutputGate.vouch(for: "\(path)/\(name)") }
        } else {
            try OutputGate.checkFolder(path)
        }
        for name in names { try OutputGate.checkFile("\(path)/\(name)") }
    }

    /// Writes all files, then renames them in order.
    ///
    /// - Returns: The number of rows.
    /// - Throws: `FileFailure` if a file cannot be written.
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

import Evaluation
import Positions
import Recordings
import Reporting

/// The files that `sextant distances` writes, or standard output.
struct DistanceSink {
    /// Writes rows of `distances.csv`; nil if no rows are requested.
    let write: (([UInt8]) throws -> Void)?
    let usesStandardOutput: Bool
    private let directory: String?
    private let rows: OutputFile?

    /// - Parameters:
    ///   - output: A directory, `-` for standard output, or nil.
    ///   - writesRows: Whether `distances.csv` is requested.
    /// - Throws: `FileFailure` if the directory cannot be written.
    init(output: String?, writesRows: Bool) throws {
        usesStandardOutput = output == "-"
        directory = usesStandardOutput ? nil : output
        if let directory {
            try DistanceReportWriter(directory: directory).check()
            try ResultFolder.claim(directory, .distances, names: ["distances.json", "distances.md", "bands.csv"])
        }
        let path = writesRows ? directory.map(Self.rowsPath) : nil
        rows = try path.map { try OutputFile(path: $0) }
        if usesStandardOutput {
            write = writesRows ? { try Terminal.write($0) } : nil
        } else {
            write = rows.map { file in { try file.write($0) } }
        }
    }

    /// Writes the reports and completes `distances.csv`.
    ///
    /// - Returns: The paths of the files.
    func finish(_ results: DistanceResults, command: String) throws -> [String] {
        guard let directory else { return [] }
        let paths = try DistanceReportWriter(directory: directory, command: command).write(results)
        try rows?.finish()
        try OutputGate.commit()
        guard rows != nil else { return paths }
        return paths + [Self.rowsPath(directory)]
    }

    private static func rowsPath(_ directory: String) -> String { "\(directory)/distances.csv" }
}

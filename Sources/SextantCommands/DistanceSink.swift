import Evaluation
import FileAccess
import Reporting

/// Where the results of `sextant distances` go besides the terminal.
struct DistanceSink {
    /// Takes rows of `distances.csv`; nil where nobody wants them.
    let write: (([UInt8]) throws -> Void)?
    let usesStandardOutput: Bool
    private let directory: String?
    private let rows: OutputFile?

    /// - Parameter output: a directory, `-` for standard output, or nil.
    init(output: String?, writesRows: Bool) throws {
        usesStandardOutput = output == "-"
        directory = usesStandardOutput ? nil : output
        if let directory { try DistanceReportWriter(directory: directory).check() }
        let path = writesRows ? directory.map(Self.rowsPath) : nil
        rows = try path.map { try OutputFile(path: $0) }
        if usesStandardOutput {
            write = writesRows ? { try Terminal.write($0) } : nil
        } else {
            write = rows.map { file in { try file.write($0) } }
        }
    }

    /// Gives the files their names. Returns their paths.
    func finish(_ results: DistanceResults, command: String) throws -> [String] {
        guard let directory else { return [] }
        let paths = try DistanceReportWriter(directory: directory, command: command).write(results)
        guard let rows else { return paths }
        try rows.finish()
        return paths + [Self.rowsPath(directory)]
    }

    private static func rowsPath(_ directory: String) -> String { "\(directory)/distances.csv" }
}

import SensorModel

/// The files with the errors of single poses of several estimates: `errors/<estimate>.csv`, or
/// `errors/<estimate>/<run>.csv`.
public struct TrajectoryErrorFiles: Sendable {
    private let directory: String
    private let estimates: [String]
    private let runs: [String]?

    /// Creates a writer for a directory. Nothing is written yet.
    public init(directory: String, estimates: [String], runs: [String]?) {
        self.directory = directory
        self.estimates = FileSafeNames.names(for: estimates)
        self.runs = runs.map(FileSafeNames.names)
    }

    /// Writes the errors of one estimate of one run, complete or not at all.
    ///
    /// - Returns: the path of the file.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    @discardableResult
    public func write(_ report: TrajectoryReport, estimate: Int, run: Int) throws(ReportError) -> String {
        let name = estimates[estimate] + (runs.map { "/\($0[run])" } ?? "")
        let path = "\(directory)/errors/\(name).csv"
        try WholeFiles.save([(path, report.csv())])
        return path
    }
}

public import Evaluation
public import Positions
public import Recordings
public import SensorModel

/// The definition of a report table that evaluates the position tracking of phones. The table has a row for each
/// recording with poses and reference positions.
public struct TrackerTable: Sendable {
    /// The recordings whose position tracking is evaluated.
    public var inputs: [TableInput]
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance

    private typealias Figure = (key: String, title: String, decimals: Int, value: (TrackerEvaluation) -> Double?)

    private static var figures: [Figure] {
        [
            ("duration_min", "min", 1, { $0.duration / 60 }),
            ("path_m", "path (m)", 0, { $0.path }),
            ("ape_m", "APE (m)", 2, { $0.absolute.statistics.rmse }),
            ("ape_percent", "APE (%)", 2, { 100 * $0.absolute.statistics.rmse / $0.path }),
            ("scale", "scale", 3, { $0.scale }),
            ("ape_scaled_m", "APE, scaled (m)", 2, { $0.scaled.statistics.rmse }),
            ("rpe_m", "RPE (m)", 2, { $0.relative.statistics.rmse }),
            ("yaw_drift_deg_per_min", "yaw drift (°/min)", 2, { $0.yawDriftPerMinute?.degrees }),
        ]
    }

    /// The meanings of the column titles.
    public var legend: [(name: String, meaning: String)] {
        let path = DecimalText.exact(TrackerEvaluation.relativePath)
        return [
            (
                "APE",
                "RMS absolute position error after the best rotation and translation (`--align se3`), in m or in % of the path."
            ),
            (
                "scale",
                "Factor by which the tracker's path must be multiplied; 'APE, scaled' includes this factor (`--align sim3`)."
            ),
            (
                "RPE",
                "RMS error of the distance between two positions that are \(path) m of path apart (`sextant rpe --part distance`)."
            ),
            ("yaw drift", "RMS change of the heading error from one minute to the next, computed from positions."),
        ]
    }

    /// Computes the table from evaluations of the phones' position tracking.
    ///
    /// - Parameter trackers: evaluations in the order of ``inputs``; `nil` for recordings without poses or reference
    ///   positions.
    public func table(of trackers: [TrackerEvaluation?]) -> ReportTable {
        var table = ReportTable(columns: [ReportTable.Column("walk")], keyCount: 1)
        table.columns += Self.figures.map { ReportTable.Column(key: $0.key, title: $0.title, isNumeric: true) }
        var gaps = TableGaps()
        for (input, tracker) in zip(inputs, trackers) {
            let cells = Self.figures.map { figure -> TableCell in
                guard let value = tracker.flatMap(figure.value) else {
                    let reason =
                        tracker == nil ? TrackerEvaluation.reasonWithout : "the recording is shorter than two minutes"
                    gaps.add(reason, column: figure.title)
                    return .missing
                }
                return .number(TableNumber(value, .decimals(figure.decimals), tolerance: tolerance))
            }
            table.rows.append([.text(input.name)] + cells)
        }
        table.notes = gaps.notes
        return table
    }
}

extension TrackerTable: TableContent {
    /// The key of this kind of table in a definition.
    public static let kind = "trackers"
    /// The program that regenerates the table.
    public static let program = "sextant"

    /// Reads the content of a table of the kind `trackers`.
    ///
    /// - Parameters:
    ///   - value: value of the key `trackers`.
    ///   - catalogue: names that the definition can use.
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("trackers")
        try root.allow(["data", "scenarios", "tolerance"])
        inputs = try TableInput.all(of: root, advice: "add 'data' or 'scenarios'", catalogue.layouts)
        tolerance = try root.tolerance()
    }

    /// The paths of the recordings that are third-party data.
    public var dataPaths: [String] { inputs.dataPaths }

    /// Computes the table: evaluates the tracker of each recording.
    public func make(_ definition: TableDefinition, in context: TableContext) throws -> GeneratedTable {
        var trackers: [TrackerEvaluation?] = []
        var checksums: [String] = []
        for input in inputs {
            let recording = try context.recording(input)
            trackers.append(try TrackerEvaluation(recording))
            checksums.append(recording.sha256)
            context.report(done: trackers.count, of: inputs.count, "recordings", table: definition.name)
        }
        return GeneratedTable(
            definition,
            table: table(of: trackers),
            inputs: GeneratedTable.inputs(inputs, checksums),
            legend: legend
        )
    }
}

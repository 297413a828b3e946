public import Evaluation
import Pipelines
import SensorModel

/// The definition of a report table that compares methods of heading correction in tracked scenes. The table has a row
/// for each method in each group of recordings.
///
/// Each value is the mean over the group's recordings, with the standard deviation (divisor n − 1). The mean is missing
/// if any recording has no value.
public struct SceneTable: Sendable {
    /// A method of scene alignment, given by its options.
    public struct Method: Sendable {
        /// The name of the method in the table.
        public var name: String
        /// The options of the scene's evaluation.
        public var options: SceneEvaluationOptions
        /// The command-line arguments of `sextant scene` that select these options.
        public var arguments: String

        /// Creates a method from its parts.
        public init(name: String, options: SceneEvaluationOptions, arguments: String) {
            self.name = name
            self.options = options
            self.arguments = arguments
        }
    }

    /// The recordings whose scenes are aligned.
    public var inputs: [TableInput]
    /// The methods that are compared.
    public var methods: [Method]
    /// The correction rounds, counted from 1, that have a column in the table. The column contains the yaw error after
    /// the round.
    public var rounds: [Int]
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance

    private struct Figure {
        let key: String
        let title: String
        let decimals: Int
        let hasSpread: Bool
        let value: (SceneEvaluation) -> (value: Double?, reason: String)
    }

    /// Computes the table from evaluated scenes, ordered by recording and then by method. O(scenes · rounds).
    public func table(of scenes: [[SceneEvaluation]]) -> ReportTable {
        let groups = inputs.map(\.group).distinct()
        let isSpread = groups.contains { group in inputs.count { $0.group == group } > 1 }
        var table = ReportTable(columns: [ReportTable.Column("group"), ReportTable.Column("method")], keyCount: 2)
        for figure in figures {
            table.columns.append(ReportTable.Column(key: figure.key, title: figure.title, isNumeric: true))
            guard isSpread, figure.hasSpread else { continue }
            table.columns.append(ReportTable.Column(key: figure.key + "_sd", title: "±", isNumeric: true))
        }
        var gaps = TableGaps()
        for group in groups {
            let own = zip(inputs, scenes).filter { $0.0.group == group }.map(\.1)
            for (index, method) in methods.enumerated() {
                var row: [TableCell] = [.text(group), .text(method.name)]
                for figure in figures {
                    row += cells(figure, own.map { $0[index] }, isSpread: isSpread, &gaps)
                }
                table.rows.append(row)
            }
        }
        table.notes = gaps.notes
        return table
    }

    /// The meanings of the column titles and of the methods' names.
    public var legend: [(name: String, meaning: String)] {
        [
            (
                "corrected",
                "Number of corrections of the scene's axes in a recording; 'first (s)' is the time of the first one."
            ),
            ("before, round N, end", "Size of the yaw error before, after the Nth round, and at the end, in degrees."),
            ("within", "Corrections whose error does not exceed the uncertainty that the method states, in %."),
            (
                "best estimate, last fix",
                "RMS position error in metres: of the best fix plus the motion in the scene since then; of the last fix."
            ),
            ("±", "Standard deviation, over the recordings, of the value to the left."),
        ] + methods.map { ($0.name, "`sextant scene\($0.arguments.isEmpty ? "" : " " + $0.arguments)`") }
    }

    private var figures: [Figure] {
        let start = [
            Figure(key: "corrections", title: "corrected", decimals: 1, hasSpread: false) {
                (Double($0.corrections.count), "")
            },
            Figure(key: "first_s", title: "first (s)", decimals: 0, hasSpread: true) {
                ($0.corrections.first?.round.time, "never corrected")
            },
            angle("before_deg", "before (°)", hasSpread: false) { $0.errorBefore },
        ]
        let middle = rounds.map { number in
            angle("round_\(number)_deg", "round \(number) (°)") { scene in
                scene.rounds.count < number ? nil : scene.rounds[number - 1].error
            }
        }
        let end = [
            angle("end_deg", "end (°)") { $0.rounds.last?.error },
            Figure(key: "within_percent", title: "within (%)", decimals: 0, hasSpread: false, value: Self.within),
            Figure(key: "best_estimate_m", title: "best estimate (m)", decimals: 1, hasSpread: true) {
                ($0.location?.bestEstimate, SceneLocationErrors.reasonWithout)
            },
            Figure(key: "last_fix_m", title: "last fix (m)", decimals: 1, hasSpread: true) {
                ($0.location?.lastFix, SceneLocationErrors.reasonWithout)
            },
        ]
        return start + middle + end
    }

    private func angle(
        _ key: String,
        _ title: String,
        hasSpread: Bool = true,
        _ value: @escaping (SceneEvaluation) -> Angle?
    ) -> Figure {
        Figure(key: key, title: title, decimals: 1, hasSpread: hasSpread) { scene in
            let reason =
                scene.reference == nil
                ? SceneEvaluation.reasonWithoutReference : "the recording has fewer correction rounds"
            return (value(scene).map { abs($0.degrees) }, reason)
        }
    }

    private static func within(_ scene: SceneEvaluation) -> (value: Double?, reason: String) {
        let known = scene.corrections.compactMap { round in
            round.error.flatMap { error in round.uncertainty.map { abs(error.radians) <= $0.radians } }
        }
        guard !known.isEmpty else { return (nil, "never corrected") }
        return (100 * Double(known.count { $0 }) / Double(known.count), "")
    }

    private func cells(
        _ figure: Figure,
        _ scenes: [SceneEvaluation],
        isSpread: Bool,
        _ gaps: inout TableGaps
    ) -> [TableCell] {
        let found = scenes.map(figure.value)
        for run in found where run.value == nil { gaps.add(run.reason, column: figure.title) }
        let values = found.compactMap(\.value)
        let isWhole = values.count == scenes.count
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        var cells = [isWhole ? cell(mean, figure.decimals) : .missing]
        guard isSpread, figure.hasSpread else { return cells }
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        cells.append(
            isWhole && values.count > 1
                ? cell((squares / Double(values.count - 1)).squareRoot(), figure.decimals) : .missing
        )
        return cells
    }

    private func cell(_ value: Double, _ decimals: Int) -> TableCell {
        .number(TableNumber(value, .decimals(decimals), tolerance: tolerance))
    }
}

import Evaluation
import Positions
import Recordings
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct FigureTableTests {
    private static let table = FigureTable(
        caption: "Two filters & what they cost.",
        columns: [
            FigureTable.Column(key: "filter", title: "filter"),
            FigureTable.Column(key: "lag_ms", title: "lag", unit: "ms", polarity: .closerToZeroIsBetter),
            FigureTable.Column(key: "rmse_deg", title: "total RMSE", unit: "deg", polarity: .smallerIsBetter),
        ],
        rows: [
            [
                .text("lowPass:alpha=0.2"), .figure(-12.5),
                FigureTable.Cell(
                    text: "1.23",
                    value: 1.234_5,
                    isBest: true,
                    interval: BootstrapInterval(lower: 1, upper: 2),
                    count: 2,
                    total: 3
                ),
            ],
            [.text("=x|y_z"), .missing(note: 0), .figure(120.25, decimals: 1)],
        ],
        notes: ["no swing"],
        remarks: ["sextant 1.2.3"]
    )

    @Test func `Markdown has escaped text, bold best figures, notes and remarks`() {
        #expect(
            Self.table.markdown() == #"""
                | filter | lag (ms) | total RMSE (°) |
                | --- | ---: | ---: |
                | lowPass:alpha=0.2 | -12.5 | **1.23** [1.00, 2.00] (2/3) |
                | \=x\|y\_z | –<sup>1</sup> | 120.3 |

                1. no swing

                - sextant 1.2.3

                """#
        )
    }

    @Test func `CSV has all digits and no formulas`() {
        #expect(
            Self.table.csv() == """
                filter,lag_ms,rmse_deg,rmse_deg_lower,rmse_deg_upper,rmse_deg_count
                lowPass:alpha=0.2,-12.5,1.2345,1,2,2
                '=x|y_z,,120.25,,,

                """
        )
    }

    @Test func `A terminal has aligned columns, notes and remarks`() {
        #expect(
            Self.table.text(width: 60) == """
                Two filters & what they cost.
                filter              lag               total RMSE
                                     ms                        °
                lowPass:alpha=0.2 -12.5 1.23* [1.00, 2.00] (2/3)
                =x|y_z               –¹                    120.3
                ¹ no swing
                sextant 1.2.3

                """
        )
    }

    @Test func `LaTeX aligns figures at the decimal point`() {
        let text = Self.table.latex()
        #expect(text.contains("S[table-format=-2.1]\n  S[table-format=3.2]"))
        #expect(text.contains("\\caption{Two filters \\& what they cost.}"))
        #expect(text.contains("{\\textendash\\textsuperscript{1}} & 120.3 \\\\"))
        #expect(text.contains(" & -12.5 & \\bfseries 1.23 \\\\*\n"))
        #expect(text.contains("{\\scriptsize\\begin{tabular}[t]{@{}c@{}}{[}1.00{,} 2.00{]}\\\\(2/3)\\end{tabular}}"))
    }

    @Test func `A figure that rounds to zero has no sign`() {
        #expect(FigureTable.Cell.figure(-0.04, decimals: 1).text == "0.0")
        #expect(FigureTable.Cell.figure(-0.06, decimals: 1).text == "-0.1")
        #expect(FigureTable.Cell.figure(1e12, decimals: 1).text == "1.0e12")
    }

    @Test func `A column's title with its unit is the title on pages`() {
        for column in ReportColumn.all { #expect(column.figureColumn.titleWithUnit == column.title) }
    }

    @Test func `A table without a width keeps all columns in one line`() {
        var table = FigureTable(text: ["stream"], figures: ["samples", "unit"])
        table.append(["gyroscope", "100", "rad/s"])
        let lines = table.plainLines(style: TerminalStyle(isColoured: false), indent: 2)
        #expect(lines == ["  stream     samples   unit", "  gyroscope      100  rad/s"])
    }

    @Test func `Columns that do not fit continue below, with the names`() {
        var table = FigureTable(text: ["name"], figures: ["first", "second"])
        table.append(["a", "1", "2"])
        let lines = TerminalTable.lines(table, layout: TerminalTable.Layout(width: 12))
        #expect(lines == ["name first", "a        1", "name second", "a         2"])
    }

    @Test func `A name that leaves no room for the figures has a line of its own`() {
        let columns = [
            FigureTable.Column(key: "pipeline", title: "pipeline"),
            FigureTable.Column(key: "lag_ms", title: "lag", unit: "ms", polarity: .closerToZeroIsBetter),
        ]
        let rows: [[FigureTable.Cell]] = [[.text("vqf"), .figure(1)], [.text("madgwick"), .figure(2)]]
        let layout = TerminalTable.Layout(width: 11, breaksLongNames: true, isBrief: true)
        let lines = TerminalTable(columns: columns, rows: rows, layout: layout).lines(rows)
        #expect(lines == ["        lag", "         ms", "vqf    1.00", "madgwick", "       2.00"])
    }

    /// The estimate is shifted by 1 m, 2 m and −4 m, so that every statistic of an axis is this shift or its magnitude.
    @Test func `The columns of an axis of trajectories have the statistics of this axis`() throws {
        func trajectory(_ shift: Vector3) -> Trajectory {
            let places = [0.0, 1, 3].map { Vector3($0, 0, 0) + shift }
            return Trajectory(times: [0, 1, 2], poses: places.map { Pose(position: $0, orientation: .identity) })
        }
        let (reference, estimate) = (trajectory(.zero), trajectory(Vector3(1, 2, -4)))
        let report = TrajectoryReport(
            try TrajectoryComparison(reference: reference, estimate: estimate, measuresAxes: true),
            reference: TrajectorySummary(reference, path: "reference.txt", format: .tum),
            estimate: TrajectorySummary(estimate, path: "estimate.txt", format: .tum),
            tool: ProgramVersion(version: "1.2.3", revision: "abc")
        )
        let measured = TrajectoryComparisons.Measured(report, keepsCurve: false)
        let comparisons = TrajectoryComparisons(
            .absolute,
            of: .translation,
            alignment: .none,
            estimates: ["mine"],
            runs: nil,
            rows: [TrajectoryComparisons.Row(estimate: 0, run: 0, measured)],
            tool: report.tool
        )
        let file = try #require(try comparisons.files().first { $0.name == "ape.csv" })
        let lines = String(decoding: file.content, as: UTF8.self).split(whereSeparator: \.isNewline)
        let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        try #require(rows.count == 2)
        let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
        let keys = ["x_rmse_m", "x_mean_m", "y_rmse_m", "y_mean_m", "z_rmse_m", "z_mean_m"]
        #expect(keys.map { cells[$0] } == ["1", "1", "2", "2", "4", "-4"])
    }
}

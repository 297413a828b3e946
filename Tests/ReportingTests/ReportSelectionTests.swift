import Evaluation
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct ReportSelectionTests {
    /// Two recordings, a grid of three betas and a pipeline without one.
    private static let grid = Specimens.results(
        ["pan", "walk"].enumerated().flatMap { index, recording -> [EvaluationRun] in
            let scale = Double(index + 1)
            return [10.0, 2, 1].map { beta in
                Specimens.run(
                    recording,
                    "madgwick:beta=\(NumberText.exact(beta))",
                    scale: scale * beta,
                    parameters: ["beta": .number(beta)]
                )
            } + [Specimens.run(recording, "triad", scale: 5 * scale)]
        }
    )

    private static func table(
        group: String? = nil,
        columns: String? = nil,
        sort: String? = nil,
        isReversed: Bool = false,
        pivot: String? = nil
    ) throws -> FigureTable {
        let words = ReportSelection.Words(
            group: group,
            columns: columns,
            sort: sort,
            isReversed: isReversed,
            pivot: pivot
        )
        return try ReportSelection(words, in: grid).table(of: grid)
    }

    private static func values(_ table: FigureTable, _ column: Int) -> [Double?] { table.rows.map { $0[column].value } }

    @Test func `By default the rows are pipelines, and the columns are those of other reports`() throws {
        let table = try Self.table()
        #expect(table.rows.map { $0[0].text } == ["madgwick:beta=10", "madgwick:beta=2", "madgwick:beta=1", "triad"])
        let usual = ReportColumn.columns(for: Self.grid.runs).map(\.metric.name)
        #expect(table.columns.dropFirst().map(\.key) == usual)
        // The mean of 10 and 20.
        #expect(table.rows[0][1].value == 15)
        #expect(table.rows[0][1].count == 2)
        #expect(table.rows.map { $0[1].isBest } == [false, false, true, false])
    }

    @Test func `Floors have a column only if they were measured`() {
        var unmeasured = [Metric: String]()
        for metric in MetricCatalogue.metrics where metric.group.isOfOrientation {
            unmeasured[metric] = "a location pipeline estimates no orientation"
        }
        let measured = Specimens.run("stairs", "fixes", unmeasured: unmeasured, hasScreen: true)
        unmeasured[.floorDetection] = "the reference has no floors"
        let unknown = Specimens.run("walk", "fixes", unmeasured: unmeasured, hasScreen: true)
        #expect(measured.isOfLocation && unknown.isOfLocation)
        #expect(!ReportColumn.columns(for: [unknown]).contains { $0.metric == .floorDetection })
        #expect(ReportColumn.columns(for: [unknown, measured]).contains { $0.metric == .floorDetection })
    }

    @Test func `Groups by a parameter are sorted by its value`() throws {
        let table = try Self.table(group: "beta", columns: "total_rmse_deg,lag_ms", sort: "beta")
        #expect(table.rows.map { $0[0].text } == ["1", "2", "10", "–"])
        #expect(table.columns.map(\.key) == ["beta", "total_rmse_deg", "lag_ms"])
        #expect(Self.values(table, 1) == [1.5, 3, 15, 7.5])
    }

    @Test func `Rows are sorted by a metric, the best first, or in reverse`() throws {
        let sorted = try Self.table(columns: "total_rmse_deg", sort: "total_rmse_deg")
        #expect(Self.values(sorted, 1) == [1.5, 3, 7.5, 15])
        let reversed = try Self.table(columns: "total_rmse_deg", sort: "total_rmse_deg", isReversed: true)
        #expect(Self.values(reversed, 1) == [15, 7.5, 3, 1.5])
    }

    @Test func `Runs over one recording are averaged`() throws {
        let table = try Self.table(group: "recording", columns: "total_rmse_deg")
        #expect(table.rows.map { $0[0].text } == ["pan", "walk"])
        // (10 + 2 + 1 + 5)/4, and twice that.
        #expect(Self.values(table, 1) == [4.5, 9])
        #expect(table.rows.map { $0[1].count } == [1, 1])
        // Recordings are not compared with each other.
        #expect(table.rows.allSatisfy { !$0[1].isBest })
    }

    @Test(arguments: ["recording×pipeline:total_rmse_deg", "recording, pipeline : total_rmse_deg"])
    func `A pivot table has a row and a column per value, and marks the best of each row`(pivot: String) throws {
        let table = try Self.table(pivot: pivot)
        #expect(
            table.columns.map(\.title) == [
                "recording", "madgwick:beta=10", "madgwick:beta=2", "madgwick:beta=1", "triad",
            ]
        )
        #expect(table.rows.map { $0.dropFirst().map(\.value) } == [[10, 2, 1, 5], [20, 4, 2, 10]])
        #expect(table.rows.map { $0.map(\.isBest) } == Array(repeating: [false, false, false, true, false], count: 2))
        #expect(table.caption.hasPrefix("total_rmse_deg (°) by recording and pipeline"))
    }

    @Test func `A pivot table has gaps for combinations that were not run`() throws {
        let table = try Self.table(pivot: "pipeline×beta:total_rmse_deg")
        #expect(table.rows[3].map(\.text) == ["triad", nil, nil, nil, "7.50"])
        #expect(table.notes == ["not run"])
    }

    @Test func `The prefix 'parameter.' selects a parameter that has the name of a key`() throws {
        let run = Specimens.run("pan", "madgwick", parameters: ["reference": .word("halved")])
        let results = Specimens.results([run])
        #expect(try ReportKey(name: "reference", in: results) == .reference)
        #expect(try ReportKey(name: "parameter.reference", in: results) == .parameter("reference"))
        let error = #expect(throws: ReportError.self) { try ReportKey(name: "x", in: results) }
        #expect(
            error?.description.hasSuffix(
                "; use recording, pipeline, reference, version, motion, speed, device, disturbance, parameter.reference"
            ) == true
        )
    }

    @Test func `An unknown name is rejected with the nearest name`() {
        let group = #expect(throws: ReportError.self) { try Self.table(group: "beat") }
        #expect(group?.description.hasSuffix("did you mean 'beta'?") == true)
        let column = #expect(throws: ReportError.self) { try Self.table(columns: "total_rms_deg") }
        #expect(column?.description.contains("did you mean 'total_rmse_deg'?") == true)
        let sort = #expect(throws: ReportError.self) { try Self.table(columns: "lag_ms", sort: "total_rmse_deg") }
        #expect(sort?.description == "unknown order 'total_rmse_deg'; use pipeline, lag_ms")
        let pivot = #expect(throws: ReportError.self) { try Self.table(pivot: "recording:lag_ms") }
        #expect(
            pivot?.description == "unknown pivot 'recording:lag_ms'; use ROWS×COLUMNS:METRIC"
        )
    }

    @Test func `Remarks and provenance name metrics, checksums, parameters and revision`() throws {
        let table = try Self.table(columns: "lag_ms")
        let remarks = (table.remarks + table.provenance).joined(separator: "\n")
        #expect(remarks.contains("lag_ms: \(Metric.lag.summary)"))
        #expect(remarks.contains("(unit ms, closer to zero is better)"))
        #expect(remarks.contains("walk: SHA-256 0123456789abcdef"))
        #expect(remarks.contains("madgwick:beta=2: beta=2"))
        #expect(remarks.contains("revision 0123456789abcdef"))
    }

    @Test func `A chosen table cannot be written as JUnit`() throws {
        let table = try Self.table()
        #expect(throws: ReportError.noTable(.junit)) { try table.text(format: .junit) }
        #expect(try table.text(format: .latex).contains("\\begin{longtable}"))
        #expect(try table.text(format: .json).contains("\"schema\" : \"sextant.table/1\""))
    }
}

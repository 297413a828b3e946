import Evaluation
import SensorModel
import TestSupport
import Testing

@testable import Reporting

@Suite struct ReportSelectionTests {
    /// Two recordings, a grid of three betas and a pipeline without one.
    private static let grid = Specimens.results(
        ["pan", "walk"].enumerated().flatMap { place, recording -> [EvaluationRun] in
            let scale = Double(place + 1)
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

    @Test func `Rows are pipelines and columns those of other reports, where nothing was said`() throws {
        let table = try Self.table()
        #expect(table.rows.map { $0[0].text } == ["madgwick:beta=10", "madgwick:beta=2", "madgwick:beta=1", "triad"])
        let usual = ReportColumn.columns(for: Self.grid.runs).map(\.metric.rawValue)
        #expect(table.columns.dropFirst().map(\.key) == usual)
        // The mean of 10 and 20.
        #expect(table.rows[0][1].value == 15)
        #expect(table.rows[0][1].count == 2)
        #expect(table.rows.map { $0[1].isBest } == [false, false, true, false])
    }

    @Test func `Groups by a parameter sort by its size`() throws {
        let table = try Self.table(group: "beta", columns: "total_rmse_deg,lag_ms", sort: "beta")
        #expect(table.rows.map { $0[0].text } == ["1", "2", "10", "–"])
        #expect(table.columns.map(\.key) == ["beta", "total_rmse_deg", "lag_ms"])
        #expect(Self.values(table, 1) == [1.5, 3, 15, 7.5])
    }

    @Test func `Rows sort by a metric, the best first, and turn round`() throws {
        let sorted = try Self.table(columns: "total_rmse_deg", sort: "total_rmse_deg")
        #expect(Self.values(sorted, 1) == [1.5, 3, 7.5, 15])
        let reversed = try Self.table(columns: "total_rmse_deg", sort: "total_rmse_deg", isReversed: true)
        #expect(Self.values(reversed, 1) == [15, 7.5, 3, 1.5])
    }

    @Test func `Runs over one recording count as one`() throws {
        let table = try Self.table(group: "recording", columns: "total_rmse_deg")
        #expect(table.rows.map { $0[0].text } == ["pan", "walk"])
        // (10 + 2 + 1 + 5)/4, and twice that.
        #expect(Self.values(table, 1) == [4.5, 9])
        #expect(table.rows.map { $0[1].count } == [1, 1])
        // The easier recording is no better.
        #expect(table.rows.allSatisfy { !$0[1].isBest })
    }

    @Test(arguments: ["recording×pipeline:total_rmse_deg", "recording, pipeline : total_rmse_deg"])
    func `A pivot has a row and a column per value, and marks the best of a row`(pivot: String) throws {
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

    @Test func `A pivot has gaps where nothing was run`() throws {
        let table = try Self.table(pivot: "pipeline×beta:total_rmse_deg")
        #expect(table.rows[3].map(\.text) == ["triad", nil, nil, nil, "7.50"])
        #expect(table.notes == ["not run"])
    }

    @Test func `A parameter with a key's name is meant with 'parameter.' in front`() throws {
        let run = Specimens.run("pan", "madgwick", parameters: ["reference": .word("halved")])
        let results = Specimens.results([run])
        #expect(try ReportKey(name: "reference", in: results) == .reference)
        #expect(try ReportKey(name: "parameter.reference", in: results) == .parameter("reference"))
        let error = #expect(throws: ReportError.self) { try ReportKey(name: "x", in: results) }
        #expect(error?.description.contains("recording, pipeline, reference, version, parameter.reference;") == true)
    }

    @Test func `What there is none of is refused with the nearest name`() {
        let group = #expect(throws: ReportError.self) { try Self.table(group: "beat") }
        #expect(group?.description.hasSuffix("did you mean 'beta'?") == true)
        let column = #expect(throws: ReportError.self) { try Self.table(columns: "total_rms_deg") }
        #expect(column?.description.contains("did you mean 'total_rmse_deg'?") == true)
        let sort = #expect(throws: ReportError.self) { try Self.table(columns: "lag_ms", sort: "total_rmse_deg") }
        #expect(sort?.description == "order: found 'total_rmse_deg', expected pipeline, lag_ms; choose among them")
        let pivot = #expect(throws: ReportError.self) { try Self.table(pivot: "recording:lag_ms") }
        #expect(
            pivot?.description == "pivot: found 'recording:lag_ms', expected ROWS×COLUMNS:METRIC; choose among them"
        )
    }

    @Test func `Where figures come from stands below`() throws {
        let table = try Self.table(columns: "lag_ms")
        let remarks = (table.remarks + table.provenance).joined(separator: "\n")
        #expect(remarks.contains("lag_ms: Delay of the estimate relative to the reference"))
        #expect(remarks.contains("(unit ms, closer to zero is better)"))
        #expect(remarks.contains("walk: SHA-256 0123456789abcdef"))
        #expect(remarks.contains("madgwick:beta=2: beta=2"))
        #expect(remarks.contains("revision 0123456789abcdef"))
    }

    @Test func `A chosen table is no JUnit file`() throws {
        let table = try Self.table()
        #expect(throws: ReportError.noTable(.junit)) { try table.text(format: .junit) }
        #expect(try table.text(format: .latex).contains("\\begin{longtable}"))
        #expect(try table.text(format: .json).contains("\"schema\" : \"sextant.table/1\""))
    }
}

import Evaluation
import Experiments
import Reporting
import Testing

/// A report table compared with its committed file.
struct TableCheckTests {
    private static let committed = #"""
        formula,error_m,trust
        haversine,560.123,"up to 100 m, ""anywhere"""
        karney,0.000,everywhere | at last

        """#

    @Test func `A table has no differences from its own text`() throws {
        for format in TableFormat.allCases {
            let document = try Self.document(format)
            #expect(TableCheck(document, file: "table").differences(from: document.text).isEmpty)
        }
        #expect(try Self.document(.csv).text == Self.committed)
    }

    @Test(arguments: [(560.1230, true), (560.12354, true), (560.1246, false), (560.1224, false)])
    func `A number may differ by the tolerance and half a unit of the last digit`(error: Double, isAllowed: Bool) throws
    {
        // A tolerance of 0.0001 leaves three digits certain: 0.0006 around 560.123.
        let differences = TableCheck(try Self.document(.csv, error: error), file: "t").differences(from: Self.committed)
        #expect(differences.isEmpty == isAllowed)
    }

    @Test func `A changed digit is reported with file, line, row and column`() throws {
        let document = try Self.document(.csv)
        let changed = Self.committed.replacing("560.123", with: "560.133")
        let differences = TableCheck(document, file: "Reports/x/table.csv").differences(from: changed)
        #expect(
            differences.map(\.description) == [
                "Reports/x/table.csv:2: haversine, error (m): committed 560.133, computed 560.123"
            ]
        )
        let page = try Self.document(.markdown)
        let onPage = TableCheck(page, file: "table.md").differences(from: page.text.replacing("560.1 ", with: "560.2 "))
        #expect(onPage.map(\.column) == ["error (m)"] && onPage.map(\.committed) == ["560.2"])
    }

    @Test func `Text is compared exactly, in cells and around the table`() throws {
        let document = try Self.document(.csv)
        let cell = Self.committed.replacing("everywhere", with: "nowhere")
        #expect(
            TableCheck(document, file: "t").differences(from: cell).map(\.description) == [
                "t:3: karney, trust: committed nowhere | at last, computed everywhere | at last"
            ]
        )
        let page = try Self.document(.markdown)
        let title = TableCheck(page, file: "t").differences(from: page.text.replacing("Errors", with: "Terrors"))
        #expect(title.map(\.description) == ["t:1: committed '# Terrors', computed '# Errors'"])
    }

    @Test func `Added and removed rows are reported, and all other rows are still compared`() throws {
        let document = try Self.document(.csv)
        let fewer = TableCheck(document, file: "t").differences(
            from: "formula,error_m,trust\nkarney,0,everywhere | at last\n"
        )
        #expect(
            fewer.map(\.description) == [
                #"t: computed 'haversine,560.123,"up to 100 m, ""anywhere"""', but not committed"#
            ]
        )
        let more = TableCheck(document, file: "t").differences(from: Self.committed + "vincenty,1,nearly\n")
        #expect(more.map(\.description) == ["t:4: committed 'vincenty,1,nearly', but no longer computed"])
    }

    @Test func `Markup in cells is escaped in Markdown`() throws {
        let text = try Self.document(.markdown).text
        #expect(text.contains(#"everywhere \| at last"#))
        #expect(text.contains("`haversine`"))
    }

    private static func document(_ format: TableFormat, error: Double = 560.123) throws -> TableDocument {
        let yaml = "title: Errors\ncaption: Largest ones.\ntrackers: {scenarios: [walk]}\n"
        let definition = try TableDefinition(
            parsing: Array(yaml.utf8),
            file: "table.yaml",
            name: "errors",
            kinds: [TrackerTable.self]
        )
        func number(_ value: Double) -> TableCell {
            .number(TableNumber(value, .decimals(1), tolerance: .absolute(0.0001)))
        }
        let table = ReportTable(
            columns: [
                ReportTable.Column(key: "formula", title: "formula", isNumeric: false),
                ReportTable.Column(key: "error_m", title: "error (m)", isNumeric: true),
                ReportTable.Column(key: "trust", title: "trust", isNumeric: false),
            ],
            keyCount: 1,
            rows: [
                [.code("haversine"), number(error), .text(#"up to 100 m, "anywhere""#)],
                [.code("karney"), number(0), .text("everywhere | at last")],
            ]
        )
        return TableDocument(GeneratedTable(definition, table: table, inputs: []), format)
    }
}

import Testing

@testable import Reporting

@Suite struct ReportFormatTests {
    @Test func `A list keeps its order, ignores case and blanks, and has each format once`() throws {
        #expect(try ReportFormat.parse(list: "csv, MD ,csv,json") == [.csv, .markdown, .json])
    }

    @Test(
        arguments: [
            ("cvs", .csv), ("jsn", .json), ("markdown", .markdown), ("htm", .html), ("text", .latex), ("jnuit", .junit),
            ("latex", .latex), ("github", nil), ("", nil),
        ] as [(String, ReportFormat?)]
    )
    func `An unknown format is refused with the nearest name`(name: String, suggestion: ReportFormat?) {
        #expect(throws: ReportError.unknownFormat(name, suggestion: suggestion)) {
            try ReportFormat.parse(list: "md,\(name)")
        }
    }

    @Test func `The error says which formats there are`() {
        let error = ReportError.unknownFormat("cvs", suggestion: .csv)
        let names = "md, csv, json, html, tex, junit, summary, github-benchmark, bencher"
        #expect("\(error)" == "report format: found 'cvs', expected \(names); did you mean 'csv'?")
        #expect(!error.isEnvironment)
    }
}

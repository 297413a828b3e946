import Reporting
import Testing

@Suite struct ReportFormatTests {
    @Test func `A list retains its order, ignores case and blanks, and has each format once`() throws {
        #expect(try ReportFormat.parse(list: "csv, MD ,csv,json") == [.csv, .markdown, .json])
    }

    @Test(
        arguments: [
            ("cvs", .csv), ("jsn", .json), ("markdown", .markdown), ("htm", .html), ("text", .latex), ("jnuit", .junit),
            ("latex", .latex), ("github", nil), ("", nil),
        ] as [(String, ReportFormat?)]
    )
    func `An unknown format is rejected with the nearest name`(name: String, suggestion: ReportFormat?) {
        #expect(throws: ReportError.unknownFormat(name, suggestion: suggestion)) {
            try ReportFormat.parse(list: "md,\(name)")
        }
    }

    @Test func `The error names the nearest format, or all formats`() {
        let error = ReportError.unknownFormat("cvs", suggestion: .csv)
        #expect("\(error)" == "unknown report format 'cvs'; did you mean 'csv'?")
        let names = "md, csv, json, html, tex, junit, summary, github-benchmark, bencher, jsonl"
        #expect("\(ReportError.unknownFormat("x", suggestion: nil))" == "unknown report format 'x'; use \(names)")
        #expect(!error.isEnvironment)
    }
}

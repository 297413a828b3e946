import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct CSVReportTests {
    /// The fields of a text according to RFC 4180.
    private func parse(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = String.UnicodeScalarView()
        var isQuoted = false
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch (scalar, isQuoted) {
            case ("\"", _):
                if !isQuoted, previous == "\"" { field.append(scalar) }
                isQuoted.toggle()
            case (",", false), ("\n", false):
                row.append(String(field))
                field = String.UnicodeScalarView()
                if scalar == "\n" {
                    rows.append(row)
                    row = []
                }
            default: field.append(scalar)
            }
            previous = scalar
        }
        return rows
    }

    @Test func `A report equals its snapshot`() throws {
        try Snapshot.expect(CSVReport().render(Specimens.walk), "report.csv")
    }

    @Test func `Every name reads back unchanged, except for an apostrophe before a formula`() {
        let names = Specimens.nastyNames + ["\"", "a\"\u{301}b", "\r\n", ",", "\r", "\"\",\"\n"]
        let rows = parse(CSVReport().render(Specimens.results(names.map { Specimens.run("walk", $0) })))
        let found = rows.dropFirst().map { Array($0[4].unicodeScalars) }
        #expect(found == names.map { Array(CSVText.safe($0).unicodeScalars) })
        #expect(Set(rows.map(\.count)) == [6 + MetricCatalogue.metrics.count + 6])
    }

    @Test func `Every number reads back unchanged`() {
        let rows = parse(CSVReport().render(Specimens.walk))
        #expect(rows.count == Specimens.walk.runs.count + 1)
        for (row, run) in zip(rows.dropFirst(), Specimens.walk.runs) {
            for (column, metric) in MetricCatalogue.metrics.enumerated() {
                #expect(Double(row[6 + column]) == run.metrics[metric])
            }
        }
    }

    @Test func `Parameters are sorted, joined pairs`() {
        let run = Specimens.run("a", "b", parameters: ["b": .word("x"), "a": .number(0.5), "c": .number(2)])
        #expect(parse(CSVReport().render(Specimens.results([run])))[1][5] == "a=0.5;b=x;c=2")
    }
}

import Experiments
import Foundation
import Study
import TestSupport
import Testing

/// The computed figures compared with `Fixtures/make_computed_figures_*.py`, which does not use Sextant's code.
struct ComputedFigureTests {
    private struct Row {
        let value: Double
        let tolerance: Double
    }

    private static func rows() throws -> [String: Row] {
        var rows: [String: Row] = [:]
        for file in ["ulm_yandex", "delft_osnabrueck"] {
            let path = "Tests/StudyTests/Fixtures/computed_figures_\(file).csv"
            let text = try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
            for line in text.split(separator: "\n").dropFirst() {
                let cells = line.split(separator: ",")
                rows[String(cells[0])] = Row(
                    value: try #require(Double(cells[1])),
                    tolerance: try #require(Double(cells[2]))
                )
            }
        }
        return rows
    }

    @Test func `Every figure equals the result of another program`() throws {
        let rows = try Self.rows()
        #expect(Set(rows.keys) == Set(ComputedFigureCatalogue.figures.map(\.name)))
        for figure in ComputedFigureCatalogue.figures {
            guard let row = rows[figure.name] else { continue }
            let value = figure.value()
            #expect(abs(value - row.value) <= row.tolerance, "\(figure.name): \(value), \(row.value)")
        }
    }

    @Test func `The names of figures are unique`() {
        let names = ComputedFigureCatalogue.figures.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `Every figure is used by a claim of the report table`() throws {
        let file = Package.root.appending(path: "Reports/claims/table.yaml")
        let definition = try TableDefinition(
            parsing: Array(try Data(contentsOf: file)),
            file: file.path,
            name: "claims",
            kinds: [ClaimTable.self]
        )
        guard let table = definition.content as? ClaimTable else {
            Issue.record("Reports/claims is not a table of claims")
            return
        }
        var used: Set<String> = []
        for case .measured(let cases) in table.claims.map(\.content) {
            for case .computed(let figure) in cases.map(\.quantity) { used.insert(figure.name) }
        }
        #expect(used == Set(ComputedFigureCatalogue.figures.map(\.name)))
    }
}

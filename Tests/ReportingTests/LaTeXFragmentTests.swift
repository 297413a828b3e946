import Evaluation
import Foundation
import Reporting
import Testing

struct LaTeXFragmentTests {
    private static func table(_ pivot: String? = nil) throws -> FigureTable {
        let words = ReportSelection.Words(
            group: pivot == nil ? "pipeline" : nil,
            columns: pivot == nil ? "total_rmse_deg,increment_rms_deg,lag_ms" : nil,
            sort: nil,
            isReversed: false,
            pivot: pivot
        )
        return try ReportSelection(words, in: SeriesSpecimens.walk).table(of: SeriesSpecimens.walk)
    }

    @Test func `A fragment is a tabular with the chosen columns, without checksums and packages`() throws {
        let text = try Self.table().latexFragment(hasIntervals: true)
        #expect(text.hasPrefix("\\begin{tabular}{@{}p{10em}rrr@{}}\n\\toprule\n"))
        #expect(text.hasSuffix("\\bottomrule\n\\end{tabular}%\n"))
        #expect(text.contains("\\shortstack[r]{total\\\\RMSE\\\\(\\textdegree{})}"))
        #expect(text.contains("\\textbf{"))
        for word in ["SHA", "0123456789", "documentclass", "siunitx", "%%"] {
            #expect(!text.contains(word), "\(word)")
        }
        let rows = text.split(separator: "\n").filter { $0.hasSuffix("\\\\") || $0.hasSuffix("]") }
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { $0.count { $0 == "&" } == 3 })
    }

    @Test func `Intervals can be omitted, and the caption mentions them only if they are shown`() throws {
        let table = try Self.table()
        #expect(table.latexFragment(hasIntervals: true).contains("{\\tiny {[}"))
        #expect(!table.latexFragment(hasIntervals: false).contains("\\tiny"))
        #expect(table.latexCaption(hasIntervals: true).contains("bootstrap interval"))
        #expect(!table.latexCaption(hasIntervals: false).contains("interval"))
        #expect(table.latexCaption(hasIntervals: true).contains("Bold"))
    }

    @Test func `The caption states which means are over fewer recordings`() {
        let columns = [
            FigureTable.Column(key: "pipeline", title: "pipeline"),
            FigureTable.Column(key: "total_rmse_deg", title: "total RMSE", unit: "deg", polarity: .smallerIsBetter),
            FigureTable.Column(key: "lag_ms", title: "lag", unit: "ms", polarity: .closerToZeroIsBetter),
            FigureTable.Column(key: "jump_count", title: "jumps", polarity: .smallerIsBetter),
        ]
        func cell(_ value: Double, _ count: Int, isBest: Bool = false) -> FigureTable.Cell {
            FigureTable.Cell(text: "\(value)", value: value, isBest: isBest, count: count, total: 9)
        }
        let rows = [
            [.text("a"), cell(1, 8, isBest: true), cell(-2, 7), cell(0, 9, isBest: true)],
            [.text("b"), cell(2, 8), cell(3, 9), cell(4, 9)],
        ]
        #expect(
            FigureTable(caption: "By pipeline.", columns: columns, rows: rows).latexCaption(hasIntervals: true)
                .replacing("{,}", with: ",")
                == "\\def\\sextantcaption{By pipeline. Means over the recordings with equal weights. Over fewer recordings: "
                + "total RMSE (8 of 9), lag (7 to 9 of 9). Bold: the best value, if all means cover the same recordings. "
                + "Lag: means with signs, compared by absolute values.}%\n"
        )
    }

    @Test func `A pivot accepts a plain x`() throws {
        #expect(try Self.table("recording x pipeline:lag_ms") == Self.table("recording×pipeline:lag_ms"))
    }

    @Test func `Traits of the names are keys, and a missing trait is an error`() throws {
        let motion = try Self.table("motion×pipeline:total_rmse_deg")
        #expect(motion.rows.compactMap { $0[0].text } == ["walking", "stairs"])
        let error = #expect(throws: ReportError.self) { try Self.table("device×pipeline:total_rmse_deg") }
        #expect(error?.description.contains("device") ?? false)
    }
}

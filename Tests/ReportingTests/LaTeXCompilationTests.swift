import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// Fragments in a paper with two columns, as pdfLaTeX reads them.
struct LaTeXCompilationTests {
    private static let compiler: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { "\($0)/pdflatex" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Points: a smaller excess is not visible.
    private static let visible = 1.0

    private static let paper = """
        \\documentclass[twocolumn]{article}
        \\usepackage[T1]{fontenc}
        \\usepackage[utf8]{inputenc}
        \\usepackage{textcomp}
        \\usepackage{booktabs}
        \\begin{document}
        \\begin{table}\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}
        \\input{table-caption}\\caption{\\sextantcaption}
        \\input{table}
        \\end{table}
        \\end{document}
        """

    @Test("A fragment compiles without a warning about its width", .enabled(if: compiler != nil, "pdflatex is missing"))
    func compiles() throws {
        let folder = try TemporaryFolder()
        var results = SeriesSpecimens.walk
        for index in results.runs.indices where results.runs[index].pipeline.name.hasPrefix("madgwick") {
            results.runs[index].pipeline.name = "a_b%&#{~^\\$"
        }
        let words = ReportSelection.Words(
            group: "pipeline",
            columns: "total_rmse_deg,increment_rms_deg,lag_ms",
            sort: nil,
            isReversed: false,
            pivot: nil
        )
        let table = try ReportSelection(words, in: results).table(of: results)
        _ = try folder.write(table.latexFragment(hasIntervals: true), to: "table.tex")
        _ = try folder.write(table.latexCaption(hasIntervals: true), to: "table-caption.tex")
        _ = try folder.write(Self.paper, to: "paper.tex")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.compiler))
        process.arguments = ["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let log = try String(contentsOf: folder.url.appendingPathComponent("paper.log"), encoding: .isoLatin1)
        #expect(process.terminationStatus == 0, "\(log.suffix(2_000))")
        let tooWide = log.matches(of: /Overfull \\hbox \(([0-9.]+)pt too wide\)/).compactMap { Double($0.1) }
        #expect(tooWide.allSatisfy { $0 < Self.visible }, "the table is wider than the column by \(tooWide) pt")
    }
}

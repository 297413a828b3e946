import Subprocess

/// Draws plots with gnuplot (http://www.gnuplot.info), version 5.4 or newer.
///
/// The same plot gives the same bytes: no date, no name of a machine, no user's settings, no locale.
struct Gnuplot: Sendable, Hashable {
    /// Where gnuplot is looked for; nil for the process's own PATH.
    var searchPath: String?

    private static let mostBytes = 1 << 26
    private static let mostMessage = 1 << 16

    /// The file of a plot that has something to draw.
    ///
    /// - Throws: ``PlotError``.
    func draw(_ plot: Plot, as format: PlotFormat) async throws(PlotError) -> [UInt8] {
        precondition(!plot.isEmpty, "gnuplot draws no empty picture")
        let script = GnuplotScript.text(of: plot, as: format)
        var bytes = try await output(of: script)
        switch format {
        case .pdf: Self.withoutDate(&bytes)
        case .svg: GnuplotText.replaceMarks(in: &bytes)
        }
        return bytes
    }

    private func output(of script: String) async throws(PlotError) -> [UInt8] {
        var changes: [Environment.Key: String?] = ["LC_ALL": "C.UTF-8", "GNUPLOT_LIB": nil, "GNUTERM": nil]
        if let searchPath { changes["PATH"] = searchPath }
        do {
            let result = try await run(
                .name("gnuplot"),
                // Without the user's own settings.
                arguments: ["-d"],
                environment: .inherit.updating(changes),
                input: .string(script),
                output: .bytes(limit: Self.mostBytes),
                error: .string(limit: Self.mostMessage)
            )
            guard case .exited(0) = result.terminationStatus, !result.standardOutput.isEmpty else {
                throw PlotError.refused(Self.message(in: result.standardError))
            }
            return result.standardOutput
        } catch let error as PlotError {
            throw error
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw .noGnuplot
        } catch {
            throw .refused("\(error)")
        }
    }

    /// The last line that says something.
    private static func message(in text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.last { !$0.isEmpty }.map { String($0).withoutControlCharacters } ?? "nothing"
    }

    /// Cairo writes the time of drawing into a PDF. Other digits of the same length leave every place where it was.
    private static func withoutDate(_ bytes: inout [UInt8]) {
        let key = Array("/CreationDate (D:".utf8)
        guard bytes.count > key.count else { return }
        for start in 0..<(bytes.count - key.count) where bytes[start..<(start + key.count)].elementsEqual(key) {
            for (place, digit) in "19700101000000".utf8.enumerated() where start + key.count + place < bytes.count {
                bytes[start + key.count + place] = digit
            }
        }
    }
}

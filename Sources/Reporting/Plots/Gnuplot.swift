import SensorModel
import Subprocess

/// Draws plots with gnuplot (http://www.gnuplot.info), version 5.4 or newer.
///
/// Equal plots give equal bytes: the files contain no date and no machine name, and user settings and locale have no
/// effect.
package struct Gnuplot: Sendable, Hashable {
    /// The search path for gnuplot; nil for the PATH of the process.
    package var searchPath: String?

    package init(searchPath: String? = nil) {
        self.searchPath = searchPath
    }

    private static let maximumOutputBytes = 1 << 26
    private static let maximumMessageBytes = 1 << 16

    /// The content of the plot's file.
    ///
    /// - Parameter plot: a plot that is not empty.
    /// - Throws: ``PlotError``.
    package func draw(_ plot: Plot, as format: PlotFormat) async throws(PlotError) -> [UInt8] {
        precondition(!plot.isEmpty, "gnuplot cannot draw an empty plot")
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
                // The option -d ignores the user's settings.
                arguments: ["-d"],
                environment: .inherit.updating(changes),
                input: .string(script),
                output: .bytes(limit: Self.maximumOutputBytes),
                error: .string(limit: Self.maximumMessageBytes)
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

    /// The last line that is not empty.
    private static func message(in text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.last { !$0.isEmpty }.map { String($0).withoutControlCharacters } ?? "no message"
    }

    /// Replaces the date that Cairo writes into a PDF by digits of the same length, so that all offsets stay valid.
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

/// The file format of a plot.
package enum PlotFormat: String, Sendable, Hashable, CaseIterable {
    case svg
    case pdf
}

/// The reason why a plot could not be drawn.
package enum PlotError: Error, Sendable, Hashable {
    /// There is no gnuplot on the search path.
    case noGnuplot
    /// gnuplot failed with this message.
    case refused(String)
}

extension PlotError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noGnuplot:
            "plots are missing: there is no 'gnuplot' on the PATH; install it (Debian: apt-get install gnuplot-nox,"
                + " macOS: brew install gnuplot)"
        case .refused(let message): "plots are missing: gnuplot failed: \(message)"
        }
    }
}

/// Draws plots one after another and records the first failure. If gnuplot is missing, it makes no further attempts.
struct PlotPainter {
    var gnuplot = Gnuplot()
    private(set) var problem: PlotError?

    init(gnuplot: Gnuplot = Gnuplot()) { self.gnuplot = gnuplot }

    /// The content of the file; nil when it could not be drawn.
    mutating func draw(_ plot: Plot, as format: PlotFormat) async -> [UInt8]? {
        guard problem != .noGnuplot else { return nil }
        do throws(PlotError) {
            return try await gnuplot.draw(plot, as: format)
        } catch {
            problem = problem ?? error
            return nil
        }
    }
}

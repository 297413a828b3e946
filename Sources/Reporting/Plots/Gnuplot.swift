import Foundation
import Recordings
import SensorModel

/// Draws plots with gnuplot (http://www.gnuplot.info), version 5.4 or newer.
///
/// Equal plots give equal bytes: the files contain no date and no machine name. User settings and the locale have no
/// effect.
package struct Gnuplot: Sendable, Hashable {
    /// The search path for gnuplot; `nil` for the `PATH` of the process.
    package var searchPath: String?

    package init(searchPath: String? = nil) {
        self.searchPath = searchPath
    }

    private static let maximumOutputBytes = 1 << 26

    /// Draws a plot and returns the content of its file.
    ///
    /// - Parameters:
    ///   - plot: a plot that is not empty.
    ///   - format: the format of the file.
    /// - Throws: ``PlotError`` if gnuplot is missing or fails.
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
        var changes: [String: String?] = ["LC_ALL": "C.UTF-8", "GNUPLOT_LIB": nil, "GNUTERM": nil]
        if let searchPath { changes["PATH"] = searchPath }
        // The option -d ignores the user's settings.
        let call = ProgramCall(command: ["gnuplot", "-d"], variables: changes)
        let result: ProgramOutput
        do throws(ProgramError) {
            result = try await call.run(input: Array(script.utf8), limit: Self.maximumOutputBytes)
        } catch {
            throw error == .notFound ? .noGnuplot : .refused("\(error)")
        }
        guard result.code == 0, !result.output.isEmpty else { throw .refused(Self.message(in: result.error)) }
        return result.output
    }

    /// The last line that is not blank, or `no message` if all lines are blank.
    private static func message(in text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.last { !$0.isEmpty }.map { String($0).withoutControlCharacters } ?? "no message"
    }

    /// Replaces the date that Cairo writes into a PDF with digits of the same length, so that all offsets stay valid.
    private static func withoutDate(_ bytes: inout [UInt8]) {
        let key = Array("/CreationDate (D:".utf8)
        guard bytes.count > key.count else { return }
        for start in 0..<(bytes.count - key.count) where bytes[start..<(start + key.count)].elementsEqual(key) {
            for (index, digit) in "19700101000000".utf8.enumerated() where start + key.count + index < bytes.count {
                bytes[start + key.count + index] = digit
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
    /// The search path contains no gnuplot.
    case noGnuplot
    /// gnuplot failed with the given message.
    case refused(String)
}

extension PlotError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noGnuplot:
            "plots are missing: there is no 'gnuplot' on the PATH; install gnuplot (Debian: apt-get install "
                + "gnuplot-nox, macOS: brew install gnuplot)"
        case .refused(let message): "plots are missing: gnuplot failed: \(message)"
        }
    }
}

/// The gnuplot commands that draw a plot. Equal plots give equal text.
package struct GnuplotScript {
    /// The maximum number of points of all lines together, which limits a picture to about 200 kB.
    private static let maximumPoints = 8_000
    /// The number of markers on a line.
    private static let markersPerLine = 6
    private static let longestName = 60

    private let plot: Plot
    private let format: PlotFormat
    private var lines: [String] = []

    /// The commands for a plot in a file format.
    package static func text(of plot: Plot, as format: PlotFormat) -> String {
        var script = GnuplotScript(plot: plot, format: format)
        script.build()
        return script.lines.map { $0 + "\n" }.joined()
    }

    private mutating func build() {
        lines.append("set encoding utf8")
        lines.append("set terminal \(terminal)")
        lines.append("set style data lines")
        lines.append("set border 3 lc rgb 'black'")
        lines.append("set grid lc rgb 'gray' lw 0.5 dt solid")
        lines.append("set tics nomirror out")
        lines.append(plot.hasKey ? "set key outside below center horizontal reverse Left samplen 3" : "unset key")
        if !plot.title.isEmpty { lines.append("set title \(quoted(plot.title))") }
        if plot.hasEqualUnits { lines.append("set size ratio -1") }
        add(plot.x, "x")
        add(plot.y, "y")
        for band in plot.bands { add(band) }
        addSeries()
    }

    private var terminal: String {
        switch format {
        case .svg:
            "svg size \(plot.width),\(plot.height) dynamic noenhanced name 'plot' font 'sans-serif,13' lw 1.2"
        case .pdf:
            "pdfcairo size \(printedSize) noenhanced font 'sans-serif,\(isNarrow ? 7 : 9)' lw 1.2 rounded"
        }
    }

    /// A Boolean value that indicates whether the PDF fits one column of a two-column page. If so, its font has the
    /// size of a caption.
    private var isNarrow: Bool { plot.printedWidth < 120 }

    private var printedSize: String {
        let width = plot.printedWidth / 10
        // A narrow picture needs more height for its legend.
        let ratio = Double(plot.height) / Double(plot.width) * (isNarrow ? 1.25 : 1)
        return "\(NumberText.exact(width.rounded(toSignificant: 4)))cm,\(decimals(width * ratio))cm"
    }

    private func quoted(_ text: String, isTick: Bool = false) -> String {
        GnuplotText.quoted(text, for: format, isTick: isTick)
    }

    private func decimals(_ number: Double) -> String { NumberText.fixed(number, decimals: 2) }

    private mutating func add(_ axis: Plot.Axis, _ name: String) {
        // An empty line separates the title from the key below it.
        let end = name == "x" && plot.hasKey ? ".\"\\n\"" : ""
        lines.append("set \(name)label \(quoted(axis.title))\(end)")
        if axis.isLogarithmic {
            lines.append("set logscale \(name)")
            lines.append("set format \(name) '%g'")
        }
        if let limits = axis.limits {
            let ends = [limits.first, limits.last].map { $0.map(NumberText.exact) ?? "" }
            lines.append("set \(name)range [\(ends.joined(separator: ":"))]")
        }
        guard !axis.categories.isEmpty else { return }
        let ticks = axis.categories.enumerated().map { "\(quoted(shortened($1), isTick: true)) \($0)" }
        lines.append("set \(name)tics (\(ticks.joined(separator: ", ")))")
        if axis.limits == nil {
            lines.append("set \(name)range [\(decimals(Double(axis.categories.count) - 0.5)):-0.5]")
        }
    }

    private mutating func add(_ band: Plot.Band) {
        let (colour, opacity) =
            switch band.kind {
            case .rest: (PlotPalette.restShade, "0.10")
            case .disturbance: (PlotPalette.disturbanceShade, "0.25")
            }
        let (from, to) = (NumberText.exact(band.range.lowerBound), NumberText.exact(band.range.upperBound))
        lines.append(
            "set object rectangle from first \(from), graph 0 to first \(to), graph 1 back"
                + " fc rgb '\(colour)' fs solid \(opacity) noborder"
        )
    }

    private mutating func addSeries() {
        let drawn = plot.series.map { ($0, plot.drawable($0)) }.filter { !$0.1.isEmpty }
        let lineCount = drawn.count { $0.0.style == .line }
        let bins = max(8, min(plot.width, Self.maximumPoints / 2 / max(1, lineCount)))
        var parts: [String] = []
        for (number, (series, stretches)) in drawn.enumerated() {
            let kept =
                series.style == .line
                ? PlotThinning.thinned(stretches, bins: bins) { plot.x.isLogarithmic ? log10($0) : $0 } : stretches
            lines.append("$d\(number) << EOD")
            for (index, stretch) in kept.enumerated() {
                if index > 0 { lines.append("") }
                lines += stretch.map { row($0, series.style) }
            }
            lines.append("EOD")
            let title = series.name.isEmpty ? "notitle" : "title \(quoted(shortened(series.name)))"
            parts.append("$d\(number) \(look(of: series, points: kept.reduce(0) { $0 + $1.count })) \(title)")
        }
        lines.append("plot \(parts.joined(separator: ", \\\n     "))")
    }

    private func shortened(_ name: String) -> String { TextWrapping.shortened(name, width: Self.longestName) }

    private func row(_ point: Plot.Point, _ style: Plot.Style) -> String {
        let numbers =
            style == .intervals
            ? [point.x, point.y, point.interval?.lowerBound ?? point.x, point.interval?.upperBound ?? point.x]
            : [point.x, point.y]
        return numbers.map(NumberText.exact).joined(separator: " ")
    }

    private func look(of series: Plot.Series, points: Int) -> String {
        let slot = series.slot
        let colour = "lc rgb '\(PlotPalette.colour(of: slot))'"
        let marker = "pt \(PlotPalette.marker(of: slot))"
        let lengths = PlotPalette.dash(of: slot).map(String.init).joined(separator: ",")
        let dash = lengths.isEmpty ? "dt solid" : "dt (\(lengths))"
        switch series.style {
        case .line:
            let interval = max(1, points / Self.markersPerLine)
            return "with linespoints \(colour) \(dash) \(marker) ps 0.6 pi \(interval)"
        case .outline: return "with lines \(colour) \(dash)"
        case .markers: return "with points \(colour) \(marker) ps 0.9"
        case .dots: return "with points \(colour) \(marker) ps 0.4"
        case .intervals: return "using 1:2:3:4 with xerrorbars \(colour) \(marker) ps 0.8"
        }
    }
}

/// Text that gnuplot shows literally.
package enum GnuplotText {
    /// Private-use characters that replace `&` and `>` while gnuplot writes an SVG, because gnuplot escapes neither
    /// of them. Otherwise, the text `&#60;` would be shown as `<`, and `]]>` would make the XML invalid.
    private static let marks: [Unicode.Scalar: Unicode.Scalar] = ["&": "\u{E026}", ">": "\u{E03E}"]

    /// The text as a gnuplot string literal whose content gnuplot shows unchanged.
    ///
    /// ASCII characters except letters and blanks are written as octal numbers, so that the literal contains no
    /// quotes, commands in backticks or macros. Digits are written as octal numbers, too, because gnuplot would read
    /// them as part of the preceding number. The terminal option `noenhanced` disables markup. Control characters are
    /// written as `\u{1B}`.
    ///
    /// - Parameters:
    ///   - text: the text to show.
    ///   - format: the format of the file.
    ///   - isTick: whether the text labels a tick. In tick labels, gnuplot replaces `%g` with the number of the tick.
    package static func quoted(_ text: String, for format: PlotFormat, isTick: Bool = false) -> String {
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.withoutControlCharacters.unicodeScalars {
            if format == .svg, let mark = marks[scalar] {
                result.append(mark)
                continue
            }
            switch scalar {
            case "%" where isTick: result.append(contentsOf: "%%".unicodeScalars)
            case " ", "a"..."z", "A"..."Z": result.append(scalar)
            case "\u{E026}", "\u{E03E}": result.append("\u{FFFD}")
            default:
                // XML does not allow noncharacters.
                let shown: Unicode.Scalar = scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
                result.append(contentsOf: shown.isASCII ? octal(shown).unicodeScalars : String(shown).unicodeScalars)
            }
        }
        return String(result) + "\""
    }

    /// Replaces each private-use character in an SVG document with the escaped form of the original character, such as
    /// `&amp;`. O(bytes).
    static func replaceMarks(in svg: inout [UInt8]) {
        // U+E026 is EE 80 A6, U+E03E is EE 80 BE.
        let start: [UInt8] = [0xEE, 0x80]
        let escaped: [UInt8: String] = [0xA6: "&amp;", 0xBE: "&gt;"]
        guard svg.contains(start[0]) else { return }
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var index = 0
        while index < svg.count {
            if svg[index] == start[0], index + 2 < svg.count, svg[index + 1] == start[1],
                let text = escaped[svg[index + 2]]
            {
                result += text.utf8
                index += 3
            } else {
                result.append(svg[index])
                index += 1
            }
        }
        svg = result
    }

    private static func octal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

/// Combinations of colours, dashes and markers that colour-blind readers can also distinguish.
///
/// The colours are those of Okabe and Ito ("Color universal design", 2008, https://jfly.uni-koeln.de/color/), with
/// black first and without yellow, which is hard to see on white. A slot selects a colour, a dash and a marker. With
/// seven colours, five dashes and six markers, the first 210 slots differ.
package enum PlotPalette {
    /// The colours as `#RRGGBB`.
    static let colours = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00"]
    /// Alternating lengths of dashes and gaps, in gnuplot's unit. The first entry is a solid line.
    static let dashes: [[Int]] = [[], [12, 4], [3, 3], [12, 4, 3, 4], [20, 6]]
    /// gnuplot's filled point types: circle, triangle, square, diamond, inverted triangle, pentagon.
    static let markers = [7, 9, 5, 13, 11, 15]

    static let restShade = "#000000"
    static let disturbanceShade = "#E69F00"

    package static func colour(of slot: Int) -> String { colours[slot % colours.count] }
    package static func dash(of slot: Int) -> [Int] { dashes[slot % dashes.count] }
    package static func marker(of slot: Int) -> Int { markers[slot % markers.count] }
}

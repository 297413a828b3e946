import Mustache
import SensorModel

/// An HTML page of sortable tables. It loads no other files.
enum TablePage {
    /// The HTML document.
    ///
    /// - Parameters:
    ///   - title: the heading of the page.
    ///   - extent: a sentence below the heading.
    ///   - tables: the tables with their headings. The first column of a table names the rows.
    ///   - figures: the plots before the tables.
    ///   - origin: sentences on the origin of the results.
    static func text(
        title: String,
        extent: String,
        tables: [(heading: String, table: FigureTable)],
        figures: [ReportFigure],
        origin: [String]
    ) -> String {
        let plots = figures.map { $0.pageData(ofPipelines: false) }
        let values: PageValues = [
            "title": title,
            "extent": extent,
            "style": PageTemplates.style,
            "script": PageTemplates.script,
            "markers": PageKey.markers,
            "sections": tables.enumerated().map { index, entry -> PageValues in
                [
                    "id": "table-\(index + 1)",
                    "name": entry.heading,
                    "table": entry.table.pageValues(label: entry.table.caption),
                    "remarks": entry.table.remarks,
                ]
            },
            "figures": figures.enumerated().map { $1.pageValues(in: "all recordings", number: $0) },
            "data": plots.isEmpty ? "{}" : PageData(figures: plots).json,
            "origin": origin,
        ]
        return PageTemplates.render(values, template: "tables")
    }
}

/// The legend of the pictures: a sample of each line and marker, next to the name of the pipeline.
enum PageKey {
    /// gnuplot's point types as SVG elements of unit size.
    private static let shapes = [
        7: "<circle r=\"1\"", 9: "<path d=\"M0-1.33-1.33.67h2.66z\"", 5: "<path d=\"M-1-1h2v2h-2z\"",
        13: "<path d=\"M0-1.41 1.41 0 0 1.41-1.41 0z\"", 11: "<path d=\"M0 1.33 1.33-.67h-2.66z\"",
        15: "<path d=\"M0-1.33 1.265-.411.782 1.067h-1.564L-1.265-.411z\"",
    ]
    /// The length of a gnuplot dash unit, in tenths of a pixel.
    private static let dashUnit = 6

    /// The definitions of the markers as SVG elements, each in two sizes.
    ///
    /// An identifier such as `p6` is a marker of unit size; `m6` is the same marker in the size for pictures. The
    /// number is gnuplot's point type minus 1.
    static var markers: String {
        PlotPalette.markers.compactMap { marker in
            shapes[marker].map { shape in
                "\(shape) id=\"p\(marker - 1)\" fill=\"currentColor\" stroke=\"none\"/>"
                    + "<use id=\"m\(marker - 1)\" href=\"#p\(marker - 1)\" transform=\"scale(4)\"/>"
            }
        }
        .joined()
    }

    /// Definitions of sample lines, each with dashes and a marker, for pipelines 0 to `count` − 1. ``swatch(_:)`` shows
    /// them.
    static func samples(_ count: Int) -> String {
        (0..<count).map { slot in
            let lengths = PlotPalette.dash(of: slot).map { PagePath.text(tenths: $0 * dashUnit) }
            let dashes = lengths.isEmpty ? "" : " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
            let marker = PlotPalette.marker(of: slot) - 1
            return
                "<g id=\"s\(slot)\"><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"\(dashes) d=\"M0 6h34\"/>"
                + "<use href=\"#p\(marker)\" transform=\"translate(17 6)scale(3.4)\"/></g>"
        }
        .joined()
    }

    /// A short line that shows the dashes, marker and colour of a pipeline; `slot` is the pipeline's number. The page
    /// must contain the definitions from ``samples(_:)``.
    static func swatch(_ slot: Int) -> String {
        "<svg class=\"swatch c\(slot % PlotPalette.colours.count)\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">"
            + "<use href=\"#s\(slot)\"/></svg>"
    }
}

/// SVG paths with coordinates in tenths of a pixel.
package enum PagePath {
    /// The path through points in pixels, with relative coordinates; empty for fewer than two distinct points.
    ///
    /// Points are rounded to a tenth of a pixel. A point that equals the previous one is omitted. O(points).
    package static func line(_ points: some Collection<(x: Double, y: Double)>) -> String {
        var output = ""
        var here: (x: Int, y: Int)?
        var count = 0
        for point in points {
            let next = (x: tenths(point.x), y: tenths(point.y))
            guard let last = here else {
                output = "M" + text(tenths: next.x)
                append(next.y, to: &output)
                output += "l"
                here = next
                continue
            }
            guard next != last else { continue }
            append(next.x - last.x, to: &output)
            append(next.y - last.y, to: &output)
            here = next
            count += 1
        }
        return count == 0 ? "" : output
    }

    /// The path of lines of length 0, which are dots if the ends of lines are round.
    package static func dots(_ points: some Sequence<(x: Double, y: Double)>) -> String {
        points.map { "M\(text($0.x)) \(text($0.y))h0" }.joined()
    }

    /// The shortest text of a number in tenths, such as `-.3` for −3, or `12` for 120.
    package static func text(tenths: Int) -> String {
        let (whole, part) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        guard part > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole == 0 ? "" : String(whole)).\(part)"
    }

    /// The text of a length in pixels, rounded to a tenth.
    package static func text(_ pixels: Double) -> String { text(tenths: tenths(pixels)) }

    /// The number in tenths, clamped so that the difference of two such numbers fits an `Int`.
    private static func tenths(_ number: Double) -> Int {
        Int(saturating: min(max((number * 10).rounded(), -1e15), 1e15))
    }

    /// Appends the number, after a blank if it would otherwise join the previous number.
    private static func append(_ tenths: Int, to output: inout String) {
        let number = text(tenths: tenths)
        if let last = output.utf8.last, last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9"), tenths >= 0 {
            output += " "
        }
        output += number
    }
}

/// The key of the pictures: a sample of each line and marker, for the pipeline's name.
enum PageKey {
    /// gnuplot's point types as SVG elements of unit size.
    private static let shapes = [
        7: "<circle r=\"1\"", 9: "<path d=\"M0-1.33-1.33.67h2.66z\"", 5: "<path d=\"M-1-1h2v2h-2z\"",
        13: "<path d=\"M0-1.41 1.41 0 0 1.41-1.41 0z\"", 11: "<path d=\"M0 1.33 1.33-.67h-2.66z\"",
        15: "<path d=\"M0-1.33 1.265-.411.782 1.067h-1.564L-1.265-.411z\"",
    ]
    /// Tenths of a pixel per gnuplot unit of dash length.
    private static let dashUnit = 6

    /// The definitions of the markers: of unit size, such as `p6`, and of the size in pictures, such as `m6`.
    ///
    /// The numbers are one less than gnuplot's.
    static var markers: String {
        PlotPalette.markers.compactMap { marker in
            shapes[marker].map { shape in
                "\(shape) id=\"p\(marker - 1)\" fill=\"currentColor\" stroke=\"none\"/>"
                    + "<use id=\"m\(marker - 1)\" href=\"#p\(marker - 1)\" transform=\"scale(4)\"/>"
            }
        }
        .joined()
    }

    /// The definitions of the samples that ``swatch(_:)`` shows, for this number of slots.
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

    /// A short line with the marker of a slot. The page must contain its definition (``samples(_:)``).
    static func swatch(_ slot: Int) -> String {
        "<svg class=\"swatch c\(slot % PlotPalette.colours.count)\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">"
            + "<use href=\"#s\(slot)\"/></svg>"
    }
}

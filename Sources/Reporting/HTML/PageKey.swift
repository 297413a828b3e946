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

    /// The definitions of the markers. Their identifiers, such as `p6`, are one less than gnuplot's numbers.
    static var markers: String {
        PlotPalette.markers.compactMap { marker in
            shapes[marker].map { "\($0) id=\"p\(marker - 1)\" fill=\"currentColor\" stroke=\"none\"/>" }
        }.joined()
    }

    /// A short line with the marker of a slot.
    static func swatch(_ slot: Int) -> String {
        let lengths = PlotPalette.dash(of: slot).map { PagePath.text(tenths: $0 * dashUnit) }
        let dashes = lengths.isEmpty ? "" : " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
        let colour = slot % PlotPalette.colours.count
        let marker = PlotPalette.marker(of: slot) - 1
        return "<svg class=\"swatch c\(colour)\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">"
            + "<path\(dashes) d=\"M0 6h34\"/><use href=\"#p\(marker)\" transform=\"translate(17 6)scale(3.4)\"/></svg>"
    }
}

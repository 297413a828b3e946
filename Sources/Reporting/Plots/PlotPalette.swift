/// Colours, dashes and markers that differ for colour-blind readers, too.
///
/// The colours are those of Okabe and Ito ("Color universal design", 2008, https://jfly.uni-koeln.de/color/) without
/// yellow, which is hard to see on white, and with black first. A slot selects a colour, a dash and a marker; with seven
/// colours, five dashes and six markers, the first 210 slots differ.
package enum PlotPalette {
    /// The colours as `#RRGGBB`.
    static let colours = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00"]
    /// Alternating lengths of dash and gap, in gnuplot's unit; the first is solid.
    static let dashes: [[Int]] = [[], [12, 4], [3, 3], [12, 4, 3, 4], [20, 6]]
    /// gnuplot's filled point types: circle, triangle, square, diamond, inverted triangle, pentagon.
    static let markers = [7, 9, 5, 13, 11, 15]

    static let restShade = "#000000"
    static let disturbanceShade = "#E69F00"

    package static func colour(of slot: Int) -> String { colours[slot % colours.count] }
    package static func dash(of slot: Int) -> [Int] { dashes[slot % dashes.count] }
    package static func marker(of slot: Int) -> Int { markers[slot % markers.count] }
}

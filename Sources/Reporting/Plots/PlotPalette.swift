/// Colours, dashes and markers that are told apart without colour sight, too.
///
/// Colours of Okabe and Ito ("Color universal design", 2008, https://jfly.uni-koeln.de/color/) but for yellow, which
/// white paper swallows, with black first. Seven colours, five dashes and six markers: the first 210 slots differ.
enum PlotPalette {
    /// `#RRGGBB`.
    static let colours = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00"]
    /// Lengths of dash and gap in turn, in gnuplot's unit; the first is solid.
    static let dashes: [[Int]] = [[], [12, 4], [3, 3], [12, 4, 3, 4], [20, 6]]
    /// Circle, triangle, square, diamond, turned triangle, pentagon: gnuplot's filled point types.
    static let markers = [7, 9, 5, 13, 11, 15]

    static let restShade = "#000000"
    static let disturbanceShade = "#E69F00"

    static func colour(of slot: Int) -> String { colours[slot % colours.count] }
    static func dash(of slot: Int) -> [Int] { dashes[slot % dashes.count] }
    static func marker(of slot: Int) -> Int { markers[slot % markers.count] }
}

/// A picture of series over two axes, as data: what ``Gnuplot`` draws.
///
/// Texts may be any text. A series without a finite point is left out.
struct Plot: Sendable, Hashable {
    struct Axis: Sendable, Hashable {
        /// With the unit.
        var title: String
        /// Points that are not above zero are left out then.
        var isLogarithmic = false
        /// From left to right or from below; turned where the first is the larger.
        var limits: Limits?
        /// Names in place of numbers: that of 0, of 1, and so on.
        var categories: [String] = []
    }

    /// Nil for as far as the points go.
    struct Limits: Sendable, Hashable {
        var first: Double?
        var last: Double?
    }

    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
        /// An interval along x, as an error bar.
        var interval: ClosedRange<Double>?

        init(_ x: Double, _ y: Double, interval: ClosedRange<Double>? = nil) {
            self.x = x
            self.y = y
            self.interval = interval
        }
    }

    enum Style: Sendable, Hashable {
        /// A line with a few markers that tell it from others without colour. Thinned by ``MinMaxThinning`` when it is
        /// drawn; x never falls.
        case line
        /// A thin line through its points as they are, without markers: a front, a track, an outline.
        case outline
        case markers
        /// Markers with their intervals along x.
        case intervals
    }

    struct Series: Sendable, Hashable {
        /// What the key calls it; empty for nothing.
        var name: String
        var style: Style
        /// Colour, dashes and marker: see ``PlotPalette``. Series with the same number look the same.
        var slot: Int
        /// Stretches that are not joined.
        var stretches: [[Point]]

        init(_ name: String, _ style: Style, slot: Int, _ stretches: [[Point]]) {
            self.name = name
            self.style = style
            self.slot = slot
            self.stretches = stretches
        }
    }

    /// A stretch of x with a shade behind the series.
    struct Band: Sendable, Hashable {
        enum Kind: Sendable, Hashable, CaseIterable {
            case rest
            case disturbance
        }

        var kind: Kind
        var range: ClosedRange<Double>
    }

    struct Label: Sendable, Hashable {
        var text: String
        var x: Double
        var y: Double
    }

    /// Empty for none.
    var title = ""
    var x: Axis
    var y: Axis
    var series: [Series]
    var bands: [Band] = []
    var labels: [Label] = []
    /// Pixels of an SVG; a PDF has the same shape, 16 cm wide.
    var width = 640
    var height = 400
    var hasKey = true
    /// Whether a unit of x is as long as one of y.
    var hasEqualUnits = false

    /// Whether there is nothing to draw.
    var isEmpty: Bool { series.allSatisfy { drawable($0).isEmpty } }

    /// The stretches of a series with the points that can be drawn; a point that cannot be divides its stretch.
    func drawable(_ series: Series) -> [[Point]] {
        series.stretches.flatMap { stretch in
            stretch.split { !isDrawable($0) }.map(Array.init)
        }
    }

    /// Beyond, gnuplot's axes have no ticks.
    private static let largest = 1e30

    private func isDrawable(_ point: Point) -> Bool {
        let isKnown = abs(point.x) <= Self.largest && abs(point.y) <= Self.largest
        return isKnown && (!x.isLogarithmic || point.x > 0) && (!y.isLogarithmic || point.y > 0)
    }
}

import Evaluation

/// A plot of series over two axes, as data for ``Gnuplot``.
///
/// Titles and names can be arbitrary text. A series without a finite point is not drawn.
struct Plot: Sendable, Hashable {
    /// The title, scale and limits of an axis.
    struct Axis: Sendable, Hashable {
        /// The title with the unit.
        var title: String
        /// Whether the scale is logarithmic. Then points that are not positive are not drawn.
        var isLogarithmic = false
        /// The limits; nil for the range of the points. The axis is reversed if the first is larger.
        var limits: Limits?
        /// Names in place of the numbers 0, 1, and so on.
        var categories: [String] = []
    }

    /// The ends of an axis; nil for the end of the points.
    struct Limits: Sendable, Hashable {
        var first: Double?
        var last: Double?
    }

    /// A point of a series.
    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
        /// The interval of an error bar along x.
        var interval: ClosedRange<Double>?

        init(_ x: Double, _ y: Double, interval: ClosedRange<Double>? = nil) {
            self.x = x
            self.y = y
            self.interval = interval
        }
    }

    /// The way a series is drawn.
    enum Style: Sendable, Hashable {
        /// A line with a few markers, which distinguish it without colour. Its x never decreases. ``MinMaxThinning``
        /// thins it before it is drawn.
        case line
        /// A thin line through all points, without markers: a front, a track, an outline.
        case outline
        /// Markers without a line.
        case markers
        /// Markers with their intervals along x.
        case intervals
    }

    /// Points with a name and a look.
    struct Series: Sendable, Hashable {
        /// The name in the key; empty for a series without an entry.
        var name: String
        var style: Style
        /// The number of its colour, dashes and marker; see ``PlotPalette``.
        var slot: Int
        /// The stretches of points, which are not joined.
        var stretches: [[Point]]

        init(_ name: String, _ style: Style, slot: Int, _ stretches: [[Point]]) {
            self.name = name
            self.style = style
            self.slot = slot
            self.stretches = stretches
        }
    }

    /// A shaded range of x in the background.
    struct Band: Sendable, Hashable {
        /// The meaning of the shade.
        enum Kind: Sendable, Hashable, CaseIterable {
            case rest
            case disturbance
        }

        var kind: Kind
        var range: ClosedRange<Double>
    }

    /// A text at a point.
    struct Label: Sendable, Hashable {
        var text: String
        var x: Double
        var y: Double
    }

    /// The title; may be empty.
    var title = ""
    var x: Axis
    var y: Axis
    var series: [Series]
    var bands: [Band] = []
    var labels: [Label] = []
    /// The size of an SVG in pixels. A PDF has the same aspect ratio.
    var width = 640
    var height = 400
    /// The width of a PDF in millimetres.
    var printedWidth = 160.0
    var hasKey = true
    /// Whether a unit has the same length on both axes.
    var hasEqualUnits = false

    /// Whether no series has a point that can be drawn.
    var isEmpty: Bool { series.allSatisfy { drawable($0).isEmpty } }

    /// The points of a series that can be drawn, as stretches. Any other point divides its stretch.
    func drawable(_ series: Series) -> [[Point]] {
        series.stretches.flatMap { stretch in
            stretch.split { !isDrawable($0) }.map(Array.init)
        }
    }

    /// The largest magnitude for which gnuplot draws ticks.
    private static let largest = 1e30

    private func isDrawable(_ point: Point) -> Bool {
        let isKnown = abs(point.x) <= Self.largest && abs(point.y) <= Self.largest
        return isKnown && (!x.isLogarithmic || point.x > 0) && (!y.isLogarithmic || point.y > 0)
    }
}

/// Thins lines that consist of stretches.
enum PlotThinning {
    /// Thins all stretches on one grid, so that many short ones need no more points than one long one. O(points).
    ///
    /// - Parameter place: the position of an x value in the picture.
    static func thinned(
        _ stretches: [[Plot.Point]],
        bins: Int,
        place: (Double) -> Double = { $0 }
    ) -> [[Plot.Point]] {
        let points = stretches.flatMap(\.self)
        let kept = MinMaxThinning.positions(x: points.map { place($0.x) }, y: points.map(\.y), bins: bins)
        guard kept.count < points.count else { return stretches }
        var result: [[Plot.Point]] = []
        var end = 0
        var next = stretches[...]
        for position in kept {
            var isNew = result.isEmpty
            while position >= end, let stretch = next.popFirst() {
                end += stretch.count
                isNew = true
            }
            if isNew { result.append([]) }
            result[result.count - 1].append(points[position])
        }
        return result
    }
}

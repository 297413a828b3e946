import Evaluation

/// A plot of series over two axes, as data for ``Gnuplot``.
///
/// Titles and names can be arbitrary text. A series without a finite point is not drawn.
package struct Plot: Sendable, Hashable {
    /// The title, scale and limits of an axis.
    package struct Axis: Sendable, Hashable {
        /// The title with the unit.
        package var title: String
        /// Whether the scale is logarithmic. Then points that are not positive are not drawn.
        package var isLogarithmic = false
        /// The limits; nil for the range of the points. The axis is reversed if the first is larger.
        package var limits: Limits?
        /// Names in place of the numbers 0, 1, and so on.
        package var categories: [String] = []

        package init(title: String, isLogarithmic: Bool = false, limits: Limits? = nil, categories: [String] = []) {
            self.title = title
            self.isLogarithmic = isLogarithmic
            self.limits = limits
            self.categories = categories
        }
    }

    /// The ends of an axis; nil for the end of the points.
    package struct Limits: Sendable, Hashable {
        package var first: Double?
        package var last: Double?

        package init(first: Double? = nil, last: Double? = nil) {
            self.first = first
            self.last = last
        }
    }

    /// A point of a series.
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double
        /// The interval of an error bar along x.
        package var interval: ClosedRange<Double>?

        package init(_ x: Double, _ y: Double, interval: ClosedRange<Double>? = nil) {
            self.x = x
            self.y = y
            self.interval = interval
        }
    }

    /// The way a series is drawn.
    package enum Style: Sendable, Hashable {
        /// A line with a few markers, which distinguish it without colour. Its x never decreases. `MinMaxThinning`
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
    package struct Series: Sendable, Hashable {
        /// The name in the key; empty for a series without an entry.
        package var name: String
        var style: Style
        /// The number of its colour, dashes and marker; see ``PlotPalette``.
        package var slot: Int
        /// The stretches of points, which are not joined.
        package var stretches: [[Point]]

        package init(_ name: String, _ style: Style, slot: Int, _ stretches: [[Point]]) {
            self.name = name
            self.style = style
            self.slot = slot
            self.stretches = stretches
        }
    }

    /// A shaded range of x in the background.
    package struct Band: Sendable, Hashable {
        /// The meaning of the shade.
        package enum Kind: Sendable, Hashable, CaseIterable {
            case rest
            case disturbance
        }

        package var kind: Kind
        package var range: ClosedRange<Double>

        package init(kind: Kind, range: ClosedRange<Double>) {
            self.kind = kind
            self.range = range
        }
    }

    /// A text at a point.
    package struct Label: Sendable, Hashable {
        package var text: String
        package var x: Double
        package var y: Double

        package init(text: String, x: Double, y: Double) {
            self.text = text
            self.x = x
            self.y = y
        }
    }

    /// The title; may be empty.
    package var title = ""
    package var x: Axis
    package var y: Axis
    package var series: [Series]
    package var bands: [Band] = []
    package var labels: [Label] = []
    /// The size of an SVG in pixels. A PDF has the same aspect ratio.
    package var width = 640
    package var height = 400
    /// The width of a PDF in millimetres.
    var printedWidth = 160.0
    var hasKey = true
    /// Whether a unit has the same length on both axes.
    var hasEqualUnits = false

    package init(
        title: String = "",
        x: Axis,
        y: Axis,
        series: [Series],
        bands: [Band] = [],
        labels: [Label] = [],
        width: Int = 640,
        height: Int = 400,
        printedWidth: Double = 160,
        hasKey: Bool = true,
        hasEqualUnits: Bool = false
    ) {
        self.title = title
        self.x = x
        self.y = y
        self.series = series
        self.bands = bands
        self.labels = labels
        self.width = width
        self.height = height
        self.printedWidth = printedWidth
        self.hasKey = hasKey
        self.hasEqualUnits = hasEqualUnits
    }

    /// Whether no series has a point that can be drawn.
    package var isEmpty: Bool { series.allSatisfy { drawable($0).isEmpty } }

    /// The points of a series that can be drawn, as stretches. Any other point divides its stretch.
    package func drawable(_ series: Series) -> [[Point]] {
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

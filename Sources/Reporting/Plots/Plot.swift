import Evaluation

/// A plot of series over two axes, as data for ``Gnuplot``.
///
/// Titles and names can be arbitrary text. Series without finite points are not drawn.
package struct Plot: Sendable, Hashable {
    /// The title, scale and limits of an axis.
    package struct Axis: Sendable, Hashable {
        /// The title with the unit.
        package var title: String
        /// A Boolean value that indicates whether the scale is logarithmic. Points at or below zero are not drawn on
        /// such a scale.
        package var isLogarithmic = false
        /// The limits; `nil` for the range of the points. The axis is reversed if the first limit is larger.
        package var limits: Limits?
        /// The names that the axis shows at 0, 1, and so on, instead of numbers.
        package var categories: [String] = []
        /// The largest difference that counts as no difference on the Pareto front.
        package var tolerance = 0.0

        package init(title: String, isLogarithmic: Bool = false, limits: Limits? = nil, categories: [String] = []) {
            self.title = title
            self.isLogarithmic = isLogarithmic
            self.limits = limits
            self.categories = categories
        }
    }

    /// The ends of an axis. A `nil` end is computed from the points.
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
        /// The ends of a horizontal error bar, as x values.
        package var interval: ClosedRange<Double>?

        package init(_ x: Double, _ y: Double, interval: ClosedRange<Double>? = nil) {
            self.x = x
            self.y = y
            self.interval = interval
        }
    }

    /// The style in which a series is drawn.
    package enum Style: Sendable, Hashable {
        /// A line with a few markers, so that lines can be distinguished without colour. The x values must not
        /// decrease. `MinMaxThinning` thins the line before it is drawn.
        case line
        /// A thin line through all points, without markers, such as a Pareto front or a path.
        case outline
        /// Markers without a line.
        case markers
        /// Small markers without a line, for many points.
        case dots
        /// Markers with horizontal error bars.
        case intervals
    }

    /// Points with a name and a style.
    package struct Series: Sendable, Hashable {
        /// The name in the legend; empty for a series that the legend omits.
        package var name: String
        var style: Style
        /// The number that selects the colour, the dashes and the marker; see ``PlotPalette``.
        package var slot: Int
        /// The points, divided into stretches. A line connects only points of the same stretch.
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
        /// The reason for shading the range: the device is at rest, or the magnetic field is disturbed.
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

    /// The title of the plot; empty for a plot without a title.
    package var title = ""
    package var x: Axis
    package var y: Axis
    package var series: [Series]
    package var bands: [Band] = []
    /// The size of an SVG in pixels. A PDF has the same aspect ratio.
    package var width = 640
    package var height = 400
    /// The width of a PDF in millimetres.
    var printedWidth = 160.0
    var hasKey = true
    /// A Boolean value that indicates whether both axes have the same number of pixels per unit.
    var hasEqualUnits = false

    package init(
        title: String = "",
        x: Axis,
        y: Axis,
        series: [Series],
        bands: [Band] = [],
        width: Int = 640,
        height: Int = 400,
        hasKey: Bool = true,
        hasEqualUnits: Bool = false
    ) {
        self.title = title
        self.x = x
        self.y = y
        self.series = series
        self.bands = bands
        self.width = width
        self.height = height
        self.hasKey = hasKey
        self.hasEqualUnits = hasEqualUnits
    }

    /// A Boolean value that indicates whether no series has a point that can be drawn.
    package var isEmpty: Bool { series.allSatisfy { drawable($0).isEmpty } }

    /// The points of a series that can be drawn, as stretches. Points that cannot be drawn divide a stretch.
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

/// Thinning of lines that gaps divide into stretches.
enum PlotThinning {
    /// Thins all stretches on one common grid. O(points).
    ///
    /// With a common grid, many short stretches need no more points than one long stretch.
    ///
    /// - Parameters:
    ///   - stretches: the stretches of the line.
    ///   - bins: the number of bins of the grid.
    ///   - scale: converts an x value to its position in the picture.
    static func thinned(
        _ stretches: [[Plot.Point]],
        bins: Int,
        scale: (Double) -> Double = { $0 }
    ) -> [[Plot.Point]] {
        let points = stretches.flatMap(\.self)
        let kept = MinMaxThinning.positions(x: points.map { scale($0.x) }, y: points.map(\.y), bins: bins)
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

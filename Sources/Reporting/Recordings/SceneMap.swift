import Evaluation
import RealModule

/// A map of a tracked scene: its track, the fixes with their accuracy circles, and a line from each fix to the tracked
/// position at that time. North is up, and both axes have the same scale.
struct SceneMap {
    /// The width of the map in pixels before a browser scales it.
    private static let width = 640.0
    private static let heights = 280.0...640.0
    private static let margin = 40.0
    /// The minimum extent of a map in metres.
    private static let minimumExtent = 10.0
    /// The maximum width of the scale bar, as a fraction of the map's width.
    private static let barShare = 0.3
    /// The maximum number of fixes and of circles that are drawn.
    private static let maximumFixes = 2_000
    private static let maximumCircles = 400
    /// The minimum distance between drawn points of a line, in pixels.
    private static let step = 1.0

    private let trace: SceneTrace
    private let centre: (x: Double, y: Double)
    private let scale: Double
    private let height: Double
    private let fixes: [SceneTrace.Fix]
    private let circles: [SceneTrace.Fix]
    /// The number of fixes outside the map.
    private let outside: Int

    /// Creates the map of a trace. The map contains the whole track, and all fixes near the track. The distance of
    /// these fixes from the track is at most about half of the track's extent.
    init(_ trace: SceneTrace) {
        self.trace = trace
        let lines = trace.track + trace.truth
        let places = trace.fixes.compactMap(\.place)
        let core = Bounds(lines.contains { !$0.isEmpty } ? lines.flatMap(\.self) : places)
        let near = core.grown(by: max(core.diagonal / 2, Self.minimumExtent))
        let shown = trace.fixes.filter { $0.place.map(near.contains) ?? false }
        let tracked = shown.compactMap(\.tracked)
        let bounds = Bounds(lines.flatMap(\.self) + shown.compactMap(\.place) + tracked)
        let (wide, high) = (max(bounds.width, Self.minimumExtent), max(bounds.height, Self.minimumExtent))
        scale = min((Self.width - 2 * Self.margin) / wide, (Self.heights.upperBound - 2 * Self.margin) / high)
        height = max(Self.heights.lowerBound, high * scale + 2 * Self.margin)
        centre = bounds.centre
        outside = places.count - shown.count
        fixes = shown.evenly(Self.maximumFixes)
        circles = shown.filter { $0.accuracy != nil }.evenly(Self.maximumCircles)
    }

    /// The element `svg`. It has no label; the surrounding element describes the picture.
    var svg: String {
        let parts = [
            "<svg viewBox=\"0 0 \(PagePath.text(Self.width)) \(PagePath.text(height))\" aria-hidden=\"true\">",
            circles.map(circle).joined(), path("truth", trace.truth), links, path("track", trace.track),
            dots("unused") { if case .leftOut = $0 { true } else { false } },
            dots("waiting") { $0 == .undetermined }, dots("used") { $0 == .correction },
            start, bar, Self.north, "</svg>",
        ]
        return parts.joined()
    }

    /// Sentences that explain how the map is drawn, and which fixes and poses are omitted.
    var caption: String {
        var sentences = ["North is up; the scale is the same in all directions."]
        switch trace.rotation {
        case .method: sentences.append("The track is rotated by the last correction.")
        case .reference:
            sentences.append("The track is rotated by the reference heading, because the method found no correction.")
        case .none: sentences.append("The track's heading is unknown; the scene's -Z axis is drawn as north.")
        }
        if trace.fixes.contains(where: { $0.tracked != nil }) {
            sentences.append("It is moved to the fixes by their mean offset, weighted by accuracy.")
        } else {
            sentences.append("Its place is unknown, because no fix became an estimate; it is drawn at the first fix.")
        }
        if outside > 0 { sentences.append("\(NumberText.count(outside, "fix")) far from the track, outside the map.") }
        let shown = trace.fixes.count { $0.place != nil } - outside
        if fixes.count < shown { sentences.append("\(fixes.count) of \(shown) fixes are drawn.") }
        if circles.count < shown { sentences.append("\(circles.count) of \(shown) fixes have a circle.") }
        let (drawn, all) = (trace.track.map { kept($0).count }.reduce(0, +), trace.track.map(\.count).reduce(0, +))
        if drawn < all { sentences.append("The track is drawn with \(drawn) of \(all) poses, one per pixel.") }
        return sentences.joined(separator: " ")
    }

    private func position(_ point: HorizontalFit.Point) -> (x: Double, y: Double) {
        (Self.width / 2 + (point.x - centre.x) * scale, height / 2 - (point.y - centre.y) * scale)
    }

    /// The points of a line in pixels. A point is omitted if it is less than a pixel from the last kept point.
    private func kept(_ stretch: [HorizontalFit.Point]) -> [(x: Double, y: Double)] {
        var kept: [(x: Double, y: Double)] = []
        for point in stretch.map(position) {
            if let last = kept.last, Double.hypot(point.x - last.x, point.y - last.y) < Self.step { continue }
            kept.append(point)
        }
        return kept
    }

    private func path(_ name: String, _ stretches: [[HorizontalFit.Point]]) -> String {
        let line = stretches.map { PagePath.line(kept($0)) }.joined()
        return line.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(line)\"/>"
    }

    private func circle(_ fix: SceneTrace.Fix) -> String {
        guard let place = fix.place.map(position), let accuracy = fix.accuracy else { return "" }
        let (x, y, radius) = (PagePath.text(place.x), PagePath.text(place.y), PagePath.text(accuracy * scale))
        return "<circle class=\"claim\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
    }

    /// The lines between each fix and the tracked position at the time of this fix.
    private var links: String {
        let lines = fixes.map { fix -> String in
            guard let place = fix.place, let tracked = fix.tracked else { return "" }
            return PagePath.line([position(place), position(tracked)])
        }
        return "<path class=\"link\" d=\"\(lines.joined())\"/>"
    }

    /// Dots whose size does not change with the picture's size: lines of length 0 with round ends.
    private func dots(_ name: String, _ isShown: (SceneTrace.Fix.Use) -> Bool) -> String {
        let lines = PagePath.dots(fixes.filter { isShown($0.use) }.compactMap(\.place).map(position))
        return lines.isEmpty ? "" : "<path class=\"dot \(name)\" d=\"\(lines)\"/>"
    }

    private var start: String {
        guard let first = trace.track.first?.first.map(position) else { return "" }
        return "<circle class=\"start\" cx=\"\(PagePath.text(first.x))\" cy=\"\(PagePath.text(first.y))\" r=\"7\"/>"
    }

    private var bar: String {
        let longest = Self.width * Self.barShare / scale
        let power = Double.pow(10, Double.log10(longest).rounded(.down))
        let length = [5.0, 2, 1].map { $0 * power }.first { $0 <= longest * 1.001 } ?? power
        let floor = PagePath.text(height - 8)
        return "<path class=\"bar\" d=\"M10 \(PagePath.text(height - 14))v6h\(PagePath.text(length * scale))v-6\"/>"
            + "<text x=\"\(PagePath.text(20 + length * scale))\" y=\"\(floor)\">\(NumberText.exact(length)) m</text>"
    }

    private static let north =
        "<path class=\"bar\" d=\"M\(PagePath.text(width - 18)) 34V8l-6 9m6-9 6 9\"/>"
        + "<text x=\"\(PagePath.text(width - 30))\" y=\"30\" text-anchor=\"end\">N</text>"

    /// A rectangle around points.
    private struct Bounds {
        private var x = (low: Double.infinity, high: -Double.infinity)
        private var y = (low: Double.infinity, high: -Double.infinity)

        init(_ points: [HorizontalFit.Point]) {
            for point in points {
                x = (min(x.low, point.x), max(x.high, point.x))
                y = (min(y.low, point.y), max(y.high, point.y))
            }
            guard points.isEmpty else { return }
            (x, y) = ((0, 0), (0, 0))
        }

        var width: Double { x.high - x.low }
        var height: Double { y.high - y.low }
        var diagonal: Double { Double.hypot(width, height) }
        var centre: (x: Double, y: Double) { ((x.low + x.high) / 2, (y.low + y.high) / 2) }

        func grown(by length: Double) -> Bounds {
            var grown = self
            grown.x = (x.low - length, x.high + length)
            grown.y = (y.low - length, y.high + length)
            return grown
        }

        func contains(_ point: HorizontalFit.Point) -> Bool {
            point.x >= x.low && point.x <= x.high && point.y >= y.low && point.y <= y.high
        }
    }
}

extension Array {
    /// The elements in order, reduced to `count` elements at even intervals if there are more.
    func evenly(_ count: Int) -> [Element] {
        self.count <= count ? self : (0..<count).map { self[$0 * self.count / count] }
    }
}

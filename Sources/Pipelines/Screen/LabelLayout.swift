public import SensorModel

/// The rectangles of the labels on a screen, all of the same size, and the rule that arranges them.
///
/// A nearer label is drawn in front of a farther one.
///
/// ```swift
/// let layout = LabelLayout(width: 88, height: 44, arrangement: .stacked)
/// let labels = layout.labels(for: picture.places, among: places, on: system.screen)
/// ```
public struct LabelLayout: Sendable, Hashable {
    /// The rule by which labels are moved away from their places.
    public enum Arrangement: String, Sendable, Hashable, CaseIterable {
        /// Each label's anchor is at its place.
        case anchored
        /// A label that would overlap nearer labels is moved up until it no longer overlaps them. The acrossair browser
        /// does the same (Stevense & van der Tak 2010, research report).
        case stacked
        /// Labels are moved down as if the camera were raised (Stevense & van der Tak 2010, section 6.6). Labels of
        /// near places move farther, so distant places are higher on the screen.
        case birdsEye
    }

    /// The width of a label in pixels; greater than 0.
    public var width: Double
    /// The height of a label in pixels; greater than 0.
    public var height: Double
    /// The rule that arranges the labels.
    public var arrangement: Arrangement
    /// The height of the raised camera in metres for ``Arrangement/birdsEye``.
    public var eyeHeight: Metres
    /// The vertical focal length in pixels for ``Arrangement/birdsEye``.
    public var focalLength: Double

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - width: the width of a label in pixels; greater than 0.
    ///   - height: the height of a label in pixels; greater than 0.
    ///   - arrangement: the rule that arranges the labels.
    ///   - eyeHeight: the height of the raised camera in metres; only for ``Arrangement/birdsEye``.
    ///   - focalLength: the vertical focal length in pixels; only for ``Arrangement/birdsEye``.
    public init(
        width: Double,
        height: Double,
        arrangement: Arrangement = .anchored,
        eyeHeight: Metres = 0,
        focalLength: Double = 0
    ) {
        precondition(width > 0 && height > 0, "width and height must be greater than 0")
        self.width = width
        self.height = height
        self.arrangement = arrangement
        self.eyeHeight = eyeHeight
        self.focalLength = focalLength
    }

    /// Returns the labels of places, in the order of the places. O(n²) for n places.
    ///
    /// - Parameters:
    ///   - shown: the shown places, nearest first. Places without a pixel have no label.
    ///   - places: all places, which determine the anchors of their labels. If a place is missing here, its label is
    ///     centred.
    ///   - screen: the screen that limits how far ``Arrangement/birdsEye`` lowers a label.
    public func labels(
        for shown: [ShownPlace],
        among places: [PointOfInterest] = [],
        on screen: Screen
    ) -> [Label] {
        var labels: [Label] = []
        for place in shown {
            guard let point = place.placement.point else { continue }
            let anchor = places.indices.contains(place.place) ? places[place.place].display.anchor : .centre
            let middle = ScreenPoint(
                x: point.x + (0.5 - anchor.position.x) * width,
                y: point.y + (0.5 - anchor.position.y) * height
            )
            var label = Label(place: place.place, anchor: point, middle: middle)
            switch arrangement {
            case .anchored: break
            case .stacked: raise(&label, above: labels)
            case .birdsEye:
                let lowered = middle.y + focalLength * eyeHeight / max(place.distance, eyeHeight, 1)
                label.middle.y = max(middle.y, min(lowered, screen.height - height / 2))
            }
            labels.append(label)
        }
        return labels
    }

    private func raise(_ label: inout Label, above others: [Label]) {
        while true {
            let lower = label
            guard let top = others.filter({ overlap($0, lower) }).map(\.middle.y).min() else { return }
            // Without `nextDown`, rounding could leave an overlap, and the loop would not end.
            label.middle.y = (top - height).nextDown
        }
    }

    /// Returns `true` if two labels overlap. Labels that only touch do not overlap.
    public func overlap(_ first: Label, _ second: Label) -> Bool {
        let gap = (x: first.middle.x - second.middle.x, y: first.middle.y - second.middle.y)
        return gap.x.magnitude < width && gap.y.magnitude < height
    }

    /// Returns `true` if a label contains a point.
    public func contains(_ point: ScreenPoint, in label: Label) -> Bool {
        (point.x - label.middle.x).magnitude <= width / 2 && (point.y - label.middle.y).magnitude <= height / 2
    }

    /// Returns the fraction of a label's area that other labels cover. O(n² log n) for n labels in front.
    ///
    /// - Parameters:
    ///   - label: the label whose area is examined.
    ///   - front: the labels that are drawn in front of `label`.
    public func coveredShare(of label: Label, by front: some Sequence<Label>) -> Double {
        let covers = front.filter { overlap($0, label) }.map { cover in
            (x: cover.middle.x - label.middle.x, y: cover.middle.y - label.middle.y)
        }
        guard !covers.isEmpty else { return 0 }
        // In a strip between two neighbouring vertical edges, the same labels cover the whole width of the strip.
        let edges = (covers.flatMap { [max($0.x, 0), min($0.x + width, width)] }).sorted()
        var area = 0.0
        for (left, right) in zip(edges, edges.dropFirst()) where right > left {
            let middle = (left + right) / 2
            let spans = covers.filter { $0.x < middle && middle < $0.x + width }
                .map { (from: max($0.y, 0), to: min($0.y + height, height)) }
                .sorted { $0.from < $1.from }
            var end = 0.0
            for span in spans where span.to > end {
                area += (right - left) * (span.to - max(span.from, end))
                end = span.to
            }
        }
        return min(area / (width * height), 1)
    }

    /// A label on a screen.
    public struct Label: Sendable, Hashable {
        /// The index of the place.
        public let place: Int
        /// The pixel of the place.
        public let anchor: ScreenPoint
        /// The middle of the label.
        public var middle: ScreenPoint

        /// Creates a label from its parts.
        public init(place: Int, anchor: ScreenPoint, middle: ScreenPoint) {
            self.place = place
            self.anchor = anchor
            self.middle = middle
        }
    }
}

/// The position of the label that points to an off-screen place.
///
/// In Yandex 2018, section "Secondary label", the label is on the screen's border. The label is where the border meets
/// the line from the screen's middle to the place's projection. For a place at the user's back, the label is at the
/// bottom.
///
/// That rule is correct only for places in front of the camera. For a place on the user's side of the screen, the
/// projection is mirrored at the middle. The label would then point in the direction of the longer rotation. For such
/// places, this type reverses the mirroring and then lowers the projection by the screen's height. The label then moves
/// continuously along the border, on the side of the shorter rotation. If such a place is at about the user's height,
/// the label is at the bottom.
public enum HintLabel {
    /// Returns the position of the label's middle.
    ///
    /// - Parameters:
    ///   - placement: the projection of the place.
    ///   - screen: the screen whose border shows the label.
    ///   - inset: the distance of the label's middle from the border in pixels; less than half the screen's smaller
    ///     side.
    /// - Returns: The label's middle in pixels; `nil` for a place on the screen and for the device's own position. A
    ///   place in the screen's plane has no projection; its label is at the bottom, in the middle.
    public static func point(for placement: ScreenPlacement, on screen: Screen, inset: Double = 0) -> ScreenPoint? {
        let (halfWidth, halfHeight) = (screen.width / 2 - inset, screen.height / 2 - inset)
        precondition(
            inset >= 0 && halfWidth > 0 && halfHeight > 0,
            "the inset must be at least 0 and less than half of each side"
        )
        let middle = screen.middle
        let bottom = ScreenPoint(x: middle.x, y: middle.y + halfHeight)
        guard let point = placement.point else { return placement.isOnUserSide ? bottom : nil }
        var (right, down) = (point.x - middle.x, point.y - middle.y)
        if placement.isOnUserSide {
            (right, down) = (-right, screen.height - down)
        } else if screen.contains(point) {
            return nil
        }
        let reach = max(right.magnitude / halfWidth, down.magnitude / halfHeight)
        guard reach > 0 else { return bottom }
        return ScreenPoint(x: middle.x + right / reach, y: middle.y + down / reach)
    }
}

import Pipelines
import SensorModel
import Testing

struct LabelLayoutTests {
    /// Pixels: rounding, and the step that separates stacked labels.
    private static let tolerance = 1e-9

    private static let screen = Screen(width: 320, height: 480)

    private static func label(_ place: Int, _ x: Double, _ y: Double) -> LabelLayout.Label {
        let point = ScreenPoint(x: x, y: y)
        return LabelLayout.Label(place: place, anchor: point, middle: point)
    }

    private static func shown(_ place: Int, _ x: Double, _ y: Double, distance: Metres = 100) -> ShownPlace {
        ShownPlace(
            place: place,
            placement: ScreenPlacement(point: ScreenPoint(x: x, y: y), isOnUserSide: false, isVisible: true),
            distance: distance
        )
    }

    @Test func `The area under several labels counts once`() {
        let layout = LabelLayout(width: 100, height: 40)
        let label = Self.label(0, 100, 100)
        let (right, lower, corner) = (Self.label(1, 150, 100), Self.label(2, 100, 120), Self.label(3, 150, 120))
        #expect(layout.coveredShare(of: label, by: [right]) == 0.5)
        #expect(layout.coveredShare(of: label, by: [lower]) == 0.5)
        #expect(layout.coveredShare(of: label, by: [corner]) == 0.25)
        // 1/2 + 1/2 − 1/4, and the corner is part of both.
        #expect(layout.coveredShare(of: label, by: [right, lower, corner]) == 0.75)
        #expect(layout.coveredShare(of: label, by: [Self.label(4, 100, 100)]) == 1)
    }

    @Test func `Labels that touch do not overlap`() {
        let layout = LabelLayout(width: 100, height: 40)
        #expect(!layout.overlap(Self.label(0, 100, 100), Self.label(1, 200, 100)))
        #expect(!layout.overlap(Self.label(0, 100, 100), Self.label(1, 100, 140)))
        #expect(layout.overlap(Self.label(0, 100, 100), Self.label(1, 199, 139)))
        #expect(layout.coveredShare(of: Self.label(0, 100, 100), by: [Self.label(1, 200, 100)]) == 0)
    }

    @Test func `Stacked labels are moved up by their height, and none overlap`() {
        let layout = LabelLayout(width: 100, height: 40, arrangement: .stacked)
        let labels = layout.labels(
            for: [Self.shown(0, 160, 240), Self.shown(1, 170, 250), Self.shown(2, 20, 240), Self.shown(3, 150, 235.3)],
            on: Self.screen
        )
        let rows = labels.map(\.middle.y)
        for (row, expected) in zip(rows, [240.0, 200, 240, 160]) { #expect(abs(row - expected) < Self.tolerance) }
        #expect(labels.map(\.anchor.y) == [240, 250, 240, 235.3])
        for (index, label) in labels.enumerated() {
            #expect(!labels[..<index].contains { layout.overlap($0, label) })
        }
    }

    @Test func `From above, a label at distance d is lowered by f h/d, down to the edge of the screen`() {
        let layout = LabelLayout(width: 100, height: 40, arrangement: .birdsEye, eyeHeight: 30, focalLength: 500)
        let labels = layout.labels(
            for: [
                Self.shown(0, 160, 100, distance: 20), Self.shown(1, 160, 100, distance: 150),
                Self.shown(2, 160, 100, distance: 15_000), Self.shown(3, 160, 475, distance: 150),
            ],
            on: Self.screen
        )
        #expect(labels.map(\.middle.y) == [460, 200, 101, 475])
    }

    @Test(arguments: zip(["TL", "CC", "BC", "CR"], [(150.0, 70.0), (100, 50), (100, 30), (50, 50)]))
    func `The anchor of a label is at the pixel of its place`(anchor: String, middle: (x: Double, y: Double)) throws {
        let display = PlaceDisplay(anchor: try #require(LabelAnchor(rawValue: anchor)))
        let point = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 0))
        let labels = LabelLayout(width: 100, height: 40).labels(
            for: [Self.shown(0, 100, 50), Self.shown(7, 100, 50)],
            among: [PointOfInterest(name: "a", point: point, display: display)],
            on: Self.screen
        )
        #expect(labels.map(\.middle) == [ScreenPoint(x: middle.x, y: middle.y), ScreenPoint(x: 100, y: 50)])
    }

    @Test func `A place without a pixel has no label`() {
        let own = ShownPlace(place: 1, placement: .ownPosition, distance: 0)
        let labels = LabelLayout(width: 10, height: 10).labels(for: [own, Self.shown(2, 5, 5)], on: Self.screen)
        #expect(labels.map(\.place) == [2])
    }
}

import Foundation
import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

/// AREA's view on its screen, compared with the thesis' formulas (Geiger 2012, section 6.3) in degrees.
struct LinearDegreesProjectionTests {
    private typealias Device = HeldDevice

    private static let pixelsPerDegree = 480.0 / 56
    private static let projection = LinearDegreesProjection(
        screen: Screen(width: 320, height: 480),
        pixelsPerDegree: 480.0 / 56,
        viewSize: 580
    )

    private static func placement(
        bearing: Double,
        elevation: Double = 0,
        heading: Double,
        tilt: Double = 0,
        roll: Double = 0
    ) -> ScreenPlacement {
        projection.placement(
            ofDirection: Device.direction(bearing: bearing, elevation: elevation) * 700,
            orientation: Device.orientation(heading: heading, elevation: tilt, roll: roll)
        )
    }

    /// The x coordinate on the square view by the cases of figure 6.5, in pixels, or `nil` for a bearing outside the
    /// view.
    private static func figureCase(bearing: Double, heading: Double) -> Double? {
        let inView = 580.0 / 480 * 56
        let left = fmod(heading - inView / 2 + 360, 360)
        let right = fmod(heading + inView / 2, 360)
        guard left > right else {
            // 3: the view is not across north.
            return left <= bearing && bearing <= right ? (bearing - left) * pixelsPerDegree : nil
        }
        // 1: between the left limit and north; 2: between north and the right limit.
        if left <= bearing { return (bearing - left) * pixelsPerDegree }
        return bearing <= right ? (360 - left + bearing) * pixelsPerDegree : nil
    }

    @Test func `AREA has 8.571 pixels per degree and a view of 67.67°`() {
        #expect(abs(Self.projection.pixelsPerDegree - 8.571) < 5e-4)
        #expect(abs(Self.projection.degreesInView.degrees - 67.67) < 5e-3)
    }

    @Test func `A place due north is in the middle of a view to the north`() throws {
        try Self.placement(bearing: 0, heading: 0).expect(160, 240)
    }

    @Test func `A degree has the same number of pixels everywhere`() throws {
        try Self.placement(bearing: 101, elevation: -9, heading: 90)
            .expect(160 + 11 * Self.pixelsPerDegree, 240 + 9 * Self.pixelsPerDegree)
        try Self.placement(bearing: 108, elevation: 27, heading: 90)
            .expect(160 + 18 * Self.pixelsPerDegree, 240 - 27 * Self.pixelsPerDegree)
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 7.5)))
    func `The projection agrees with all three cases of figure 6.5`(heading: Double) throws {
        for bearing in stride(from: 1.25, to: 360, by: 2.5) {
            let placement = Self.placement(bearing: bearing, heading: heading)
            let inView = Self.figureCase(bearing: bearing, heading: heading)
            let onScreen = inView.map { $0 - 290 + 160 }
            let isVisible = onScreen.map { (0...320).contains($0) } ?? false
            #expect(placement.isVisible == isVisible, "\(heading), \(bearing)")
            guard let onScreen else { continue }
            try placement.expect(onScreen, 240, visible: isVisible)
        }
    }

    @Test func `A place is visible up to the screen's edge and not outside`() throws {
        for (pixels, isVisible) in [(159.999_999, true), (160.000_001, false)] {
            let degrees = pixels / Self.pixelsPerDegree
            try Self.placement(bearing: degrees, heading: 0).expect(160 + pixels, 240, visible: isVisible)
            try Self.placement(bearing: 360 - degrees, heading: 0).expect(160 - pixels, 240, visible: isVisible)
        }
    }

    @Test func `A place at the back is half a turn of pixels away`() throws {
        try Self.placement(bearing: 200, heading: 30)
            .expect(160 + 170 * Self.pixelsPerDegree, 240, visible: false, onUserSide: true)
    }

    @Test func `A place directly above has bearing 0`() throws {
        try Self.projection
            .placement(ofDirection: Vector3(0, 0, 50), orientation: Device.orientation(heading: 20, elevation: -1))
            .expect(160 - 20 * Self.pixelsPerDegree, 240 - 91 * Self.pixelsPerDegree, visible: false, onUserSide: true)
        try Self.projection
            .placement(ofDirection: Vector3(0, 0, 50), orientation: Device.orientation(heading: 5, elevation: 65))
            .expect(160 - 5 * Self.pixelsPerDegree, 240 - 25 * Self.pixelsPerDegree)
    }

    @Test func `The device's own position has no pixel`() {
        let placement = Self.projection.placement(ofDirection: .zero, orientation: Device.orientation(heading: 30))
        #expect(placement == ScreenPlacement(point: nil, isOnUserSide: false, isVisible: false))
    }

    @Test func `The view rotates clockwise as the device rotates counter-clockwise`() throws {
        let (across, down) = (12 * Self.pixelsPerDegree, -5 * Self.pixelsPerDegree)
        try Self.placement(bearing: 12, elevation: 5, heading: 0, roll: 90).expect(160 - down, 240 + across)
        try Self.placement(bearing: 12, elevation: 5, heading: 0, roll: -25).expect(
            160 + across * Device.cosine(25) + down * Device.sine(25),
            240 - across * Device.sine(25) + down * Device.cosine(25)
        )
    }

    @Test func `In landscape the long side shows 56°`() throws {
        let landscape = LinearDegreesProjection(
            screen: Screen(width: 480, height: 320, rotation: Angle(degrees: 90)),
            pixelsPerDegree: 480.0 / 56,
            viewSize: 580
        )
        for (bearing, isVisible) in [(27.999, true), (28.001, false)] {
            try landscape.placement(
                ofDirection: Device.direction(bearing: bearing, elevation: 2),
                orientation: Device.orientation(heading: 0, roll: 90)
            )
            .expect(240 + bearing * Self.pixelsPerDegree, 160 - 2 * Self.pixelsPerDegree, visible: isVisible)
        }
    }

    @Test func `With the printed 67.6° every place is 0.29 pixels too far left and up`() throws {
        let printed = LinearDegreesProjection(
            screen: Screen(width: 320, height: 480),
            pixelsPerDegree: 480.0 / 56,
            viewSize: 580,
            degreesInView: Angle(degrees: 67.6)
        )
        let shift = 67.6 / 2 * Self.pixelsPerDegree - 290
        #expect(abs(shift + 0.286) < 5e-4)
        try printed.placement(
            ofDirection: Device.direction(bearing: 44, elevation: 3),
            orientation: Device.orientation(heading: 40)
        )
        .expect(160 + shift + 4 * Self.pixelsPerDegree, 240 + shift - 3 * Self.pixelsPerDegree)
    }

    @Test func `The view cone of a view of 50° contains the view's corner`() {
        let narrow = LinearDegreesProjection(
            screen: Screen(width: 320, height: 480),
            pixelsPerDegree: 480.0 / 56,
            viewSize: 580,
            degreesInView: Angle(degrees: 50)
        )
        let orientation = Device.orientation(heading: 0)
        // The view's lower right corner, at 25° and -25°, is at x = 160 - 290 + 50 · 480/56 = 298.6 and
        // y = 240 - 290 + 50 · 480/56 = 378.6. The place is 0.001° inside the corner.
        let direction = Device.direction(bearing: 24.999, elevation: -24.999)
        #expect(narrow.placement(ofDirection: direction, orientation: orientation).isVisible)
        // The angle between the place and the axis, which is horizontal, is arccos(cos² 24.999°) = 34.77°.
        let cone = narrow.viewCone(orientation: orientation)
        #expect(atan2(direction.cross(cone.axis).length, direction.dot(cone.axis)) <= cone.halfAngle.radians)
    }

    @Test func `Directions are correct from a pole and across the date line`() throws {
        let pole = try #require(GeographicPoint(latitudeDegrees: 90, longitudeDegrees: 0))
        let neighbour = try #require(GeographicPoint(latitudeDegrees: 89.9, longitudeDegrees: 170))
        let bearing = GreatCircle.initialBearing(from: pole, to: neighbour)
        // Northwards on the meridian of 0° continues on that of 180°; longitude 170° is 10° east of it.
        try Self.placement(bearing: bearing.degrees, heading: 0).expect(160 + 10 * Self.pixelsPerDegree, 240)

        let west = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 179.9))
        let east = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: -179.9))
        let eastwards = GreatCircle.initialBearing(from: west, to: east)
        try Self.placement(bearing: eastwards.degrees, heading: 85).expect(160 + 5 * Self.pixelsPerDegree, 240)
    }

    @Test func `Every visible place is in the view cone`() {
        var generator = SeededGenerator(seed: 12)
        var visible = 0
        for _ in 0..<20_000 {
            let (orientation, direction) = (generator.orientation(), generator.vector())
            let placement = Self.projection.placement(ofDirection: direction, orientation: orientation)
            guard placement.isVisible else { continue }
            let cone = Self.projection.viewCone(orientation: orientation)
            let angle = atan2(direction.cross(cone.axis).length, direction.dot(cone.axis))
            #expect(angle <= cone.halfAngle.radians + 1e-12)
            visible += 1
        }
        #expect(visible > 500)
    }
}

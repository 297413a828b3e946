import Foundation
import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

/// iBetelgeuse's camera on its screen, with pixels computed from x = c + f tan b, y = c − f tan e/cos b.
struct PerspectiveProjectionTests {
    private typealias Device = HeldDevice

    private static let portrait = PerspectiveProjection(
        camera: .physical(focalLength: 3.85, sensorWidth: 2.69, sensorHeight: 3.58),
        screen: Screen(width: 320, height: 480)
    )
    /// d = 2f/max(w, h), scaled to half the longer side of the screen in pixels.
    private static let focal = 2 * 3.85 / 3.58 * 240

    private static func placement(
        bearing: Double,
        elevation: Double = 0,
        heading: Double,
        tilt: Double = 0
    ) -> ScreenPlacement {
        portrait.placement(
            ofDirection: Device.direction(bearing: bearing, elevation: elevation) * 1500,
            orientation: Device.orientation(heading: heading, elevation: tilt)
        )
    }

    @Test func `The perspective is iBetelgeuse's d = 2f/max(w, h) on the square around the screen`() {
        let (x, y) = Self.portrait.focalLength
        #expect(abs(x - Self.focal) < 1e-12 * Self.focal)
        #expect(abs(y - Self.focal) < 1e-12 * Self.focal)
        #expect(Self.portrait.principalPoint == ScreenPoint(x: 160, y: 240))
    }

    @Test func `A place due north is in the middle of a view to the north`() throws {
        try Self.placement(bearing: 0, heading: 0).expect(160, 240)
    }

    @Test func `The distance from the middle follows the tangents of the angles`() throws {
        let (across, up) = (Device.tangent(12), Device.tangent(-7) / Device.cosine(12))
        try Self.placement(bearing: 102, elevation: -7, heading: 90)
            .expect(160 + Self.focal * across, 240 - Self.focal * up)
    }

    @Test func `A view across north is continuous`() throws {
        let across = Self.focal * Device.tangent(14)
        try Self.placement(bearing: 8, heading: 354).expect(160 + across, 240)
        try Self.placement(bearing: 354, heading: 8).expect(160 - across, 240)
    }

    @Test func `A place is visible up to the screen's edge and not outside`() throws {
        for (pixels, isVisible) in [(159.999_999, true), (160.000_001, false)] {
            let bearing = atan(pixels / Self.focal) * 180 / .pi
            try Self.placement(bearing: bearing, heading: 0).expect(160 + pixels, 240, visible: isVisible)
            try Self.placement(bearing: -bearing, heading: 0).expect(160 - pixels, 240, visible: isVisible)
        }
        for (pixels, isVisible) in [(239.999_999, true), (240.000_001, false)] {
            let elevation = atan(pixels / Self.focal) * 180 / .pi
            try Self.placement(bearing: 0, elevation: elevation, heading: 0)
                .expect(160, 240 - pixels, visible: isVisible)
        }
    }

    @Test func `A place at the back is mirrored at the middle and not visible`() throws {
        // The direction opposite to bearing 5°, elevation −3°
        let (across, up) = (Device.tangent(5), Device.tangent(-3) / Device.cosine(5))
        try Self.placement(bearing: 185, elevation: 3, heading: 0)
            .expect(160 + Self.focal * across, 240 - Self.focal * up, visible: false, onUserSide: true)
        try Self.placement(bearing: 180, heading: 0).expect(160, 240, visible: false, onUserSide: true)
    }

    @Test func `A high place is above the middle`() throws {
        try Self.placement(bearing: 0, elevation: 90, heading: 0, tilt: 70)
            .expect(160, 240 - Self.focal * Device.tangent(20))
        try Self.placement(bearing: 0, elevation: 90, heading: 0, tilt: 60)
            .expect(160, 240 - Self.focal * Device.tangent(30), visible: false)
    }

    @Test func `A place in the screen's plane has no pixel`() {
        // Flat on its back the device looks down.
        let placement = Self.portrait.placement(ofDirection: Vector3(3, -4, 0), orientation: .identity)
        #expect(placement == ScreenPlacement(point: nil, isOnUserSide: true, isVisible: false))
    }

    @Test func `The device's own position has no pixel`() {
        let placement = Self.portrait.placement(ofDirection: .zero, orientation: Device.orientation(heading: 30))
        #expect(placement == ScreenPlacement(point: nil, isOnUserSide: false, isVisible: false))
    }

    @Test func `The long side of the image shows the same in landscape and portrait`() throws {
        let landscape = PerspectiveProjection(
            camera: .physical(focalLength: 3.85, sensorWidth: 3.58, sensorHeight: 2.69),
            screen: Screen(width: 480, height: 320, rotation: Angle(degrees: 90))
        )
        let (across, up) = (Device.tangent(20), Device.tangent(6) / Device.cosine(20))
        try landscape.placement(
            ofDirection: Device.direction(bearing: 280, elevation: 6),
            orientation: Device.orientation(heading: 260, roll: 90)
        )
        .expect(240 + Self.focal * across, 160 - Self.focal * up)
    }

    @Test(arguments: [-150.0, -90, -33, 0, 17.5, 60, 180])
    func `A picture that rotates with the device remains upright`(roll: Double) throws {
        let turned = PerspectiveProjection(
            camera: .physical(focalLength: 3.85, sensorWidth: 2.69, sensorHeight: 3.58),
            screen: Screen(width: 320, height: 480, rotation: Angle(degrees: roll))
        )
        let (across, up) = (Device.tangent(-9), Device.tangent(11) / Device.cosine(9))
        try turned.placement(
            ofDirection: Device.direction(bearing: 31, elevation: 11),
            orientation: Device.orientation(heading: 40, roll: roll)
        )
        .expect(160 + Self.focal * across, 240 - Self.focal * up)
    }

    @Test func `A picture in portrait rotates places about the middle`() throws {
        // A place at the camera's height and to its right moves clockwise when the device rotates counter-clockwise.
        let along = Self.focal * Device.tangent(10)
        try Self.portrait.placement(
            ofDirection: Device.direction(bearing: 10),
            orientation: Device.orientation(heading: 0, roll: 30)
        )
        .expect(160 + along * Device.cosine(30), 240 + along * Device.sine(30))
    }

    @Test func `A calibrated camera has a principal point and two focal lengths, and covers the screen`() throws {
        let camera = Camera.intrinsics(
            focalX: 500,
            focalY: 510,
            principalX: 300,
            principalY: 250,
            imageWidth: 640,
            imageHeight: 480
        )
        let (across, up) = (Device.tangent(4), Device.tangent(5) / Device.cosine(4))
        let direction = Device.direction(bearing: 4, elevation: 5)
        let orientation = Device.orientation(heading: 0)
        try PerspectiveProjection(camera: camera, screen: Screen(width: 640, height: 480))
            .placement(ofDirection: direction, orientation: orientation)
            .expect(300 + 500 * across, 250 - 510 * up)
        // Scaled by 2 to cover 960 pixels of height, with 320 of 1280 cropped on each side.
        try PerspectiveProjection(camera: camera, screen: Screen(width: 640, height: 960))
            .placement(ofDirection: direction, orientation: orientation)
            .expect(600 - 320 + 1000 * across, 500 - 1020 * up)
    }

    @Test func `A place closer than the near plane is not visible`() throws {
        let projection = PerspectiveProjection(
            camera: .physical(focalLength: 1, sensorWidth: 1, sensorHeight: 1),
            screen: Screen(width: 100, height: 100),
            nearPlane: 2
        )
        let orientation = Device.orientation(heading: 0)
        try projection.placement(ofDirection: Vector3(0, 1.999, 0), orientation: orientation)
            .expect(50, 50, visible: false)
        try projection.placement(ofDirection: Vector3(0, 2.001, 0), orientation: orientation).expect(50, 50)
    }

    @Test func `Directions from a pole follow the meridians`() throws {
        let pole = try #require(GeodeticPosition(latitudeDegrees: 90, longitudeDegrees: 0, height: 0))
        let place = try #require(GeodeticPosition(latitudeDegrees: 89, longitudeDegrees: 170, height: 0))
        // WGS84; northwards on the meridian of 0° continues on that of 180°.
        let (a, f) = (6_378_137.0, 1 / 298.257_223_563)
        let (sine, cosine) = (Device.sine(89), Device.cosine(89))
        let normal = a / (1 - f * (2 - f) * sine * sine).squareRoot()
        let east = normal * cosine * Device.sine(170)
        let north = -normal * cosine * Device.cosine(170)
        let up = normal * (1 - f) * (1 - f) * sine - a * (1 - f)
        try Self.portrait.placement(
            ofDirection: LocalTangentFrame(at: pole).local(place),
            orientation: Device.orientation(heading: 0)
        )
        .expect(160 + Self.focal * east / north, 240 - Self.focal * up / north)
    }

    @Test func `Directions across the date line are correct`() throws {
        let observer = try #require(GeodeticPosition(latitudeDegrees: 0, longitudeDegrees: 179, height: 0))
        let place = try #require(GeodeticPosition(latitudeDegrees: 0, longitudeDegrees: -179, height: 0))
        // On the equator, 2° further: e = a sin 2°, u = a(cos 2° − 1), with a camera heading of 80°.
        let (east, up) = (Device.sine(2), Device.cosine(2) - 1)
        let depth = east * Device.cosine(10)
        try Self.portrait.placement(
            ofDirection: LocalTangentFrame(at: observer).local(place),
            orientation: Device.orientation(heading: 80)
        )
        .expect(160 + Self.focal * Device.tangent(10), 240 - Self.focal * up / depth)
    }

    @Test func `Every visible place is in the view cone, and a corner is on its edge`() throws {
        var generator = SeededGenerator(seed: 11)
        let projection = PerspectiveProjection(
            camera: .intrinsics(
                focalX: 500,
                focalY: 510,
                principalX: 290,
                principalY: 250,
                imageWidth: 640,
                imageHeight: 480
            ),
            screen: Screen(width: 640, height: 480, rotation: Angle(degrees: 25))
        )
        var (visible, widest) = (0, 0.0)
        for _ in 0..<20_000 {
            let (orientation, direction) = (generator.orientation(), generator.vector())
            guard projection.placement(ofDirection: direction, orientation: orientation).isVisible else { continue }
            let cone = projection.viewCone(orientation: orientation)
            let angle = atan2(direction.cross(cone.axis).length, direction.dot(cone.axis))
            #expect(angle <= cone.halfAngle.radians + 1e-12)
            visible += 1
            widest = max(widest, angle / cone.halfAngle.radians)
        }
        #expect(visible > 500)
        // The corner at (640, 480) is the farthest from (290, 250).
        #expect(widest > 0.95)
    }
}

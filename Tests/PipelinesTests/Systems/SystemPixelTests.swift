import Foundation
import Geodesy
import Pipelines
import SensorModel
import Testing

/// The pixels of every preset for samples and a position, compared with a direct calculation.
struct SystemPixelTests {
    /// Pixels. The rounding of a screen's size, and of ECEF coordinates (1 nm of 1 km) with a focal length of 516
    /// pixels.
    static let tolerance = 1e-9
    /// Pixels. The test's own ECEF rounds at 1 nm, which is 0.5e-9 pixels at 1 km and more near the device.
    static let earthFixedTolerance = 4e-9

    /// The focal length in pixels, when the long side of the image fills the long side of the screen.
    static let oldLens = 3.85 * 480 / 3.58
    static let newLens = 3.85 * 480 / 4.54

    private static func pixels(_ system: String, _ given: ReferencePixels) -> (x: Double, y: Double)? {
        switch system {
        case "area", "area-paper": given.area()
        case "ibetelgeuse": given.singlePrecision(focalLength: oldLens)
        case "gamaray": given.legs(focalLength: oldLens)
        case "layar": given.tangentPlane(focalLength: oldLens)
        default: given.tangentPlane(focalLength: newLens)
        }
    }

    /// A device at rest for five seconds, after which AREA's low-pass from zero has reached 1 − 0.9^450.
    private static func replay(_ system: String, _ given: ReferencePixels) throws -> ShownPlace {
        let set = PlaceSet([
            PointOfInterest(name: "place", point: try point(given.place), altitude: given.place.height)
        ])
        let declination = Angle(degrees: 2)
        var replay = SystemReplay(
            // The attitude of these frames is relative to true north, like the calculation.
            try DescribedSystem(parsing: system == "ilocator" ? "ilocator:north=recorded" : system),
            places: set,
            rates: [.accelerometer: 90, .magnetometer: 90, .attitude: 90, .heading: 90],
            declination: declination
        )
        // Not by a fix, because rounding its angles in radians moves the position by 1 nm.
        replay.place(at: try #require(GeodeticPosition(point: point(given.user), height: given.user.height)))
        let device = given.orientation.conjugate
        var last: SystemFrame?
        for index in 0..<450 {
            let frame = SensorFrame(
                time: Double(index) / 90,
                accelerometer: device.rotate(Vector3(0, 0, Gravity.standard)),
                magnetometer: device.rotate(Vector3(20 * declination.sine, 20 * declination.cosine, -43)),
                attitude: given.orientation,
                heading: HeadingReading(
                    magnetic: nil,
                    // The compass reading in portrait; AREA adds the roll.
                    trueNorth: Heading(degrees: given.heading - given.roll),
                    accuracy: nil
                )
            )
            replay.process(frame) { last = $0 }
        }
        var view = try #require(last).view
        let shown = view.place(0, try #require(last).viewpoint.orientation)
        #expect(try #require(last).places.isEmpty == !shown.placement.isVisible)
        return shown
    }

    private static func point(_ spot: ReferencePixels.Spot) throws -> GeographicPoint {
        try #require(GeographicPoint(latitudeDegrees: spot.latitude, longitudeDegrees: spot.longitude))
    }

    private static let systems = ["area", "area-paper", "ibetelgeuse", "gamaray", "layar", "ilocator"]

    @Test(arguments: systems, ReferencePixels.cases)
    func `Each preset projects a place as its document describes`(system: String, given: ReferencePixels) throws {
        let shown = try Self.replay(system, given)
        guard let expected = Self.pixels(system, given) else {
            #expect(shown.placement == .ownPosition)
            return
        }
        let point = try #require(shown.placement.point)
        let isPlane = ["layar", "ilocator"].contains(system)
        let tolerance = isPlane ? Self.earthFixedTolerance : Self.tolerance
        #expect(abs(point.x - expected.x) <= tolerance * max(1, abs(expected.x) / 500), "\(point.x), \(expected.x)")
        #expect(abs(point.y - expected.y) <= tolerance * max(1, abs(expected.y) / 500), "\(point.y), \(expected.y)")
        #expect(shown.placement.isVisible == given.isVisible)
    }

    @Test(arguments: ["area", "gamaray", "ibetelgeuse", "layar", "ilocator"])
    func `At a pole the meridian of the given longitude points south`(system: String) throws {
        let point = try #require(try Self.replay(system, ReferencePixels.pole).placement.point)
        let expected = try #require(Self.pixels(system, ReferencePixels.pole))
        #expect(abs(point.x - expected.x) <= Self.earthFixedTolerance, "\(point.x), \(expected.x)")
        #expect(abs(point.y - expected.y) <= Self.earthFixedTolerance, "\(point.y), \(expected.y)")
    }

    @Test(arguments: ReferencePixels.cases + [ReferencePixels.pole])
    func `Yandex projects a place by its offsets in metres`(given: ReferencePixels) throws {
        let system = try DescribedSystem(parsing: "yandex")
        let set = PlaceSet([
            PointOfInterest(name: "place", point: try Self.point(given.place), altitude: given.place.height)
        ])
        var view = PlaceView(
            set,
            from: try #require(GeodeticPosition(point: try Self.point(given.user), height: given.user.height)),
            law: system.directionLaw,
            projection: system.projection,
            radius: system.radius,
            offset: .unmoved
        )
        let placement = view.place(0, given.orientation).placement
        guard let expected = given.sceneOffsets() else {
            #expect(placement == .ownPosition)
            return
        }
        let point = try #require(placement.point)
        #expect(abs(point.x - expected.x) <= Self.tolerance * max(1, abs(expected.x) / 500))
        #expect(abs(point.y - expected.y) <= Self.tolerance * max(1, abs(expected.y) / 500))
    }

    @Test func `The cameras of iBetelgeuse and AREA have their documented fields of view`() throws {
        let old = try DescribedSystem(parsing: "ibetelgeuse").camera
        #expect(abs(old.verticalFieldOfView.degrees - 50) < 0.5)
        #expect(abs(old.horizontalFieldOfView.degrees - 39) < 0.5)
        let area = try DescribedSystem(parsing: "area").camera
        #expect(abs(area.verticalFieldOfView.degrees - 56.4225) <= 5e-5)
        #expect(abs(area.horizontalFieldOfView.degrees - 43.9026) <= 5e-5)
    }
}

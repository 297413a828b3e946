import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

/// The places of a view, compared with a linear scan of all places.
struct PlaceViewTests {
    private static let radius = 20_000.0

    private static func places(around latitude: Double, using generator: inout SeededGenerator) -> PlaceSet {
        PlaceSet(
            (0..<600).compactMap { number in
                // The same distance east as north, across the pole if it is within reach.
                let north = generator.number(in: -0.25...0.25)
                let east = generator.number(in: -0.25...0.25) / max(0.01, HeldDevice.cosine(latitude))
                let beyond = latitude + north - 90
                let point = GeographicPoint(
                    latitudeDegrees: beyond > 0 ? 90 - beyond : latitude + north,
                    longitudeDegrees: 179.9 + east + (beyond > 0 ? 180 : 0)
                )
                return point.map {
                    PointOfInterest(
                        name: "\(number)",
                        point: $0,
                        altitude: number.isMultiple(of: 3) ? nil : generator.number(in: -200...2000),
                        heightAboveDevice: number.isMultiple(of: 6) ? generator.number(in: -300...300) : nil
                    )
                }
            }
        )
    }

    private static let projections: [any ScreenProjection] = [
        PerspectiveProjection(
            camera: .physical(focalLength: 3.85, sensorWidth: 2.69, sensorHeight: 3.58),
            screen: Screen(width: 320, height: 480)
        ),
        LinearDegreesProjection(
            screen: Screen(width: 320, height: 480),
            pixelsPerDegree: 480.0 / 56,
            viewSize: 580
        ),
    ]

    @Test(arguments: PlaceDirectionLaw.Kind.allCases, [0, 48.4, 70, 85, 89.95])
    func `A view contains every visible place, by any law`(kind: PlaceDirectionLaw.Kind, latitude: Double) throws {
        var generator = SeededGenerator(seed: 21)
        let set = Self.places(around: latitude, using: &generator)
        let position = try #require(
            GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: 179.9, height: 400)
        )
        var shown = 0
        for projection in Self.projections {
            for vertical in LocalTangentFrame.Vertical.allCases {
                var view = PlaceView(
                    set,
                    from: position,
                    law: PlaceDirectionLaw(kind, vertical: vertical),
                    projection: projection,
                    radius: Self.radius,
                    offset: OffsetEarthFrame(offset: ECEFPosition(position))
                )
                for _ in 0..<12 {
                    let orientation = HeldDevice.orientation(
                        heading: generator.number(in: 0...360),
                        elevation: generator.number(in: -20...20),
                        roll: generator.number(in: -180...180)
                    )
                    let visible = view.visible(orientation).map(\.place)
                    let all = set.places.indices.filter { view.place($0, orientation).placement.isVisible }
                    #expect(Set(visible) == Set(all))
                    #expect(visible.count == all.count)
                    shown += all.count
                }
            }
        }
        // Mercator's metres near a pole are so long that few places are within the radius.
        #expect(shown > (kind == .mercator && latitude > 80 ? -1 : 100))
    }

    @Test func `A place with a radius of its own is hidden beyond it`() throws {
        let device = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
        let ahead = try #require(GreatCircle.destination(from: device.point, bearing: .zero, distance: 1_000))
        let radii: [Metres?] = [nil, 1_100, 900, 5_000]
        let places = radii.map { PointOfInterest(name: "place", point: ahead, display: PlaceDisplay(radius: $0)) }
        let system = try DescribedSystem(parsing: "ibetelgeuse")
        for (radius, visible) in [(20_000.0, [0, 1, 3]), (950, [])] {
            var view = PlaceView(
                PlaceSet(places),
                from: device,
                law: PlaceDirectionLaw(.tangentPlane),
                projection: system.projection,
                radius: radius,
                offset: OffsetEarthFrame(offset: ECEFPosition(device))
            )
            let shown = view.visible(HeldDevice.orientation(heading: 0, elevation: 0, roll: 0))
            #expect(shown.map(\.place) == visible)
        }
    }

    /// A GDDF's relative altitude is a height above the device. An absolute altitude has precedence.
    @Test(arguments: PlaceDirectionLaw.Kind.allCases)
    func `A relative height is relative to the device`(kind: PlaceDirectionLaw.Kind) throws {
        let device = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
        let ahead = try #require(GreatCircle.destination(from: device.point, bearing: .zero, distance: 1_000))
        let places = [
            PointOfInterest(name: "level", point: ahead, heightAboveDevice: 0),
            PointOfInterest(name: "above", point: ahead, heightAboveDevice: 30),
            PointOfInterest(name: "altitude", point: ahead, altitude: 508, heightAboveDevice: -99),
            PointOfInterest(name: "neither", point: ahead),
        ]
        let sights = PlaceDirectionLaw(kind).sights(
            of: places.indices,
            among: places,
            from: device,
            offset: OffsetEarthFrame(offset: ECEFPosition(device))
        )
        let elevations = sights.map(\.direction.elevation.degrees)
        #expect(sights[0].direction == sights[3].direction)
        #expect(sights[1].direction == sights[2].direction)
        // arctan(30/1000) is 1.718°; on Mercator's map 1 km has 1506 m, which makes 1.141°. The ground is 8 cm below the plane at 1 km, and single precision has 0.1 mm.
        #expect(abs(elevations[1] - elevations[0] - (kind == .mercator ? 1.141 : 1.718)) < 0.01)
    }
}

import Foundation
import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

/// The index, compared with a linear scan that has its own formula for distances on a sphere.
struct PlaceIndexTests {
    /// Metres. Rounded degrees cause 1 nm.
    private static let tolerance = 1e-8

    /// The tangent of the angle is accurate for close and for antipodal places.
    private static func greatCircle(_ start: GeographicPoint, _ end: GeographicPoint) -> Double {
        let (first, second) = (start.latitude.radians, end.latitude.radians)
        let turn = (end.longitude - start.longitude).radians
        let east = cos(second) * sin(turn)
        let north = cos(first) * sin(second) - sin(first) * cos(second) * cos(turn)
        let along = sin(first) * sin(second) + cos(first) * cos(second) * cos(turn)
        return 6_371_000 * atan2(hypot(east, north), along)
    }

    private static func place(_ latitude: Double, _ longitude: Double, altitude: Double? = nil) -> PointOfInterest? {
        GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
            .map { PointOfInterest(name: "", point: $0, altitude: altitude) }
    }

    /// Places everywhere, around both poles, on both sides of the date line and in one town, with duplicates.
    private static func places(using generator: inout SeededGenerator) -> [PointOfInterest] {
        var places: [PointOfInterest?] = []
        for _ in 0..<300 {
            let latitude = asin(generator.number(in: -1...1)) * 180 / .pi
            places.append(place(latitude, generator.number(in: -180...180)))
            places.append(place(90 - generator.number(in: 0...0.2), generator.number(in: -180...180)))
            places.append(place(-90 + generator.number(in: 0...0.2), generator.number(in: -180...180)))
            places.append(place(generator.number(in: -0.1...0.1), 180 + generator.number(in: -0.1...0.1)))
            places.append(place(48.4 + generator.number(in: -0.1...0.1), 10 + generator.number(in: -0.1...0.1)))
        }
        places += places[0..<40] + [place(90, 0), place(90, 77), place(-90, 0), place(0, 180), place(0, -180)]
        return places.compactMap(\.self)
    }

    private static func centres() throws -> [GeographicPoint] {
        let degrees = [
            (48.4, 10), (90, 0), (-90, 20), (89.95, -120), (0, 180), (0.01, -179.98), (0.0, 179.97), (12, 34),
        ]
        return try degrees.map { try #require(GeographicPoint(latitudeDegrees: $0, longitudeDegrees: $1)) }
    }

    @Test(arguments: [0, 3, 5000, 20_000, 1_000_000, 12_000_000, 25_000_000.0])
    func `The places within a radius agree with a linear scan, nearest first`(radius: Double) throws {
        var generator = SeededGenerator(seed: 5)
        let places = Self.places(using: &generator)
        let index = PlaceIndex(places)
        #expect(index.count == places.count)
        for centre in try Self.centres() {
            let found = index.places(within: radius, of: centre)
            let distances = places.map { Self.greatCircle(centre, $0.point) }
            // Places closer to the edge than rounding may be on either side.
            let inside = Set(places.indices.filter { distances[$0] <= radius - Self.tolerance })
            let reached = Set(places.indices.filter { distances[$0] <= radius + Self.tolerance })
            let indices = Set(found.map(\.index))
            #expect(indices.count == found.count)
            #expect(indices.isSuperset(of: inside) && indices.isSubset(of: reached))
            #expect(found.allSatisfy { abs($0.distance - distances[$0.index]) <= Self.tolerance })
            for (nearer, further) in zip(found, found.dropFirst()) {
                #expect((nearer.distance, nearer.index) < (further.distance, further.index))
            }
        }
    }

    @Test func `At a pole the longitude does not change the result`() throws {
        let places = [try #require(Self.place(90, 0)), try #require(Self.place(90, 123))]
        let centre = try #require(GeographicPoint(latitudeDegrees: 90, longitudeDegrees: -50))
        let found = PlaceIndex(places).places(within: 0.001, of: centre)
        #expect(Set(found.map(\.index)) == [0, 1])
    }

    @Test func `An empty index, a negative radius and altitudes that are not finite are supported`() throws {
        let centre = try #require(GeographicPoint(latitudeDegrees: 1, longitudeDegrees: 2))
        #expect(PlaceIndex([]).places(within: 1e9, of: centre).isEmpty)
        let own = PlaceIndex([try #require(Self.place(1, 2, altitude: .nan))])
        #expect(own.places(within: -1, of: centre).isEmpty)
        #expect(own.places(within: .nan, of: centre).isEmpty)
        #expect(own.places(within: 0, of: centre).map(\.distance) == [0])
    }

    @Test func `A thousand places at one position are found`() throws {
        let place = try #require(Self.place(10, 20))
        let found = PlaceIndex(Array(repeating: place, count: 1000)).places(within: 1, of: place.point)
        #expect(found.map(\.index) == Array(0..<1000))
    }

    /// Directions to a place by every law that a system uses.
    private static func directions(to place: PointOfInterest, from viewpoint: Viewpoint) throws -> [Vector3] {
        let altitude = place.altitude ?? viewpoint.altitude
        let distance = greatCircle(viewpoint.point, place.point)
        let bearing = GreatCircle.initialBearing(from: viewpoint.point, to: place.point).degrees
        let elevations = [SightLine.flat, SightLine(refraction: 0.13), SightLine(refraction: 0)].map {
            $0.elevation(distance: distance, observerHeight: viewpoint.altitude, targetHeight: altitude).degrees
        }
        let origin = try #require(GeodeticPosition(point: viewpoint.point, height: viewpoint.altitude))
        let target = try #require(GeodeticPosition(point: place.point, height: altitude))
        return elevations.map { HeldDevice.direction(bearing: bearing, elevation: $0) }
            + LocalTangentFrame.Vertical.allCases.map { LocalTangentFrame(at: origin, vertical: $0).local(target) }
    }

    private static func angle(_ direction: Vector3, _ axis: Vector3) -> Double {
        atan2(direction.cross(axis).length, direction.dot(axis)) * 180 / .pi
    }

    @Test(arguments: [2000, 20_000, 400_000.0])
    func `The candidates include every place in view by any law, and few others`(
        radius: Double
    ) throws {
        var generator = SeededGenerator(seed: 6)
        let spread = radius / 111_000
        for latitude in [48.4, 90, -89.99, 0, 75] {
            let longitude = latitude == 0 ? 180.0 : 10
            let places = (0..<400).compactMap { number in
                Self.place(
                    max(-90, min(90, latitude + generator.number(in: -spread...spread))),
                    longitude + generator.number(in: -spread...spread),
                    altitude: number % 3 == 0 ? nil : generator.number(in: -100...3000)
                )
            }
            let index = PlaceIndex(places)
            for _ in 0..<20 {
                let viewpoint = Viewpoint(
                    time: 0,
                    orientation: .identity,
                    point: try #require(
                        GeographicPoint(
                            latitudeDegrees: max(-90, min(90, latitude + generator.number(in: -0.01...0.01))),
                            longitudeDegrees: longitude + generator.number(in: -0.01...0.01)
                        )
                    ),
                    altitude: generator.number(in: 0...1000)
                )
                let axis = HeldDevice.direction(
                    bearing: generator.number(in: 0...360),
                    elevation: generator.number(in: -60...60)
                )
                let half = generator.number(in: 5...85)
                let cone = ViewCone(axis: axis, halfAngle: Angle(degrees: half))
                let candidates = index.candidates(within: radius, of: viewpoint, in: cone)
                #expect(Set(candidates).count == candidates.count)
                let found = Set(candidates)
                for (number, place) in places.enumerated() {
                    let distance = Self.greatCircle(viewpoint.point, place.point)
                    let angles = try Self.directions(to: place, from: viewpoint).map { Self.angle($0, axis) }
                    if distance < radius - Self.tolerance, angles.contains(where: { $0 <= half }) {
                        #expect(found.contains(number), "\(angles) of \(half)")
                    }
                    // The half degree, the curvature and one metre, doubled for the differences between laws.
                    let margin = 2 * (0.5 + radius / 12_742_000 * 180 / .pi) + atan(1 / distance) * 180 / .pi
                    if found.contains(number), half + margin < 90 {
                        #expect(distance <= radius + Self.tolerance)
                        #expect(angles.contains { $0 <= half + margin }, "\(angles) of \(half)")
                    }
                }
            }
        }
    }

    @Test func `For a cone of all directions, every place within the radius is a candidate`() throws {
        let places = (0..<100).compactMap { Self.place(0, Double($0) / 10) }
        let viewpoint = Viewpoint(time: 0, orientation: .identity, point: places[0].point, altitude: 0)
        let cone = ViewCone(axis: Vector3(0, 0, 1), halfAngle: Angle(degrees: 180))
        let index = PlaceIndex(places)
        let found = index.candidates(within: 300_000, of: viewpoint, in: cone)
        #expect(Set(found) == Set(index.places(within: 300_000, of: viewpoint.point).map(\.index)))
        #expect(found.count == 27)
    }
}

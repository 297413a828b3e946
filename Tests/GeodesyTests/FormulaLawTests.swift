import Geodesy
import SensorModel
import TestSupport
import Testing

/// Laws that hold for every distance formula of the catalogue.
struct FormulaLawTests {
    private static let names = FormulaCatalogue.entries.map(\.name)
    private static let namesWithBearing = FormulaCatalogue.entries.filter(\.givesBearing).map(\.name)

    /// Fraction of a distance: a few roundings in single and in double precision.
    private static func rounding(_ entry: FormulaEntry) -> Double {
        entry.name.hasSuffix("Float") ? 4e-7 : 1e-14
    }

    /// Metres. Half a unit in the last digit of the fixture's distances.
    private static let printed = 0.5e-7

    private static func entry(_ name: String) throws -> FormulaEntry {
        try #require(FormulaCatalogue.entry(named: name))
    }

    /// Pairs of all kinds: near, far, on poles and the date line, identical and antipodal.
    private static func pairs() throws -> [(GeographicPoint, GeographicPoint)] {
        var random = SeededGenerator(seed: 6371)
        var pairs = try FormulaPair.all().map { ($0.start, $0.end) }
        for _ in 0..<50 {
            let start = try point(random.number(in: -90...90), random.number(in: -180...180))
            let opposite = try point(-start.latitudeDegrees, start.longitudeDegrees + 180)
            pairs += [(start, start), (start, opposite)]
        }
        let special = [-90.0, -45, -0.0, 0, 1e-300, 89.999999999, 90]
        let meridians = [-180.0, -179.999999999, -90, -0.0, 0, 90, 179.999999999, 180]
        let points = try special.flatMap { latitude in try meridians.map { try point(latitude, $0) } }
        for start in points { pairs += points.map { (start, $0) } }
        return pairs
    }

    @Test(arguments: names)
    func `A distance is nil, or finite and not negative`(name: String) throws {
        let formula = try Self.entry(name).formula
        for (start, end) in try Self.pairs() {
            let distance = formula.distance(from: start, to: end)
            #expect(distance.map { $0.isFinite && $0 >= 0 } ?? true, "\(start) \(end): \(String(describing: distance))")
        }
    }

    @Test(arguments: names)
    func `The distance of identical points is exactly zero`(name: String) throws {
        let formula = try Self.entry(name).formula
        for (start, _) in try Self.pairs() { #expect(formula.distance(from: start, to: start) == 0, "\(start)") }
    }

    @Test(arguments: FormulaCatalogue.entries.filter(\.isSymmetric).map(\.name))
    func `A symmetric formula returns the same distance in both directions`(name: String) throws {
        let entry = try Self.entry(name)
        for (start, end) in try Self.pairs() {
            let there = entry.formula.distance(from: start, to: end)
            let back = entry.formula.distance(from: end, to: start)
            guard let there, let back else {
                #expect(there == nil && back == nil, "\(start) \(end)")
                continue
            }
            let tolerance = entry.accuracy.absoluteError + Self.rounding(entry) * there
            #expect(abs(there - back) <= tolerance, "\(start) \(end): \(there), \(back)")
        }
    }

    @Test(arguments: FormulaCatalogue.entries.filter { !$0.isSymmetric }.map(\.name))
    func `An asymmetric formula returns different distances in the two directions`(name: String) throws {
        let formula = try Self.entry(name).formula
        let (start, end) = (try point(60, 0), try point(60.01, 0.02))
        let there = try #require(formula.distance(from: start, to: end))
        let back = try #require(formula.distance(from: end, to: start))
        #expect(abs(there - back) > 0.01)
    }

    @Test(arguments: names)
    func `Full turns of both longitudes do not change the distance`(name: String) throws {
        let formula = try Self.entry(name).formula
        for pair in try FormulaPair.all() {
            // Eighths of a degree and 1024 turns are exact in binary, so the point remains the same.
            let longitude = (pair.start.longitudeDegrees * 8).rounded() / 8
            let end = pair.end
            let start = try point(pair.start.latitudeDegrees, longitude)
            for turns in [-1024.0, -1, 1, 1024] {
                let turned = try point(start.latitudeDegrees, longitude + 360 * turns)
                #expect(formula.distance(from: turned, to: end) == formula.distance(from: start, to: end))
                #expect(formula.initialBearing(from: turned, to: end) == formula.initialBearing(from: start, to: end))
            }
        }
    }

    @Test(arguments: names)
    func `A pair across the date line has the same distance as the shifted pair`(name: String) throws {
        let entry = try Self.entry(name)
        for (south, north, width) in [(0.0, 0.0, 0.015625), (48.5, 48.5078125, 0.03125), (-70, -70.25, 0.5)] {
            let ends = [180, 16].map { (south, $0 - width, north, $0 + width) }
            let lengths = try ends.map { (startLatitude, startLongitude, endLatitude, endLongitude) in
                let start = try point(startLatitude, startLongitude)
                return try #require(entry.formula.distance(from: start, to: try point(endLatitude, endLongitude)))
            }
            let (first, second) = (lengths[0], lengths[1])
            #expect(abs(first - second) <= entry.accuracy.absoluteError + Self.rounding(entry) * second)
        }
    }

    @Test(arguments: names)
    func `The error of a formula is within its stated bound`(name: String) throws {
        let entry = try Self.entry(name)
        var (covered, worst) = (0, 0.0)
        for pair in try FormulaPair.all() {
            let geodesic = try pair.geodesic()
            guard entry.accuracy.covers(from: pair.start, to: pair.end, distance: geodesic),
                let distance = entry.formula.distance(from: pair.start, to: pair.end)
            else { continue }
            let bound = entry.accuracy.bound(at: geodesic)
            let error = abs(distance - geodesic)
            #expect(error <= bound + Self.printed, "\(pair.start) \(pair.end): \(distance), \(geodesic)")
            covered += 1
            // Excludes the part of an error that the fixture's rounding can cause.
            worst = max(worst, (error - 1e-7) / bound)
        }
        #expect(covered > 100)
        #expect(worst < 1)
        // A bound must not be much too large. 20 pairs of a hundred may miss the worst pair.
        #expect(worst > 0.2 || entry.accuracy.relativeError == 0, "the worst error is \(worst) of the stated bound")
    }

    @Test(arguments: names)
    func `The distance from pole to pole does not depend on the meridian, except for maps`(name: String) throws {
        let entry = try Self.entry(name)
        let (north, south) = (try point(90, 0), try point(-90, 0))
        let first = entry.formula.distance(from: north, to: south)
        for longitude in [-180.0, -90, 1, 45] {
            let there = entry.formula.distance(from: north, to: try point(-90, longitude))
            guard let first, let there else {
                #expect(first == nil && there == nil)
                continue
            }
            // A map may use the scale of the equator at the middle latitude.
            let isMap = entry.accuracy.highestLatitudeDegrees < 90
            #expect(isMap || abs(there - first) <= entry.accuracy.absoluteError + Self.rounding(entry) * first)
        }
    }

    @Test(arguments: names)
    func `A bearing is in (−180°, 180°] and exists if the entry states one`(name: String) throws {
        let entry = try Self.entry(name)
        for (start, end) in try Self.pairs() {
            let bearing = entry.formula.initialBearing(from: start, to: end)
            guard entry.givesBearing else {
                #expect(bearing == nil)
                continue
            }
            guard entry.formula.distance(from: start, to: end) != nil else { continue }
            let degrees = try #require(bearing).degrees
            #expect(degrees > -180 && degrees <= 180, "\(start) \(end): \(degrees)")
        }
    }

    /// Degrees: a bearing on a sphere with latitudes of the ellipsoid has an error of up to half of e².
    private static let sphericalBearing = 0.2
    /// Metres. At shorter distances, single-precision directions show the rounding of coordinates.
    private static let bearingFrom = 1000.0

    @Test(arguments: namesWithBearing)
    func `Bearings over 1 to 2 km agree with the geodesic within 0.2°, in single precision within 0.3°`(
        name: String
    ) throws {
        let entry = try Self.entry(name)
        var compared = 0
        for pair in try FormulaPair.all() {
            let geodesic = try pair.geodesic()
            guard geodesic >= Self.bearingFrom, geodesic <= 2000,
                max(pair.start.latitudeDegrees.magnitude, pair.end.latitudeDegrees.magnitude) <= 70
            else { continue }
            let bearing = try #require(entry.formula.initialBearing(from: pair.start, to: pair.end))
            let difference = (bearing.degrees - (try pair.value("azimuth_deg"))).remainder(dividingBy: 360)
            #expect(abs(difference) <= Self.sphericalBearing + (name.hasSuffix("Float") ? 0.1 : 0))
            compared += 1
        }
        #expect(compared == 45)
    }
}

import Geodesy
import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let iBetelgeuseGeodesy: [ComputedFigure] =
        [
            // Root mean square error of places within 1 km in single precision, in ECEF.
            ComputedFigure("ibetelgeuse-single-ecef", unit: "m") { singlePrecisionError(offset: nil) },
            // Root mean square error of places within 1 km in single precision, offset at the device.
            ComputedFigure("ibetelgeuse-single-offset", unit: "m") { singlePrecisionError(offset: 0) },
        ]
        + [100.0, 1000].map { kilometres in
            // Root mean square error of places within 1 km in single precision, with an offset to the north.
            ComputedFigure("ibetelgeuse-single-\(Int(kilometres))", unit: "m") {
                singlePrecisionError(offset: kilometres * 1000)
            }
        }
        + [1.0, 100].map { kilometres in
            // Error of Gamaray's direction to a place to the north-east of Rotterdam.
            ComputedFigure("ibetelgeuse-gamaray-bearing-\(Int(kilometres))", unit: "°") {
                legBearingError(kilometres * 1000)
            }
        }
        + [
            // Change of direction to a place 1 km away and 100 m higher, at 1000 m and at zero height.
            ComputedFigure("ibetelgeuse-zero-height", unit: "°") { heightError(1000) }
        ]
        + [10.0, 100, 1000].map { distance in
            // Angle of an error of 12 m across the line of sight at this distance.
            ComputedFigure("ibetelgeuse-fix-angle-\(Int(distance))", unit: "°") { Angle(ofPoint: distance, 12).degrees }
        }
        + gate

    /// Returns the RMS error in metres of 1000 places in single precision. Each place is up to 700 m east or west and
    /// north or south of its device. The devices are between 60° south and 60° north.
    ///
    /// - Parameter offset: the distance from the device northward to the origin of the coordinates, or `nil` for ECEF.
    private static func singlePrecisionError(offset: Metres?) -> Double {
        var generator = SplitMix64(seed: 1)
        func next(_ limit: Double) -> Double { limit * (2 * generator.nextFraction() - 1) }
        let errors = (0..<1000).map { _ -> Double in
            let point = ClaimNumbers.point(next(60), next(180))
            let way = Vector3(next(700), next(700), 0)
            let frame = LocalTangentFrame(at: ClaimPlaces.position(point, height: 30))
            let origin = offset.map { frame.position(ofLocal: Vector3(0, $0, 0)) }
            let coordinates = origin.map(OffsetEarthFrame.init(offset:)) ?? .unmoved
            let place = coordinates.singlePrecisionLocal(frame.position(ofLocal: way))
            let shown = SinglePrecisionTransform(frame, from: coordinates).local(place)
            return (Vector3(Double(shown.x), Double(shown.y), Double(shown.z)) - way).length
        }
        return IBetelgeuseSeries.rootMeanSquare(errors)
    }

    private static func legBearingError(_ distance: Metres) -> Double {
        let start = ClaimPlaces.rotterdam
        let end = ClaimNumbers.point(from: start, azimuth: 45, distance: distance)
        guard let bearing = GamarayLinear().initialBearing(from: start, to: end) else { return .nan }
        let frame = LocalTangentFrame(at: ClaimPlaces.ground(start))
        let direction = frame.local(ClaimPlaces.ground(end))
        return (bearing - direction.azimuth).wrapped.degrees.magnitude
    }

    /// Returns the angle in degrees between the directions to a place 1 km away and 100 m higher, from a device at this
    /// height and from the ellipsoid.
    private static func heightError(_ height: Metres) -> Double {
        let start = ClaimPlaces.rotterdam
        let end = ClaimNumbers.point(from: start, azimuth: 45, distance: 1000)
        return ClaimPlaces.directionChange(from: start, to: end, rise: 100, height: height)
    }

    // The rule of section 4.4.1 that drops implausible fixes, with a maximum speed of 200 m/s.
    private static let gate: [ComputedFigure] =
        [1.0, 5].map { gap in
            // Spikes of 1000 m dropped after a fix of 25 m and this gap in seconds.
            ComputedFigure("ibetelgeuse-gate-\(Int(gap))", unit: "%") {
                var gate = LocationGate(maximumSpeed: 200)
                guard gate.admits(fix(accuracy: 25), at: 0) else { return .nan }
                return gate.admits(fix(accuracy: 1000), at: gap) ? 0 : 100
            }
        }
        + [
            // Spikes of 1000 m dropped as the first fix.
            ComputedFigure("ibetelgeuse-gate-first", unit: "%") {
                var gate = LocationGate(maximumSpeed: 200)
                return gate.admits(fix(accuracy: 1000), at: 0) ? 0 : 100
            },
            // Fixes of 10 m, one a second, that a flight at 900 km/h along a meridian gets.
            ComputedFigure("ibetelgeuse-gate-airliner", unit: "%") {
                var gate = LocationGate(maximumSpeed: 200)
                // A degree of latitude is 111 km.
                let used = (0..<600).count { second in
                    gate.admits(
                        fix(accuracy: 10, latitude: 40 + 0.25 / 111 * Double(second)),
                        at: Double(second)
                    )
                }
                return Double(used) / 6
            },
        ]

    private static func fix(accuracy: Metres, latitude: Double = 51.92) -> LocationFix {
        LocationFix(
            latitude: Angle(degrees: latitude),
            longitude: Angle(degrees: 4.47),
            horizontalAccuracyMetres: accuracy
        )
    }
}

import Geodesy
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    /// The quantisation step of the accelerometer in the research report (section 6.3), in g.
    private static let accelerometerStep = 0.018
    /// The dip of the field at Rotterdam, 67° according to IGRF-13.
    private static let dip = Angle(degrees: 67)

    static let iBetelgeuseSensors: [ComputedFigure] =
        [
            // Error of 2° of the horizon over the compass's bias of 25°.
            ComputedFigure("ibetelgeuse-horizon-over-bias", unit: "×") { 2.0 / 25 },
            // Tilt by a horizontal acceleration of 2 m/s² over the compass's bias of 25°.
            ComputedFigure("ibetelgeuse-tilt-over-bias", unit: "×") {
                Angle(ofPoint: Gravity.standard, 2).degrees / 25
            },
            // Change of the acceleration's length by 1 m/s² horizontally, in steps of 0.018 g.
            ComputedFigure("ibetelgeuse-horizontal-length", unit: "steps") {
                ((1 + 1 / (Gravity.standard * Gravity.standard)).squareRoot() - 1) / accelerometerStep
            },
            // Change of the acceleration's length by 1 m/s² vertically, in steps of 0.018 g.
            ComputedFigure("ibetelgeuse-vertical-length", unit: "steps") { 1 / Gravity.standard / accelerometerStep },
            // Change of heading from 44° to 46° of elevation, of the nearer to horizontal of camera and upper edge.
            ComputedFigure("ibetelgeuse-heading-flip", unit: "°") {
                portraitHeading(elevation: 44).turn(to: portraitHeading(elevation: 46)).degrees.magnitude
            },
            // Misalignment left after two rests half a turn apart on a tilted surface, of its normal.
            ComputedFigure("ibetelgeuse-calibration-level", unit: "°") { calibrationResidual(of: Vector3(0, 0, 1)) },
            // Misalignment left after two rests half a turn apart on a tilted surface, about its normal.
            ComputedFigure("ibetelgeuse-calibration-turn", unit: "°") { calibrationResidual(of: Vector3(1, 0, 0)) },
            // Misalignment left after three rests with orthogonal axes upwards.
            ComputedFigure("ibetelgeuse-calibration-three", unit: "°") {
                calibrationResidualOfThree(of: Vector3(0.6, 0, 0.8))
            },
            // Error of heading with exact gravity, at a dip of 67°.
            ComputedFigure("ibetelgeuse-inclination-0", unit: "°") { headingError(tilt: .zero) },
        ]
        + [30.0, 90].map { speed in
            // Largest tilt of the horizon in a swing of ±45° at up to this speed, with the device 0.5 m from the axis.
            ComputedFigure("ibetelgeuse-wobble-\(Int(speed))", unit: "°") {
                // The swing A sin ωt has the maximum speed Aω. At the turning points, the tangential acceleration is
                // Aω² · 0.5 m.
                let (amplitude, rate) = (Angle(degrees: 45).radians, Angle(degrees: speed).radians)
                return Angle(ofPoint: Gravity.standard, rate * rate / amplitude * 0.5).degrees
            }
        }

    /// The correlations of successive accelerometer samples at rest, on phones of Michel et al. 2018. Each value is
    /// that of the axis with the largest correlation.
    ///
    /// `Datasets/smartphone-attitude/measure_rest.py` prints the values. They are constants here, because tables of
    /// claims must not need third-party data.
    static let iBetelgeuseCorrelations: [ComputedFigure] = [
        ("iphone4s", -0.004), ("nexus5", 0.307),
        // Every second sample of the Nexus 5.
        ("nexus5-halved", 0.098),
    ].map { name, value in
        ComputedFigure("ibetelgeuse-correlation-\(name)", unit: "") { value }
    }

    /// Returns the error in degrees of the heading from gravity and field if gravity is tilted about magnetic north.
    private static func headingError(tilt: Angle) -> Double {
        let field = Vector3(0, dip.cosine, -dip.sine)
        let up = Vector3(tilt.sine, 0, tilt.cosine)
        // Section 4.4.2: East is the cross product of up and field, and North is the cross product of up and east.
        guard let east = field.cross(up).normalised else { return .nan }
        let orientation = UnitQuaternion(columns: east, up.cross(east), up).conjugate
        return orientation.signedHeadingAngle.degrees.magnitude
    }

    /// Returns the heading of an upright device: the azimuth of the camera or of the upper edge, whichever is more
    /// horizontal.
    private static func portraitHeading(elevation: Double) -> Heading {
        // With the camera to the north, the device axes are x east, y up and z south. The elevation raises the camera.
        let upright = UnitQuaternion(angle: Angle(degrees: 90 + elevation), axis: Vector3(1, 0, 0))
        let camera = upright.rotate(Vector3(0, 0, -1))
        let edge = upright.rotate(Vector3(0, 1, 0))
        return Heading(degrees: (camera.z.magnitude < edge.z.magnitude ? camera : edge).bearing.degrees)
    }

    /// The sensor is rotated by 2° about (1, 2, 2)/3, and the surface is tilted by 3°. The device rests in two
    /// positions, half a turn apart about the surface's normal. The sum of the two measured vectors has the direction
    /// of the normal. The calibration is the smallest rotation that maps the sum to z.
    private static func calibrationResidual(of axis: Vector3) -> Double {
        let surface = UnitQuaternion(angle: Angle(degrees: 3), axis: Vector3(0.6, 0.8, 0))
        let up = surface.rotate(Vector3(0, 0, 1))
        let sum = mount.rotate(up) + mount.rotate(Vector3(-up.x, -up.y, up.z))
        guard let measured = sum.normalised else { return .nan }
        let turn = measured.turn(to: Vector3(0, 0, 1))
        return residual(UnitQuaternion(rotationVector: turn).rotate(mount.rotate(axis)), from: axis)
    }

    /// Returns the angle in degrees between an axis of the device and the same axis after a calibration in three
    /// positions.
    ///
    /// The axes x, y and z point upwards in turn. The three measurements are the columns of the misalignment matrix.
    private static func calibrationResidualOfThree(of axis: Vector3) -> Double {
        let measured = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { mount.rotate($0) }
        guard let inverse = Matrix3(rows: measured[0], measured[1], measured[2]).transposed.inverse else { return .nan }
        return residual(inverse * mount.rotate(axis), from: axis)
    }

    /// The rotation of the sensor relative to the device.
    private static let mount = UnitQuaternion(angle: Angle(degrees: 2), axis: Vector3(1, 2, 2) * (1.0 / 3))

    private static func residual(_ corrected: Vector3, from axis: Vector3) -> Double {
        let residual = Angle(ofPoint: corrected.dot(axis), corrected.cross(axis).length).degrees
        // Smaller residuals are rounding errors.
        return residual < 1e-9 ? 0 : residual
    }

    static let iBetelgeuseField: [ComputedFigure] =
        ClaimPlaces.fieldPlaces.map { name, point in
            // Declination in the middle of 2010, after IGRF-13.
            ComputedFigure("ibetelgeuse-declination-\(name)", unit: "°") {
                MagneticMainField.declination(at: point, year: 2010.5).degrees
            }
        }
        + [
            // Area between 60° south and 60° north with a declination below 20° in 2010, after IGRF-13.
            ComputedFigure("ibetelgeuse-declination-share", unit: "%") {
                areaShare(latitudes: -60...60, step: 5) { $0.azimuth.degrees.magnitude < 20 }
            },
            // Area of the Earth with a horizontal field below 2 µT in 2010, after IGRF-13.
            ComputedFigure("ibetelgeuse-pole-share", unit: "%") {
                // Only caps around the poles are searched, because the horizontal field is much stronger elsewhere.
                let caps = 50.0...90
                let share = [caps, -90...(-50)].map { latitudes in
                    areaShare(latitudes: latitudes, step: 2) { $0.x * $0.x + $0.y * $0.y < 4 }
                }
                return (share[0] + share[1]) / 2 * (1 - Angle(degrees: 50).sine)
            },
        ]

    /// Returns the percentage of a zone's area in which the magnetic field in µT satisfies a condition. The zone is
    /// divided into cells, and the condition is evaluated at the centre of each cell.
    private static func areaShare(
        latitudes: ClosedRange<Double>,
        step: Double,
        where condition: (Vector3) -> Bool
    ) -> Double {
        var (area, inside) = (0.0, 0.0)
        for latitude in stride(from: latitudes.lowerBound + step / 2, to: latitudes.upperBound, by: step) {
            let weight = Angle(degrees: latitude).cosine
            for longitude in stride(from: -180 + step / 2, to: 180, by: step) {
                area += weight
                let point = ClaimNumbers.point(latitude, longitude)
                if condition(MagneticMainField.field(at: point, year: 2010.5)) { inside += weight }
            }
        }
        return 100 * inside / area
    }
}

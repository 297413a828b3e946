import RealModule
public import SensorModel

/// The World Magnetic Model of NOAA NCEI and BGS: the main magnetic field of the Earth, in spherical harmonics up to
/// degree 12.
///
/// The model does not include the fields of the Earth's crust, of currents in the ionosphere and beyond, or of nearby
/// iron.
///
/// ```swift
/// let place = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 480)!
/// let field = try WorldMagneticModel.prediction(at: place, year: 2026.5).field
/// print(field.declination.degrees, field.strengthNanotesla)
/// ```
///
/// Chulliat et al. 2025.
public struct WorldMagneticModel: Sendable {
    /// The name of the release, for example `WMM2025`.
    public let name: String
    /// The decimal year from which the release is valid, and to which the coefficients refer.
    public let epoch: Double
    /// The constants of the declination's standard deviation √(c² + (d/H)²) in degrees, where H is the horizontal field
    /// in nT. `constant` is c in degrees, and `perField` is d in degrees · nT. `nil` for releases before 2015.
    private let declinationError: (constant: Double, perField: Double)?
    private let main: GaussCoefficients
    private let rate: GaussCoefficients

    /// The decimal years in which the release is valid.
    public var years: ClosedRange<Double> { epoch...epoch + Self.lifetime }

    /// The accepted heights above the ellipsoid in metres.
    public static let heights: ClosedRange<Metres> = -1_000...850_000

    /// The time for which a release is valid, in years.
    private static let lifetime = 5.0

    /// All releases, the oldest first.
    public static let all = [wmm2010, wmm2015, wmm2020, wmm2025]

    init(
        name: String,
        epoch: Double,
        declinationError: (constant: Double, perField: Double)?,
        coefficients: [Double],
        rates: [Double]
    ) {
        self.name = name
        self.epoch = epoch
        self.declinationError = declinationError
        main = GaussCoefficients(coefficients)
        rate = GaussCoefficients(rates)
    }

    /// Returns the newest release that is valid in a decimal year.
    ///
    /// - Throws: ``MagneticModelError`` for a year without a release.
    public static func release(for year: Double) throws(MagneticModelError) -> WorldMagneticModel {
        if let release = all.last(where: { $0.years.contains(year) }) { return release }
        throw .year(year)
    }

    /// Returns the predicted field from the release that is valid in a decimal year.
    ///
    /// - Throws: ``MagneticModelError`` for a year without a release or a height outside ``heights``.
    public static func prediction(
        at place: GeodeticPosition,
        year: Double
    ) throws(MagneticModelError) -> Prediction {
        try release(for: year).prediction(at: place, year: year)
    }

    /// Returns the field that this release predicts.
    ///
    /// - Throws: ``MagneticModelError`` for a year outside ``years`` or a height outside ``heights``.
    public func prediction(at place: GeodeticPosition, year: Double) throws(MagneticModelError) -> Prediction {
        guard years.contains(year) else { throw .year(year) }
        guard Self.heights.contains(place.height) else { throw .height(place.height) }
        let change = rate.field(at: place)
        let field = MagneticField(enu: main.field(at: place) + change * (year - epoch))
        return Prediction(
            model: name,
            place: place,
            year: year,
            field: field,
            rate: MagneticFieldRate(of: field, components: MagneticField(enu: change)),
            declinationError: declinationDeviation(of: field)
        )
    }

    /// Returns the standard deviation of a field's declination, at most 180°, or `nil` for releases before 2015.
    private func declinationDeviation(of field: MagneticField) -> Angle? {
        guard let (constant, perField) = declinationError else { return nil }
        let ratio = perField / field.horizontalNanotesla
        return Angle(degrees: min((constant * constant + ratio * ratio).squareRoot(), 180))
    }
}

/// The spherical harmonics of a potential field with internal sources, with Schmidt's semi-normalised Gauss
/// coefficients in nT.
///
/// Source: Chulliat et al. 2025, section 1.2, equations 4 to 18.
package struct GaussCoefficients: Sendable {
    /// The reference radius of geomagnetic models, in metres.
    private static let referenceRadius = 6_371_200.0

    /// The coefficients in nT, in ascending degree from 1. Each degree starts with g of order 0, followed by g and h of
    /// each higher order.
    private let values: [Double]
    private let highestDegree: Int

    /// Creates the harmonics from coefficients in nT, ordered by degree and then by order.
    ///
    /// - Precondition: `values` contains all coefficients of the last degree.
    package init(_ values: [Double]) {
        // Degrees 1 to n have n(n + 2) coefficients.
        highestDegree = Int(Double(values.count + 1).squareRoot()) - 1
        precondition(highestDegree * (highestDegree + 2) == values.count, "the last degree must be complete")
        self.values = values
    }

    /// Returns the east, north and up components in nT at a position.
    ///
    /// At a pole, north is defined by the meridian of the given longitude.
    package func field(at place: GeodeticPosition) -> Vector3 {
        let position = ECEFPosition(place).vector
        let fromAxis = (position.x * position.x + position.y * position.y).squareRoot()
        let radius = position.length
        let local = geocentricField(
            functions: LegendreFunctions(sine: fromAxis / radius, cosine: position.z / radius, highestDegree),
            longitude: place.point.longitude.radians,
            ratio: Self.referenceRadius / radius
        )
        // Rotates the components from geocentric Up to the ellipsoid's normal.
        let tilt = place.point.latitude.radians - .atan2(y: position.z, x: fromAxis)
        return Vector3(
            local.x,
            local.y * .cos(tilt) - local.z * .sin(tilt),
            local.y * .sin(tilt) + local.z * .cos(tilt)
        )
    }

    /// Returns the east, north and up components in nT. Up points away from the Earth's centre.
    private func geocentricField(functions: LegendreFunctions, longitude: Double, ratio: Double) -> Vector3 {
        var (east, north, up) = (0.0, 0.0, 0.0)
        var (index, power) = (0, ratio * ratio)
        for degree in 1...highestDegree {
            power *= ratio
            for order in 0...degree {
                let g = values[index]
                let h = order > 0 ? values[index + 1] : 0
                index += order > 0 ? 2 : 1
                let angle = Double(order) * longitude
                let (cosine, sine) = (Double.cos(angle), Double.sin(angle))
                let part = power * (g * cosine + h * sine)
                up += Double(degree + 1) * part * functions.value(degree, order)
                north += part * functions.slopes[degree][order]
                east += power * Double(order) * (g * sine - h * cosine) * functions.quotients[degree][order]
            }
        }
        return Vector3(east, north, up)
    }
}

/// Schmidt's semi-normalised associated Legendre functions of the cosine of an angle, by degree and order.
private struct LegendreFunctions {
    private let sine: Double
    /// The Legendre functions, indexed by degree and order. Functions of order 1 and higher are divided by the sine of
    /// the angle. These quotients are finite even at a pole, where the sine is 0.
    private(set) var quotients: [[Double]] = [[1]]
    /// The derivatives of the functions with respect to the angle.
    private(set) var slopes: [[Double]] = [[0]]

    init(sine: Double, cosine: Double, _ highestDegree: Int) {
        self.sine = sine
        for degree in 1...highestDegree { append(degree, cosine) }
    }

    func value(_ degree: Int, _ order: Int) -> Double {
        order > 0 ? quotients[degree][order] * sine : quotients[degree][order]
    }

    private mutating func append(_ degree: Int, _ cosine: Double) {
        let n = Double(degree)
        var row: [Double] = []
        var slope: [Double] = []
        for order in 0..<degree {
            let m = Double(order)
            let hasBefore = order < degree - 1
            let before = hasBefore ? (quotients[degree - 2][order], slopes[degree - 2][order]) : (0, 0)
            let weight = ((n - 1) * (n - 1) - m * m).squareRoot()
            let norm = (n * n - m * m).squareRoot()
            row.append(((2 * n - 1) * cosine * quotients[degree - 1][order] - weight * before.0) / norm)
            let product = cosine * slopes[degree - 1][order] - sine * value(degree - 1, order)
            slope.append(((2 * n - 1) * product - weight * before.1) / norm)
        }
        let norm = degree > 1 ? (1 - 0.5 / n).squareRoot() : 1
        row.append(degree > 1 ? norm * value(degree - 1, degree - 1) : 1)
        slope.append(norm * (sine * slopes[degree - 1][degree - 1] + cosine * value(degree - 1, degree - 1)))
        quotients.append(row)
        slopes.append(slope)
    }
}

/// The north, east and down components of a magnetic flux density at a place on the Earth, in nT.
public struct MagneticField: Sendable, Hashable {
    /// The component towards geographic north in nT.
    public var northNanotesla: Double
    /// The component towards east in nT.
    public var eastNanotesla: Double
    /// The component along the ellipsoid's normal in nT, positive downwards.
    public var downNanotesla: Double
}

extension MagneticField {
    /// Creates a field from its east, north and up components in nT.
    init(enu: Vector3) {
        self.init(northNanotesla: enu.y, eastNanotesla: enu.x, downNanotesla: -enu.z)
    }

    /// The length of the horizontal component in nT.
    public var horizontalNanotesla: Double {
        (northNanotesla * northNanotesla + eastNanotesla * eastNanotesla).squareRoot()
    }

    /// The strength of the field in nT.
    public var strengthNanotesla: Double {
        Vector3(northNanotesla, eastNanotesla, downNanotesla).length
    }

    /// The angle from geographic north to the horizontal component, positive to the east.
    public var declination: Angle { Angle(ofPoint: northNanotesla, eastNanotesla) }

    /// The angle of the field below the horizontal plane, positive downwards.
    public var inclination: Angle { Angle(ofPoint: horizontalNanotesla, downNanotesla) }
}

/// The secular variation of a magnetic field: the change per year.
public struct MagneticFieldRate: Sendable, Hashable {
    /// The changes of the north, east and down components in nT per year.
    public let components: MagneticField
    /// The change of the horizontal component's length in nT per year.
    public let horizontalNanotesla: Double
    /// The change of the strength in nT per year.
    public let strengthNanotesla: Double
    /// The change of the declination per year. The change is not finite where the horizontal component is 0.
    public let declination: Angle
    /// The change of the inclination per year.
    public let inclination: Angle

    /// Creates the changes of lengths and angles from the changes of the components.
    ///
    /// Chulliat et al. 2025, equation 20.
    init(of field: MagneticField, components rate: MagneticField) {
        let (horizontal, strength) = (field.horizontalNanotesla, field.strengthNanotesla)
        let along = field.northNanotesla * rate.northNanotesla + field.eastNanotesla * rate.eastNanotesla
        let across = field.northNanotesla * rate.eastNanotesla - field.eastNanotesla * rate.northNanotesla
        components = rate
        horizontalNanotesla = along / horizontal
        strengthNanotesla = (along + field.downNanotesla * rate.downNanotesla) / strength
        declination = Angle(radians: across / (horizontal * horizontal))
        inclination = Angle(
            radians: (horizontal * rate.downNanotesla - field.downNanotesla * horizontalNanotesla)
                / (strength * strength)
        )
    }
}

/// A time or a height for which the World Magnetic Model is not valid.
public enum MagneticModelError: Error, Sendable, Hashable {
    /// A decimal year in which no release is valid.
    case year(Double)
    /// A height in metres outside ``WorldMagneticModel/heights``.
    case height(Metres)
}

extension MagneticModelError: CustomStringConvertible {
    /// The error message: the invalid value and the valid range.
    public var description: String {
        switch self {
        case .year(let year):
            let first = WorldMagneticModel.all.first?.years.lowerBound ?? 0
            let last = WorldMagneticModel.all.last?.years.upperBound ?? 0
            return "the World Magnetic Model has no coefficients for the year \(Self.text(year)), only from "
                + "\(Self.text(first)) to \(Self.text(last))"
        case .height(let metres):
            let range = WorldMagneticModel.heights
            return "the World Magnetic Model is not valid at the height \(Self.text(metres)) m, only from "
                + "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) m"
        }
    }

    private static func text(_ value: Double) -> String { DecimalText.exact((value * 100).rounded() / 100) }
}

extension WorldMagneticModel {
    /// The model from 2010 to 2015.
    ///
    /// Maus et al. 2010. NOAA NCEI publishes the coefficients as WMM.COF in the public domain, at
    /// https://www.ncei.noaa.gov/products/world-magnetic-model.
    public static let wmm2010 = WorldMagneticModel(
        name: "WMM2010",
        epoch: 2010,
        declinationError: nil,
        // In nT.
        coefficients: [
            -29_496.6, -1586.3, 4944.4,
            -2396.6, 3026.1, -2707.7, 1668.6, -576.1,
            1340.1, -2326.2, -160.2, 1231.9, 251.9, 634, -536.6,
            912.6, 808.9, 286.4, 166.7, -211.2, -357.1, 164.3, 89.4, -309.1,
            -230.9, 357.2, 44.6, 200.3, 188.9, -141.1, -118.2, -163, 0, -7.8, 100.9,
            72.8, 68.6, -20.8, 76, 44.1, -141.4, 61.5, -22.8, -66.3, 13.2, 3.1, -77.9, 55,
            80.5, -75.1, -57.9, -4.7, -21.1, 45.3, 6.5, 13.9, 24.9, 10.4, 7, 1.7, -27.7, 4.9, -3.3,
            24.4, 8.1, 11, -14.5, -20, -5.6, 11.9, -19.3, -17.4, 11.5, 16.7, 10.9, 7, -14.1, -10.8, -3.7, 1.7,
            5.4, 9.4, -20.5, 3.4, 11.5, -5.2, 12.8, 3.1, -7.2, -12.4, -7.4, -0.7, 8, 8.4, 2.1, -8.5, -6.1, -10.1, 7,
            -2, -6.3, 2.8, 0.9, -0.1, -1.1, 4.7, -0.2, 4.4, 2.5, -7.2, -0.3, -1, 2.2, -3.9, 3.1, -2, -1, -2, -2.8, -8.3,
            3, -1.5, 0.2, -2.1, 1.7, 1.7, -0.6, -0.5, -1.8, 0.5, 0.9, -0.8, -0.4, 0.4, -2.5, 1.8, -1.3, 0.1, -2.1, 0.7,
            -1.9, 3.8, -1.8,
            -2.2, -0.2, -0.9, 0.3, 0.3, 1, 2.1, -0.6, -2.5, 0.9, 0.5, -0.1, 0.6, 0.5, 0, -0.4, 0.1, -0.4, 0.3, 0.2,
            -0.9, -0.8, -0.2, 0, 0.9,
        ],
        // In nT per year.
        rates: [
            11.6, 16.5, -25.9,
            -12.1, -4.4, -22.5, 1.9, -11.8,
            0.4, -4.1, 7.3, -2.9, -3.9, -7.7, -2.6,
            -1.8, 2.3, 1.1, -8.7, 2.7, 4.6, 3.9, -2.1, -0.8,
            -1, 0.6, 0.4, -1.8, 1.8, -1, 1.2, 0.9, 4, 1, -0.6,
            -0.2, -0.2, -0.2, -0.1, -2.1, 2, -0.4, -1.7, -0.6, -0.3, 0.5, 1.7, 0.9,
            0.1, -0.1, 0.7, -0.6, 0.3, 1.3, -0.1, 0.4, -0.1, 0.3, -0.8, -0.7, -0.3, 0.6, 0.3,
            -0.1, 0.1, -0.1, -0.6, 0.2, 0.2, 0.4, -0.2, 0.4, 0.3, 0.1, 0.3, -0.1, -0.6, 0.4, 0.2, 0.3,
            0, -0.1, 0, 0, -0.2, 0.3, 0, -0.4, -0.1, -0.3, 0.1, 0.1, 0, -0.1, -0.2, -0.4, 0.3, -0.2, 0.2,
            0, 0, 0.1, -0.1, -0.1, 0.2, 0, 0, -0.1, -0.1, -0.1, -0.2, 0, 0, -0.1, -0.1, -0.2, -0.2, 0, -0.2, -0.1,
            0, 0, 0, 0, 0.1, 0.1, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, -0.1, 0, -0.1, -0.1, 0, 0, -0.1,
            0, 0, 0, 0.1, 0, 0.1, 0, -0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0, 0, 0, 0, -0.1, 0, 0.1, 0,
        ]
    )
}

extension WorldMagneticModel {
    /// The model from 2015 to 2020.
    ///
    /// Chulliat et al. 2015, with the coefficients of September 2018 (WMM2015v2). NOAA NCEI publishes the coefficients
    /// as WMM.COF in the public domain, at https://www.ncei.noaa.gov/products/world-magnetic-model.
    public static let wmm2015 = WorldMagneticModel(
        name: "WMM2015v2",
        epoch: 2015,
        declinationError: (constant: 0.23, perField: 5430),
        // In nT.
        coefficients: [
            -29_438.2, -1493.5, 4796.3,
            -2444.5, 3014.7, -2842.4, 1679, -638.8,
            1351.8, -2351.6, -113.7, 1223.6, 246.5, 582.3, -537.4,
            907.5, 814.8, 283.3, 117.8, -188.6, -335.6, 180.7, 69.7, -330,
            -232.9, 360.1, 46.9, 191.7, 196.5, -141.3, -119.9, -157.2, 16, 7.7, 100.6,
            69.4, 67.7, -20.1, 72.3, 32.8, -129.1, 59.1, -28.4, -67.1, 13.6, 8.1, -70.3, 61.9,
            81.7, -75.9, -54.3, -7.1, -19.5, 52.2, 6, 15, 24.5, 9.1, 3.5, -3, -27.7, 5.9, -2.9,
            24.2, 8.9, 10.1, -16.9, -18.3, -3.1, 13.3, -20.7, -14.5, 13.3, 16.2, 11.6, 6, -16.3, -9.2, -2.1,
            2.4,
            5.5, 8.8, -21.8, 3, 10.7, -3.2, 11.8, 0.6, -6.8, -13.2, -6.9, -0.1, 7.9, 8.7, 1, -9.1, -3.9,
            -10.4, 8.5,
            -2, -6.1, 3.3, 0.2, -0.4, 0.6, 4.6, -0.5, 4.4, 1.8, -7.9, -0.7, -0.6, 2.2, -4.2, 2.4, -2.9,
            -1.8, -1.1, -3.6, -8.8,
            3, -1.4, 0, -2.3, 2.1, 2.1, -0.6, -0.8, -1.1, 0.6, 0.7, -0.7, -0.2, 0.1, -2.1, 1.7, -1.5, -0.2,
            -2.6, 0.4, -2, 3.5, -2.3,
            -2, -0.1, -1, 0.5, 0.3, 1.2, 1.8, -0.9, -2.2, 0.9, 0.3, 0.1, 0.7, 0.6, -0.1, -0.4, 0.3, -0.5,
            0.2, 0.2, -0.9, -0.9, -0.2, 0, 0.8,
        ],
        // In nT per year.
        rates: [
            7, 9, -30.2,
            -11, -6.2, -29.6, 0.3, -17.3,
            2.4, -5.7, 6.5, 2, -0.8, -11, -2,
            -0.8, -0.9, -0.4, -6.5, 5.8, 5.2, 3.8, -4, -3.5,
            -0.3, 0.6, 0.2, -0.8, 2.3, 0.1, 0, 1.2, 3.3, 1.4, -0.6,
            -0.8, -0.5, 0.3, -0.1, -1.5, 1.6, -1.2, -1.6, 0.4, 0, 0.2, 1.2, 1.3,
            -0.3, -0.2, 0.6, -0.3, 0.5, 0.9, -0.8, 0.1, -0.2, -0.6, -1.1, -0.9, 0.1, 0.7, 0.2,
            -0.1, 0.2, -0.4, -0.2, 0.6, 0.5, -0.1, -0.1, 0.6, 0.4, -0.2, 0.4, -0.5, -0.1, 0.5, 0.4, 0.1,
            -0.1, -0.1, -0.3, 0, 0.1, 0.4, -0.4, -0.4, 0.3, 0, 0.1, 0.3, 0, 0, -0.1, 0, 0.5, -0.3, 0.2,
            0, 0, 0, -0.1, 0.1, 0.2, -0.2, -0.1, 0.1, -0.2, -0.1, 0, 0.1, -0.1, 0, -0.2, -0.1, -0.1, 0.2, 0,
            0,
            0, 0, 0, 0, 0.1, 0, 0, 0, 0.1, -0.1, 0, 0, 0, 0, 0.1, 0, 0, -0.1, -0.1, 0, 0, -0.1, -0.1,
            0, 0, 0, 0, 0, 0, -0.1, -0.1, 0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.1, -0.1,
        ]
    )
}

extension WorldMagneticModel {
    /// The model from 2020 to 2025.
    ///
    /// Chulliat et al. 2020. NOAA NCEI publishes the coefficients as WMM.COF in the public domain, at
    /// https://www.ncei.noaa.gov/products/world-magnetic-model.
    public static let wmm2020 = WorldMagneticModel(
        name: "WMM2020",
        epoch: 2020,
        declinationError: (constant: 0.26, perField: 5625),
        // In nT.
        coefficients: [
            -29_404.5, -1450.7, 4652.9,
            -2500, 2982, -2991.6, 1676.8, -734.8,
            1363.9, -2381, -82.2, 1236.2, 241.8, 525.7, -542.9,
            903.1, 809.4, 282, 86.2, -158.4, -309.4, 199.8, 47.9, -350.1,
            -234.4, 363.1, 47.7, 187.8, 208.4, -140.7, -121.3, -151.2, 32.2, 13.7, 99.1,
            65.9, 65.6, -19.1, 73, 25, -121.5, 52.7, -36.2, -64.4, 13.5, 9, -64.7, 68.1,
            80.6, -76.8, -51.4, -8.3, -16.8, 56.5, 2.3, 15.8, 23.5, 6.4, -2.2, -7.2, -27.2, 9.8, -1.9,
            23.6, 9.8, 8.4, -17.5, -15.3, -0.4, 12.8, -21.1, -11.8, 15.3, 14.9, 13.7, 3.6, -16.5, -6.9,
            -0.3, 2.8,
            5, 8.2, -23.3, 2.9, 11.1, -1.4, 9.8, -1.1, -5.1, -13.3, -6.2, 1.1, 7.8, 8.9, 0.4, -9.3, -1.5,
            -11.9, 9.7,
            -1.9, -6.2, 3.4, -0.1, -0.2, 1.7, 3.5, -0.9, 4.8, 0.6, -8.6, -0.9, -0.1, 1.9, -4.2, 1.4, -3.4,
            -2.4, -0.1, -3.9, -8.8,
            3, -1.4, 0, -2.5, 2.6, 2.4, -0.5, -0.9, -0.4, 0.3, 0.6, -0.7, -0.2, -0.1, -1.7, 1.4, -1.6, -0.6,
            -3, 0.2, -2, 3.1, -2.6,
            -2, -0.1, -1.2, 0.5, 0.5, 1.3, 1.3, -1.2, -1.8, 0.7, 0.1, 0.3, 0.7, 0.5, -0.1, -0.2, 0.6, -0.5,
            0.2, 0.1, -0.9, -1.1, 0, -0.3, 0.5,
        ],
        // In nT per year.
        rates: [
            6.7, 7.7, -25.1,
            -11.5, -7.1, -30.2, -2.2, -23.9,
            2.8, -6.2, 5.7, 3.4, -1, -12.2, 1.1,
            -1.1, -1.6, 0.2, -6, 6.9, 5.4, 3.7, -5.5, -5.6,
            -0.3, 0.6, 0.1, -0.7, 2.5, 0.1, -0.9, 1.2, 3, 1, 0.5,
            -0.6, -0.4, 0.1, 0.5, -1.8, 1.4, -1.4, -1.4, 0.9, 0, 0.1, 0.8, 1,
            -0.1, -0.3, 0.5, -0.1, 0.6, 0.7, -0.7, 0.2, -0.2, -0.5, -1.2, -0.8, 0.2, 1, 0.3,
            -0.1, 0.1, -0.3, -0.1, 0.7, 0.5, -0.2, -0.1, 0.5, 0.4, -0.3, 0.5, -0.5, 0, 0.4, 0.4, 0.1,
            -0.1, -0.2, -0.3, 0, 0.2, 0.4, -0.4, -0.3, 0.4, 0, 0.1, 0.3, 0, 0, -0.2, 0, 0.5, -0.4, 0.2,
            0, 0, 0, 0, 0.1, 0.2, -0.3, -0.1, 0.1, -0.2, -0.2, 0, 0.1, -0.1, 0, -0.2, -0.1, -0.1, 0.2, 0, 0,
            0, -0.1, 0, 0, 0.1, 0, 0, 0, 0.2, -0.1, 0, 0, 0, 0, 0.1, -0.1, 0, -0.1, -0.1, -0.1, 0, -0.1, 0,
            0, 0, 0, 0, 0, 0, -0.1, 0, 0.1, 0, 0, 0, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0, 0, -0.1, -0.1,
        ]
    )
}

extension WorldMagneticModel {
    /// The model from 2025 to 2030.
    ///
    /// Chulliat et al. 2025. NOAA NCEI publishes the coefficients as WMM.COF in the public domain, at
    /// https://www.ncei.noaa.gov/products/world-magnetic-model.
    public static let wmm2025 = WorldMagneticModel(
        name: "WMM2025",
        epoch: 2025,
        declinationError: (constant: 0.26, perField: 5417),
        // In nT.
        coefficients: [
            -29_351.8, -1410.8, 4545.4,
            -2556.6, 2951.1, -3133.6, 1649.3, -815.1,
            1361, -2404.1, -56.6, 1243.8, 237.5, 453.6, -549.5,
            895, 799.5, 278.6, 55.7, -133.9, -281.1, 212, 12.1, -375.6,
            -233.2, 368.9, 45.4, 187.2, 220.2, -138.7, -122.9, -142, 43, 20.9, 106.1,
            64.4, 63.8, -18.4, 76.9, 16.8, -115.7, 48.8, -40.9, -59.8, 14.9, 10.9, -60.7, 72.7,
            79.5, -77, -48.9, -8.8, -14.4, 59.3, -1, 15.8, 23.4, 2.5, -7.4, -11.1, -25.1, 14.2, -2.3,
            23.2, 10.8, 7.1, -17.5, -12.6, 2, 11.4, -21.7, -9.7, 16.9, 12.7, 15, 0.7, -16.8, -5.2, 0.9, 3.9,
            4.6, 7.8, -24.8, 3, 12.2, -0.2, 8.3, -2.5, -3.3, -13.1, -5.2, 2.4, 7.2, 8.6, -0.6, -8.7, 0.8,
            -12.9, 10,
            -1.3, -6.4, 3.3, 0.2, 0, 2, 2.4, -1, 5.3, -0.6, -9.1, -0.9, 0.4, 1.5, -4.2, 0.9, -3.8, -2.7,
            0.9, -3.9, -9.1,
            2.9, -1.5, 0, -2.5, 2.9, 2.4, -0.6, -0.6, 0.2, -0.1, 0.5, -0.6, -0.3, -0.1, -1.2, 1.1, -1.7, -1,
            -2.9, -0.2, -1.8, 2.6, -2.3,
            -2, -0.2, -1.3, 0.3, 0.7, 1.2, 1, -1.3, -1.4, 0.6, 0, 0.6, 0.6, 0.5, -0.1, -0.1, 0.8, -0.4, 0.1,
            -0.2, -1, -1.3, 0.1, -0.7, 0.2,
        ],
        // In nT per year.
        rates: [
            12, 9.7, -21.5,
            -11.6, -5.2, -27.7, -8, -12.1,
            -1.3, -4.2, 4, 0.4, -0.3, -15.6, -4.1,
            -1.6, -2.4, -1.1, -6, 4.1, 5.6, 1.6, -7, -4.4,
            0.6, 1.4, -0.5, 0, 2.2, 0.6, 0.4, 2.2, 1.7, 0.9, 1.9,
            -0.2, -0.4, 0.3, 0.9, -1.6, 1.2, -0.4, -0.9, 0.9, 0.3, 0.7, 0.9, 0.9,
            0, -0.1, 0.6, -0.1, 0.5, 0.5, -0.8, -0.1, 0, -0.8, -1, -0.8, 0.6, 0.8, -0.2,
            -0.1, 0.2, -0.2, 0, 0.5, 0.5, -0.4, -0.1, 0.4, 0.3, -0.5, 0.2, -0.6, 0, 0.3, 0.2, 0.2,
            0, -0.1, -0.3, 0.1, 0.3, 0.3, -0.3, -0.3, 0.3, 0, 0.2, 0.3, -0.1, -0.1, -0.2, 0.1, 0.4, -0.1,
            0.1,
            0.1, 0, 0, 0.1, 0, 0.1, -0.2, 0, 0.1, -0.3, -0.1, 0, 0.1, -0.1, 0, -0.1, -0.1, 0, 0.2, 0, 0,
            0, 0, 0, 0, 0.1, 0, 0, 0, 0.1, -0.1, 0, 0, 0, 0, 0.1, -0.1, 0, -0.1, 0, -0.1, 0, -0.1, 0,
            0, 0, 0, 0, 0, 0, -0.1, 0, 0.1, 0, 0, 0.1, 0, 0, 0, 0, 0, 0, 0, -0.1, 0, 0, 0, -0.1, -0.1,
        ]
    )
}

extension WorldMagneticModel {
    /// The magnetic field that the model predicts at a place and time.
    public struct Prediction: Sendable, Hashable {
        /// The usability of a compass, which depends on the horizontal field.
        public enum Zone: String, Sendable, Hashable {
            /// The horizontal field is sufficient for a compass.
            case usable
            /// The horizontal field is below 6000 nT: a compass may become inaccurate.
            case caution
            /// The horizontal field is below 2000 nT: a compass is not usable.
            case blackout
        }

        /// The name of the release, for example `WMM2025`.
        public let model: String
        /// The place for which the field is predicted.
        public let place: GeodeticPosition
        /// The decimal year for which the field is predicted.
        public let year: Double
        /// The predicted field.
        public let field: MagneticField
        /// The predicted change of the field per year.
        public let rate: MagneticFieldRate
        /// The standard deviation of the declination, including the effect of the Earth's crust.
        ///
        /// This is `nil` for WMM2010: NOAA's error model starts with WMM2015.
        public let declinationError: Angle?

        /// The usability of a compass at the place, with the limits of the model's navigation charts.
        public var zone: Zone {
            switch field.horizontalNanotesla {
            case ..<2_000: .blackout
            case ..<6_000: .caution
            default: .usable
            }
        }
    }
}

/// Functions that convert dates of the Gregorian calendar to decimal years.
public enum DecimalYear {
    private static let secondsPerDay = 86_400.0
    private static let daysPerYear = 365.2425
    /// The limit for exact dates, in days before or after 1970: about ten thousand years. Beyond this limit, the year
    /// is computed with the mean length of a year.
    private static let maximumDays = 3_652_425.0

    /// Returns the decimal year of a Unix time in seconds. The fraction is the part of the calendar year that has
    /// passed.
    public static func year(unix seconds: Double) -> Double {
        let days = seconds / secondsPerDay
        guard days.magnitude < maximumDays else { return 1970 + days / daysPerYear }
        // The estimate with the mean length of a year needs at most one correction in either direction.
        var year = Int((1970 + days / daysPerYear).rounded(.down))
        if Double(daysSince1970(year: year)) > days { year -= 1 }
        if Double(daysSince1970(year: year + 1)) <= days { year += 1 }
        let start = daysSince1970(year: year)
        return Double(year) + (days - Double(start)) / Double(daysSince1970(year: year + 1) - start)
    }

    /// Returns the decimal year at the start of a day, or `nil` if the date does not exist.
    public static func year(_ year: Int, month: Int, day: Int) -> Double? {
        guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = daysSince1970(year: year + 1) - daysSince1970(year: year) == 366
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let passed = lengths.prefix(month - 1).reduce(0, +) + day - 1
        return Double(year) + Double(passed) / Double(isLeap ? 366 : 365)
    }

    /// Parses a date such as `2026-05-31` or a decimal year such as `2026.41`, or returns `nil` for any other text.
    public static func year(parsing text: String) -> Double? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) {
            return self.year(year, month: month, day: day)
        }
        guard parts.count == 1, let year = Double(text), year.isFinite, (1...9_999).contains(year) else { return nil }
        return year
    }

    /// Returns the number of days from 1 January 1970 to 1 January of a year.
    private static func daysSince1970(year: Int) -> Int {
        let last = year - 1
        return 365 * (year - 1970) + last.quotient(4) - last.quotient(100) + last.quotient(400) - 477
    }
}

extension Int {
    /// Returns the quotient, rounded down.
    fileprivate func quotient(_ divisor: Int) -> Int { Int((Double(self) / Double(divisor)).rounded(.down)) }
}

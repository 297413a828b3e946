public import SensorModel

/// The World Magnetic Model: the main field of the Earth from the coefficients of NOAA NCEI and BGS, to degree 12.
///
/// The model has no field of the crust, of currents above the ground, and of iron nearby.
///
/// ```swift
/// let place = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 480)!
/// let field = try WorldMagneticModel.prediction(at: place, year: 2026.5).field
/// print(field.declination.degrees, field.strengthNanotesla)
/// ```
///
/// Chulliat et al. 2025.
public struct WorldMagneticModel: Sendable {
    /// The name of the release: `WMM2025`.
    public let name: String
    /// The decimal year of the coefficients, and the first in which they are valid.
    public let epoch: Double
    /// The standard deviation of the declination: a constant in degrees, and one in degrees · nT of horizontal field.
    private let declinationError: (constant: Double, perField: Double)
    private let main: GaussCoefficients
    private let rate: GaussCoefficients

    /// The decimal years in which the model is valid.
    public var years: ClosedRange<Double> { epoch...epoch + Self.lifetime }

    /// The accepted heights above the ellipsoid in metres.
    public static let heights: ClosedRange<Metres> = -1_000...850_000

    /// The years from one release to the next.
    private static let lifetime = 5.0

    /// All releases, the oldest first.
    public static let all = [wmm2015, wmm2020, wmm2025]

    init(
        name: String,
        epoch: Double,
        declinationError: (constant: Double, perField: Double),
        coefficients: [Double],
        rates: [Double]
    ) {
        self.name = name
        self.epoch = epoch
        self.declinationError = declinationError
        main = GaussCoefficients(coefficients)
        rate = GaussCoefficients(rates)
    }

    /// The newest release that is valid in a decimal year.
    ///
    /// - Throws: ``MagneticModelError`` for a year without a release.
    public static func release(for year: Double) throws(MagneticModelError) -> WorldMagneticModel {
        if let release = all.last(where: { $0.years.contains(year) }) { return release }
        throw .year(year)
    }

    /// The field that the release of a decimal year predicts.
    ///
    /// - Throws: ``MagneticModelError`` for a year without a release and a height outside ``heights``.
    public static func prediction(
        at place: GeodeticPosition,
        year: Double
    ) throws(MagneticModelError) -> Prediction {
        try release(for: year).prediction(at: place, year: year)
    }

    /// The field that this release predicts.
    ///
    /// - Throws: ``MagneticModelError`` for a year outside ``years`` and a height outside ``heights``.
    public func prediction(at place: GeodeticPosition, year: Double) throws(MagneticModelError) -> Prediction {
        guard years.contains(year) else { throw .year(year) }
        guard Self.heights.contains(place.height) else { throw .height(place.height) }
        let change = rate.field(at: place)
        let field = MagneticField(enu: main.field(at: place) + change * (year - epoch))
        let ratio = declinationError.perField / field.horizontalNanotesla
        let error = (declinationError.constant * declinationError.constant + ratio * ratio).squareRoot()
        return Prediction(
            model: name,
            place: place,
            year: year,
            field: field,
            rate: MagneticFieldRate(of: field, components: MagneticField(enu: change)),
            declinationError: Angle(degrees: min(error, 180))
        )
    }
}

import Geodesy
import SensorModel
import Testing

/// Expected values: NOAA's published test values, and PyPI's pygeomag (Fixtures/make_magnetic.py).
struct WorldMagneticModelTests {
    /// Half a unit of the last printed digit, and the rounding of the text.
    static let printedNanotesla = 0.0501
    static let printedDegrees = 0.00501
    /// pygeomag has four decimals of the field and six of the angles.
    static let pygeomagNanotesla = 0.001
    /// Angles of a field of 50 µT that differ by 0.001 nT, and more near a magnetic pole.
    static let pygeomagDegrees = 1e-5

    private func prediction(_ row: [Double]) throws -> WorldMagneticModel.Prediction {
        let place = try #require(
            GeodeticPosition(latitudeDegrees: row[2], longitudeDegrees: row[3], height: row[1] * 1_000)
        )
        // The last day of a release is the first of the next one.
        let model = try #require(WorldMagneticModel.all.last { $0.years.contains(row[0]) })
        return try model.prediction(at: place, year: row[0])
    }

    @Test func `Fields agree with the published test values to the last digit`() throws {
        let rows = try FixtureTable.rows("magnetic_published.csv", columns: 18)
        #expect(rows.count == 124)
        for row in rows {
            let field = try prediction(row).field
            let nanotesla = [
                field.northNanotesla, field.eastNanotesla, field.downNanotesla, field.horizontalNanotesla,
                field.strengthNanotesla,
            ]
            for (found, expected) in zip(nanotesla, row[4...]) {
                #expect(abs(found - expected) < Self.printedNanotesla, "\(row)")
            }
            #expect(abs(field.inclination.degrees - row[9]) < Self.printedDegrees, "\(row)")
            #expect(abs((field.declination - Angle(degrees: row[10])).wrapped.degrees) < Self.printedDegrees, "\(row)")
        }
    }

    @Test func `Secular variation agrees with the published test values to the last digit`() throws {
        for row in try FixtureTable.rows("magnetic_published.csv", columns: 18) {
            let rate = try prediction(row).rate
            let nanotesla = [
                rate.components.northNanotesla, rate.components.eastNanotesla, rate.components.downNanotesla,
                rate.horizontalNanotesla, rate.strengthNanotesla,
            ]
            for (found, expected) in zip(nanotesla, row[11...]) {
                #expect(abs(found - expected) < Self.printedNanotesla, "\(row)")
            }
            // WMM2010 prints two decimals of minutes of arc, WMM2020 one of degrees, WMM2025 two of degrees.
            let degrees =
                switch row[0] {
                case ..<2015: Self.printedDegrees / 60
                case ..<2025: 10 * Self.printedDegrees
                default: Self.printedDegrees
                }
            #expect(abs(rate.inclination.degrees - row[16]) < degrees, "\(row)")
            #expect(abs(rate.declination.degrees - row[17]) < degrees, "\(row)")
        }
    }

    @Test func `Fields agree with pygeomag at 1,300 places, heights and dates`() throws {
        let rows = try FixtureTable.rows("magnetic_random.csv", columns: 11)
        #expect(rows.count == 1_300)
        for row in rows {
            let field = try prediction(row).field
            #expect(abs(field.northNanotesla - row[4]) < Self.pygeomagNanotesla)
            #expect(abs(field.eastNanotesla - row[5]) < Self.pygeomagNanotesla)
            #expect(abs(field.downNanotesla - row[6]) < Self.pygeomagNanotesla)
            let perField = 50_000 / field.horizontalNanotesla
            let turn = (field.declination - Angle(degrees: row[10])).wrapped
            #expect(abs(turn.degrees) < Self.pygeomagDegrees * perField)
            #expect(abs(field.inclination.degrees - row[9]) < Self.pygeomagDegrees)
        }
    }

    /// The field is continuous: 1 m from a pole it differs by less than 0.1 nT from that at the pole.
    @Test(arguments: [90.0, -90.0], [-135.0, 0, 77, 180])
    func `At a pole the field is that of a point nearby on the same meridian`(
        latitude: Double,
        longitude: Double
    ) throws {
        let near = latitude * (1 - 1e-7)
        let fields = try [latitude, near].map { latitude in
            let place = try #require(
                GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: 0)
            )
            return try WorldMagneticModel.wmm2025.prediction(at: place, year: 2026).field
        }
        #expect(abs(fields[0].northNanotesla - fields[1].northNanotesla) < 0.1)
        #expect(abs(fields[0].eastNanotesla - fields[1].eastNanotesla) < 0.1)
        #expect(abs(fields[0].downNanotesla - fields[1].downNanotesla) < 0.1)
    }

    @Test(arguments: [2009.99, 2030.01, 1900, -5, 1e300])
    func `A year without a release is an error`(year: Double) throws {
        #expect(throws: MagneticModelError.year(year)) { try WorldMagneticModel.release(for: year) }
    }

    @Test func `The newest release of a year is used`() throws {
        #expect(try WorldMagneticModel.release(for: 2010).name == "WMM2010")
        #expect(try WorldMagneticModel.release(for: 2014.999).name == "WMM2010")
        #expect(try WorldMagneticModel.release(for: 2015).name == "WMM2015v2")
        #expect(try WorldMagneticModel.release(for: 2020).name == "WMM2020")
        #expect(try WorldMagneticModel.release(for: 2019.999).name == "WMM2015v2")
        #expect(try WorldMagneticModel.release(for: 2030).name == "WMM2025")
    }

    @Test func `An error states the year and the range of years in one sentence`() {
        #expect(
            MagneticModelError.year(2009.4567).description
                == "the World Magnetic Model has no coefficients for the year 2009.46, only from "
                + "2010 to 2030"
        )
    }

    /// NOAA publishes an error model since WMM2015: for Ulm, with a horizontal field near 21,000 nT, about 0.35°.
    @Test func `The standard deviation of the declination is unknown before 2015`() throws {
        let place = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 480))
        #expect(try WorldMagneticModel.prediction(at: place, year: 2014.9).declinationError == nil)
        let error = try #require(try WorldMagneticModel.prediction(at: place, year: 2015).declinationError)
        #expect(abs(error.degrees - 0.346) < 0.005)
    }

    @Test func `A height outside the model is an error`() throws {
        let place = try #require(GeodeticPosition(latitudeDegrees: 48, longitudeDegrees: 10, height: 900_000))
        #expect(throws: MagneticModelError.height(900_000)) {
            try WorldMagneticModel.prediction(at: place, year: 2026)
        }
    }

    /// The north magnetic pole of 2025 is near 85.8° N, 139° E (NOAA).
    @Test func `The zones at the north magnetic pole, at 80° and at 48° north are blackout, caution and usable`() throws
    {
        let zones = try [85.8, 80, 48].map { latitude in
            let place = try #require(
                GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: 139, height: 0)
            )
            return try WorldMagneticModel.prediction(at: place, year: 2025).zone
        }
        #expect(zones == [.blackout, .caution, .usable])
    }

    private static func year(_ year: Double, _ day: Double, of days: Double) -> Double { year + day / days }

    /// Computed by hand: 2024 is a leap year, 2023 and 1900 are not.
    @Test func `Decimal years divide the calendar year`() {
        #expect(DecimalYear.year(2023, month: 7, day: 2) == Self.year(2023, 182, of: 365))
        #expect(DecimalYear.year(2024, month: 3, day: 1) == Self.year(2024, 60, of: 366))
        #expect(DecimalYear.year(unix: 0) == 1970)
        #expect(DecimalYear.year(unix: 1_709_251_200) == Self.year(2024, 60, of: 366))
        #expect(DecimalYear.year(unix: -1) < 1970)
        #expect(DecimalYear.year(unix: 1e300) > 1e200)
        #expect(DecimalYear.year(1900, month: 2, day: 29) == nil)
        #expect(DecimalYear.year(parsing: "2016-05-31") == Self.year(2016, 151, of: 366))
        #expect(DecimalYear.year(parsing: "2026.5") == 2026.5)
        #expect(DecimalYear.year(parsing: "31.05.2016") == nil)
        #expect(DecimalYear.year(parsing: "-5") == nil)
    }
}

import ArgumentParser
import Foundation
import Geodesy
import Reporting
import SensorModel

struct DeclinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declination",
        abstract: "Compute the magnetic declination and field at a place and date.",
        discussion: """
            The date selects a World Magnetic Model: WMM2010, WMM2015v2, WMM2020 or WMM2025. Declinations to the east \
            of true north and inclinations below the horizon are positive. The same model is used for recordings that \
            have a location fix and a date, but no declination.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Place in degrees, and height above the ellipsoid in metres.", valueName: "LAT,LON[,M]")
    )
    var at: String

    @Option(
        help: ArgumentHelp("Date as 2026-05-31, or decimal year from 2010 to 2030 (default: today).", valueName: "DATE")
    )
    var date: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let place = try DistanceArguments.position(at, option: "at")
        let report = MagneticFieldReport(try prediction(at: place))
        if json { return try Terminal.print(json: try report.json()) }
        try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
    }

    private func prediction(at place: GeodeticPosition) throws -> WorldMagneticModel.Prediction {
        let year = try year()
        do throws(MagneticModelError) {
            return try WorldMagneticModel.prediction(at: place, year: year)
        } catch {
            switch error {
            case .year: throw UsageError("--date: \(error)")
            case .height: throw UsageError("--at: \(error)")
            }
        }
    }

    private func year() throws(UsageError) -> Double {
        guard let date else { return DecimalYear.year(unix: Date().timeIntervalSince1970) }
        if let year = DecimalYear.year(parsing: date) { return year }
        throw UsageError(
            "--date: '\(date)' is neither a date such as 2026-05-31 nor a decimal year such as 2026.4"
        )
    }
}

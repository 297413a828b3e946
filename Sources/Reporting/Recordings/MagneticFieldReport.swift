public import Foundation
public import Geodesy
import Recordings
import SensorModel

/// The output of `sextant declination`: text for a terminal, or one JSON object.
public struct MagneticFieldReport: Sendable {
    private let prediction: WorldMagneticModel.Prediction

    /// Creates a report on a predicted field.
    public init(_ prediction: WorldMagneticModel.Prediction) {
        self.prediction = prediction
    }

    /// The report for a terminal, with a line end after every line.
    public func text(width: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let place = prediction.place
        let title =
            "\(prediction.model) at \(degrees(place.point.latitudeDegrees)), \(degrees(place.point.longitudeDegrees)), "
            + "\(NumberText.figure(place.height)) m, in \(NumberText.signed(prediction.year, decimals: 3))"
        var table = FigureTable(text: ["field"], figures: ["unit", "value", "per year"])
        for figure in figures {
            let decimals = figure.unit == "°" ? 3 : 1
            table.append([
                figure.title, figure.unit, NumberText.signed(figure.value, decimals: decimals),
                NumberText.signed(figure.rate, decimals: decimals),
            ])
        }
        let lines =
            TextWrapping.lines(title, width: width, indent: 2).map(style.heading) + [""]
            + table.plainLines(style: style) + [""]
            + remarks.flatMap { TextWrapping.lines($0, width: width, indent: 2) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.declination/1` with sorted keys.
    ///
    /// Rates that are not finite are null. If the release of the model has no standard deviations, the standard
    /// deviation is null, with a reason.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        var values: [String: Double] = [:]
        var rates: [String: Double] = [:]
        for figure in figures { (values[figure.key], rates[figure.key + "_per_year"]) = (figure.value, figure.rate) }
        let content: JSONObject = [
            "schema": "sextant.declination/1",
            "model": prediction.model,
            "year": prediction.year,
            "latitude_deg": prediction.place.point.latitudeDegrees,
            "longitude_deg": prediction.place.point.longitudeDegrees,
            "height_m": prediction.place.height,
            "field": values,
            "rate": rates,
            "declination_std_deg": prediction.declinationError?.degrees,
            "declination_std_reason": prediction.declinationError == nil ? Self.reasonWithoutError : nil,
            "zone": prediction.zone.rawValue,
        ]
        return try TidyJSON.data(content, file: "JSON")
    }

    private typealias Figure = (title: String, key: String, unit: String, value: Double, rate: Double)

    private var figures: [Figure] {
        let (field, rate) = (prediction.field, prediction.rate)
        return [
            ("declination", "declination_deg", "°", field.declination.degrees, rate.declination.degrees),
            ("inclination", "inclination_deg", "°", field.inclination.degrees, rate.inclination.degrees),
            ("strength", "strength_nt", "nT", field.strengthNanotesla, rate.strengthNanotesla),
            ("horizontal", "horizontal_nt", "nT", field.horizontalNanotesla, rate.horizontalNanotesla),
            ("north", "north_nt", "nT", field.northNanotesla, rate.components.northNanotesla),
            ("east", "east_nt", "nT", field.eastNanotesla, rate.components.eastNanotesla),
            ("down", "down_nt", "nT", field.downNanotesla, rate.components.downNanotesla),
        ]
    }

    private var remarks: [String] {
        let error = prediction.declinationError.map { NumberText.signed($0.degrees, decimals: 1) }
        let remark =
            error.map { "The standard deviation of the declination is \($0)°, if no iron is nearby." }
            ?? "The standard deviation of the declination is unknown: \(Self.reasonWithoutError)."
        switch prediction.zone {
        case .usable: return [remark]
        case .caution: return [remark, "The horizontal field is below 6000 nT: a compass may be inaccurate here."]
        case .blackout: return [remark, "The horizontal field is below 2000 nT: a compass is not usable here."]
        }
    }

    private static let reasonWithoutError = "the error model of NOAA starts with WMM2015"

    private func degrees(_ value: Double) -> String { NumberText.signed(value, decimals: 4) + "°" }
}

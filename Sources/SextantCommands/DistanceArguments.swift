import Evaluation
import Geodesy
import SensorModel

/// What the options of `sextant distances` say.
enum DistanceArguments {
    /// `1m`, `5 cm`, `20ppm`.
    static func tolerance(_ argument: String) throws -> DistanceTolerance {
        let text = argument.filter { $0 != " " }
        let number = text.prefix { !($0.isLetter) || $0 == "e" || $0 == "E" }
        let unit = DistanceTolerance.Unit(rawValue: String(text.dropFirst(number.count)))
        guard let unit, let value = Double(number), let tolerance = DistanceTolerance(value, unit) else {
            let units = DistanceTolerance.Unit.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "--tolerance: found '\(argument)', expected a number above 0 with one of the units \(units); "
                    + "write it as in 1m or 20ppm"
            )
        }
        return tolerance
    }

    /// `48.4,9.98`: latitude, longitude.
    static func point(_ argument: String, option: String = "from") throws -> GeographicPoint {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else {
            throw UsageError(
                "--\(option): found '\(argument)', expected latitude,longitude in degrees, the latitude from -90 to 90; "
                    + "write it as in 48.4,9.98"
            )
        }
        return point
    }

    /// The formulas of these names; all of them where none is named.
    static func formulas(_ names: [String]) throws -> [FormulaEntry] {
        guard !names.isEmpty else { return FormulaCatalogue.entries }
        return try names.map { name in
            if let entry = FormulaCatalogue.entry(named: name) { return entry }
            let all = FormulaCatalogue.entries.map(\.name)
            let hint = NearestName.suggestion(for: name, among: all).map { "did you mean '\($0)'?" }
            throw UsageError(
                "--formula: found '\(name)', expected one of \(all.joined(separator: ", ")); "
                    + (hint ?? "choose among them")
            )
        }
    }
}

import Evaluation
import Experiments
import Geodesy
import Positions
import SensorModel

/// The parsing of options for points and distance formulas.
enum DistanceArguments {
    /// Parses a tolerance such as `1m`, `5 cm` or `20ppm`.
    ///
    /// - Throws: `UsageError` for any other text.
    static func tolerance(_ argument: String) throws -> DistanceTolerance {
        let text = argument.filter { $0 != " " }
        let number = text.prefix { !($0.isLetter) || $0 == "e" || $0 == "E" }
        let unit = DistanceTolerance.Unit(rawValue: String(text.dropFirst(number.count)))
        guard let unit, let value = Double(number), let tolerance = DistanceTolerance(value, unit) else {
            let units = DistanceTolerance.Unit.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "--tolerance: '\(argument)' is not a number above 0 with one of the units \(units); "
                    + "write, for example, 1m or 20ppm"
            )
        }
        return tolerance
    }

    /// Parses a point such as `48.4,9.98`: latitude and longitude in degrees.
    ///
    /// - Throws: `UsageError` that names the option, for any other text.
    static func point(_ argument: String, option: String = "from") throws -> GeographicPoint {
        let parts = numbers(argument)
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else {
            throw UsageError(
                "--\(option): '\(argument)' is not latitude,longitude in degrees, with a latitude from -90 to 90; "
                    + "write, for example, 48.4,9.98"
            )
        }
        return point
    }

    /// Parses a position such as `48.4,9.98` or `48.4,9.98,478`: latitude and longitude in degrees, and the height in
    /// metres (default: 0).
    ///
    /// - Throws: `UsageError` that names the option, for any other text.
    static func position(_ argument: String, option: String) throws -> GeodeticPosition {
        let parts = numbers(argument)
        guard parts.count == 2 || parts.count == 3, let latitude = parts[0], let longitude = parts[1],
            let height = parts.count == 3 ? parts[2] : 0,
            let position = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
        else {
            throw UsageError(
                "--\(option): '\(argument)' is not latitude,longitude in degrees and, optionally, a height in "
                    + "metres; write, for example, 48.4,9.98 or 48.4,9.98,478"
            )
        }
        return position
    }

    /// Returns the fields between commas. A field that is not a number is `nil`.
    private static func numbers(_ argument: String) -> [Double?] {
        argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
    }

    /// Returns the formulas with these names, or all formulas if the list is empty.
    ///
    /// - Throws: `UsageError` for an unknown name.
    static func formulas(_ names: [String]) throws -> [FormulaEntry] {
        let formulas = CommandExtension.catalogue.formulas
        guard !names.isEmpty else { return formulas }
        return try names.map { name in
            if let entry = formulas.first(where: { $0.name == name }) { return entry }
            let hint = NearestName.hint(for: name, among: formulas.map(\.name))
            throw UsageError(
                "--formula: unknown formula '\(name)'; \(hint ?? "see 'sextant list formulas'")"
            )
        }
    }
}

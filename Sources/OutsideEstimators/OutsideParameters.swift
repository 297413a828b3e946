import Pipelines
import SensorFilters
import SensorModel

/// The names that estimators from outside and their parameters may have.
enum OutsideName {
    /// Names of parameters that have a meaning for every estimator.
    static let reserved = ["driver", "sensor", "sha256", "isolated"]

    /// Returns a Boolean value that indicates whether results can name an estimator so.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { isPlain($0) || $0 == "-" } && EstimatorCatalogue.entry(named: name) == nil
    }

    /// Returns a Boolean value that indicates whether a SPEC can name a parameter so.
    static func isParameter(_ name: String) -> Bool {
        (name.first?.isLetter ?? false) && name.allSatisfy(isPlain) && !reserved.contains(name)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}

/// The units of parameters by their symbol.
enum OutsideUnit {
    private static let units: [ParameterUnit] = [
        .none, .seconds, .hertz, .degrees, .degreesPerSecond, .secondsPerRadian, .radiansPerSecond,
        .metresPerSecondSquared, .microtesla, .metres, .metresPerSecond, .radiansPerSecondPerRootHertz,
        .radiansPerSecondSquaredPerRootHertz,
    ]

    /// The unit with this symbol; `nil` for another text, which is then a note for the reader.
    static func unit(_ symbol: String) -> ParameterUnit? { units.first { $0.symbol == symbol } }

    /// The words for a unit that a SPEC cannot convert.
    static func note(_ symbol: String?) -> String {
        guard let symbol, !symbol.isEmpty, unit(symbol) == nil else { return "" }
        return " In \(symbol)."
    }
}

/// The range of a parameter.
struct OutsideRange {
    let minimum: Double?
    let maximum: Double?

    var range: ParameterRange {
        let low = minimum ?? -Double.greatestFiniteMagnitude
        let high = maximum ?? Double.greatestFiniteMagnitude
        return switch (minimum, maximum) {
        case (nil, nil): ParameterRange("any number", from: low, to: high)
        case (let minimum?, nil): ParameterRange("\(Self.text(minimum)) or more", from: low, to: high)
        case (nil, let maximum?): ParameterRange("at most \(Self.text(maximum))", from: low, to: high)
        case (let minimum?, let maximum?):
            ParameterRange("from \(Self.text(minimum)) to \(Self.text(maximum))", from: low, to: high)
        }
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

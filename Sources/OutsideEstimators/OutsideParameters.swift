import Pipelines
import SensorFilters
import SensorModel

/// Rules for the names of estimators outside of Sextant, and of their parameters.
enum OutsideName {
    /// The parameter names that an estimator cannot use, because Sextant interprets them.
    static let reserved = ["driver", "sensor", "sha256", "isolated"]

    /// Returns whether a name is valid for an estimator.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { isPlain($0) || $0 == "-" } && EstimatorCatalogue.entry(named: name) == nil
    }

    /// Returns whether a name is valid for a parameter.
    static func isParameter(_ name: String) -> Bool {
        (name.first?.isLetter ?? false) && name.allSatisfy(isPlain) && !reserved.contains(name)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}

/// The units of parameters, by their symbols.
enum OutsideUnit {
    private static let units: [ParameterUnit] = [
        .none, .seconds, .hertz, .degrees, .degreesPerSecond, .secondsPerRadian, .radiansPerSecond,
        .metresPerSecondSquared, .microtesla, .metres, .metresPerSecond, .radiansPerSecondPerRootHertz,
        .radiansPerSecondSquaredPerRootHertz,
    ]

    /// Returns the unit with a symbol; `nil` if Sextant cannot convert to this unit.
    static func unit(_ symbol: String) -> ParameterUnit? { units.first { $0.symbol == symbol } }

    /// Returns a sentence that names a unit to which Sextant cannot convert; empty if Sextant can convert to the unit.
    static func note(_ symbol: String?) -> String {
        guard let symbol, !symbol.isEmpty, unit(symbol) == nil else { return "" }
        return " Unit: \(symbol)."
    }
}

extension ParameterRange {
    /// Creates the range of a parameter. A limit that is `nil` does not restrict the range.
    init(minimum: Double?, maximum: Double?) {
        let words =
            switch (minimum, maximum) {
            case (nil, nil): "any number"
            case (let minimum?, nil): "\(minimum.shortText) or more"
            case (nil, let maximum?): "at most \(maximum.shortText)"
            case (let minimum?, let maximum?): "from \(minimum.shortText) to \(maximum.shortText)"
            }
        self.init(words, from: minimum ?? -Double.greatestFiniteMagnitude, to: maximum ?? .greatestFiniteMagnitude)
    }
}

extension Double {
    /// The shortest text that represents the number. Integers have no decimal point, so that a program can parse them
    /// as counts.
    var shortText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

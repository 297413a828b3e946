import SensorModel

/// Conversion of values to YAML scalars.
public enum YAMLText {
    /// The text of a number, rounded to nine decimals to hide the rounding errors of sums.
    package static func number(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return "\(value)" }
        var bytes: [UInt8] = []
        DecimalText.append(value, decimals: 9, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text in quotation marks with all special characters escaped.
    public static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }
}

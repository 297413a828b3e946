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
        var previous: Unicode.Scalar?
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // Two of them may begin a command of a build server.
            case "#" where previous == "#": quoted += "\\x23"
            case _ where OutsideText.isControl(character):
                let digits = String(character.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(character)
            }
            previous = character
        }
        return quoted + "\""
    }
}

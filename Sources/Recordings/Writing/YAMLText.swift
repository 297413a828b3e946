import SensorModel

/// Values as YAML scalars.
public enum YAMLText {
    /// To nine decimals: sums of decimal fractions come without the dust of their rounding.
    static func number(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return "\(value)" }
        var bytes: [UInt8] = []
        DecimalText.append(value, decimals: 9, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// In quotation marks, so that nothing in it is YAML.
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

import SensorModel

/// Text that XML shows literally in elements and attributes.
enum XMLText {
    private static let entities: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]

    /// The text with entities instead of characters that XML interprets.
    ///
    /// Control characters, and characters that XML 1.0 does not allow, are written as `\u{1B}`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.withoutControlCharacters.unicodeScalars {
            if let entity = entities[scalar] {
                result += entity
            } else if scalar.value == 0xFFFE || scalar.value == 0xFFFF {
                // XML 1.0, production 2.
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The start of a tag without its closing bracket, such as `<name a="1" b="2"`.
    static func opening(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
        "<\(name)" + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    }
}

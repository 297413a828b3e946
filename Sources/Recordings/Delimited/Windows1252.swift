/// Text in the encoding of Western Windows.
enum Windows1252 {
    /// The text that UTF-8 bytes spell; where they are none, what they spell in Windows-1252.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // From 0x80 to 0x9F, where it differs from Latin-1, are punctuation marks that no name of a column needs.
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

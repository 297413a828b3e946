/// Emphasis for a terminal; plain text where colour is not wanted.
struct TerminalStyle: Sendable, Hashable {
    var isColoured: Bool

    func heading(_ text: String) -> String { styled(text, "1") }

    func best(_ text: String) -> String { styled(text, "1;32") }

    func quiet(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

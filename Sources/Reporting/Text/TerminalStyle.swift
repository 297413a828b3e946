/// Emphasis by ANSI escape sequences. Without colour the text is unchanged.
package struct TerminalStyle: Sendable, Hashable {
    package var isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The text of a heading: bold.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// The text of the best value of a column: bold and green.
    package func best(_ text: String) -> String { styled(text, "1;32") }

    /// The text of minor remarks: dim.
    func quiet(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

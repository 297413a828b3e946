/// Names of things in several languages, which a layout writes as `{name}` in the names of files and columns.
struct LayoutWords {
    private var words: [(name: String, texts: [String])] = []

    /// Parses the mapping under `words`; no words for nil.
    init(_ mapping: YAMLMapping?) throws(InputError) {
        for (name, value) in mapping?.all ?? [] {
            let texts = try value.texts(name)
            guard !texts.isEmpty, name != "unit" else {
                throw value.error(
                    found: name == "unit" ? "the word 'unit'" : "no text for '\(name)'",
                    expected: "a name other than 'unit' with at least one text",
                    remedy: "correct it"
                )
            }
            words.append(("{\(name)}", texts))
        }
    }

    /// A text with each of the words in the place of its name.
    func expanded(_ text: String) -> [String] {
        words.reduce([text]) { texts, word in
            guard texts[0].contains(word.name) else { return texts }
            return texts.flatMap { text in word.texts.map { text.replacing(word.name, with: $0) } }
        }
    }
}

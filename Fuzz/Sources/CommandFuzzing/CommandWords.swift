/// The words of a command, looked up without the parser of arguments.
struct CommandWords {
    let words: [String]

    /// The word after an option; nil where the option is missing.
    func value(_ option: String) -> String? {
        guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
        return words[place + 1]
    }

    /// The words after each use of an option.
    func values(_ option: String) -> [String] {
        words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
    }

    /// The number after an option; nil where it is missing or is no number.
    func number(_ option: String) -> Double? { value(option).flatMap { Double($0) } }

    func has(_ flag: String) -> Bool { words.contains(flag) }
}

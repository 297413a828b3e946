/// The arguments of a command, parsed without ArgumentParser.
struct CommandWords {
    let words: [String]

    /// The word after an option; `nil` if the option is missing.
    func value(_ option: String) -> String? {
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// The words after each use of an option.
    func values(_ option: String) -> [String] {
        words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
    }

    /// The number after an option; `nil` if it is missing or is not a number.
    func number(_ option: String) -> Double? { value(option).flatMap { Double($0) } }

    func has(_ flag: String) -> Bool { words.contains(flag) }
}

import Foundation
public import SensorModel
import Yams

/// A value in a YAML or JSON file, with its line and column.
public struct YAMLValue {
    let file: String
    let node: Node
}

extension YAMLValue {
    /// Parses a text with a single document.
    ///
    /// - Throws: `InputError` if the text is not UTF-8 or not YAML, is nested too deeply, or is empty.
    public init(parsing text: [UInt8], file: String) throws(InputError) {
        guard let content = String(validating: text[JSONChecker.start(text)...], as: UTF8.self) else {
            throw InputError(
                file: file,
                message: "the text is not UTF-8",
                advice: "save the file as UTF-8"
            )
        }
        try Self.checkNesting(text, file: file)
        let root: Node?
        do {
            // The basic resolver reads scalars as text and avoids regular expressions.
            root = try compose(yaml: content, .basic, .default, .utf8)
        } catch {
            throw InputError(file: file, yaml: error)
        }
        guard let root else {
            throw InputError(file: file, line: 1, message: "the file is empty", advice: "write keys and values")
        }
        self.init(file: file, node: root)
    }

    /// Rejects a text that is nested too deeply. The parser is recursive and would overflow the stack.
    private static func checkNesting(_ text: [UInt8], file: String) throws(InputError) {
        let maximumDepth = 100
        var (line, brackets, indentation) = (1, 0, 0)
        var isAtStart = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "\n"), 13: (line, indentation, isAtStart) = (line + (byte == 10 ? 1 : 0), 0, true)
            case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(brackets - 1, 0)
            case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: " "), 9: break
            default: isAtStart = false
            }
            if isAtStart { indentation += 1 }
            guard brackets <= maximumDepth, indentation <= 2 * maximumDepth else {
                throw InputError(
                    file: file,
                    line: line,
                    message: "values are nested more than \(maximumDepth) levels deep, at this line or just above"
                )
            }
        }
    }

    /// The line of the value in its file, counted from 1.
    public var line: Int { node.mark?.line ?? 1 }

    /// The column of the value in its line, counted from 1.
    public var column: Int { node.mark?.column ?? 1 }

    /// A Boolean value that indicates whether the value is missing, as in `key:`, or null.
    public var isNull: Bool {
        guard let scalar = node.scalar, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }

    /// Returns an error with the value's line and column.
    public func error(message: String, advice: String? = nil) -> InputError {
        InputError(
            file: file,
            line: node.mark?.line,
            column: node.mark?.column,
            message: message,
            advice: advice
        )
    }

    /// Returns the text of a scalar. In all methods of this type, `key` is the name of the value in error messages.
    public func text(_ key: String) throws(InputError) -> String {
        guard let scalar = node.scalar else { throw mismatch(key, "a text") }
        return scalar.string
    }

    /// Returns the number in a scalar, which must be finite.
    public func number(_ key: String) throws(InputError) -> Double {
        guard let text = node.scalar?.string, let value = Double(text), value.isFinite else {
            throw mismatch(key, "a number")
        }
        return value
    }

    /// Returns the Boolean value of a scalar: `true` or `yes`, `false` or `no`.
    public func flag(_ key: String) throws(InputError) -> Bool {
        switch node.scalar?.string {
        case "true", "yes": return true
        case "false", "no": return false
        default: throw mismatch(key, "true or false")
        }
    }
    /// A Boolean value that indicates whether the value is a mapping.
    public var isMapping: Bool { node.mapping != nil }

    /// A Boolean value that indicates whether the value is a list.
    public var isList: Bool { node.sequence != nil }

    /// Returns the texts of a list, or of a scalar as a list with one element.
    public func texts(_ key: String) throws(InputError) -> [String] {
        try itemsOrSelf(key).map { item throws(InputError) in try item.text(key) }
    }

    /// Returns the values of a list.
    public func items(_ key: String) throws(InputError) -> [YAMLValue] {
        guard let sequence = node.sequence else { throw mismatch(key, "a list") }
        return sequence.map { YAMLValue(file: file, node: $0) }
    }

    /// Returns the elements of a list; for any other value, an array that contains only the value itself.
    package func itemsOrSelf(_ key: String) throws(InputError) -> [YAMLValue] { isList ? try items(key) : [self] }

    /// Returns the keys and values of a mapping.
    public func mapping(_ key: String) throws(InputError) -> YAMLMapping {
        guard let mapping = node.mapping else { throw mismatch(key, "keys and values") }
        return try YAMLMapping(value: self, mapping: mapping)
    }

    /// Returns the value in `choices` whose key equals the scalar's text.
    public func choice<Value>(_ key: String, _ choices: KeyValuePairs<String, Value>) throws(InputError) -> Value {
        try choice(key, among: Array(choices))
    }

    /// Returns the case whose raw value equals the scalar's text.
    package func choice<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(InputError) -> Word {
        try choice(key, among: Word.allCases.map { ($0.rawValue, $0) })
    }

    /// Returns the value in `choices` whose key equals the scalar's text.
    package func choice<Value>(
        _ key: String,
        among choices: [(key: String, value: Value)]
    ) throws(InputError) -> Value {
        let text = try text(key)
        if let choice = choices.first(where: { $0.key == text }) { return choice.value }
        let names = choices.map(\.key)
        let isOpen = text == "unknown"
        throw error(
            message:
                "\(isOpen ? "\(key) is not yet known; it" : "\(key) '\(text)'") must be one of \(names.joined(separator: ", "))",
            advice: isOpen ? "answer the questions at the top of the file" : NearestName.hint(for: text, among: names)
        )
    }

    private func mismatch(_ key: String, _ form: String) -> InputError {
        var found = node.sequence != nil ? "a list" : "keys and values"
        if let scalar = node.scalar { found = "'\(scalar.string)'" }
        return error(message: "\(key) is \(found), but must be \(form)")
    }
}

extension YAMLValue {
    /// Returns the number in a scalar, which must be in the permitted range of `setting`.
    package func number(_ setting: Setting) throws(InputError) -> Double {
        let number = try number(setting.name)
        guard setting.accepts(number) else { throw outside(setting) }
        return number
    }

    /// Returns the number in a scalar, which must be in a range.
    package func number(_ key: String, in range: ParameterRange) throws(InputError) -> Double {
        let number = try number(key)
        guard range.contains(number) else { throw error(message: "\(key) \(number) must be \(range.words)") }
        return number
    }

    /// Returns the integer in a scalar, which must be in the permitted range of `setting`. The character `_` may
    /// separate digits.
    package func wholeNumber(_ setting: Setting) throws(InputError) -> Int {
        let text = try text(setting.name)
        guard let number = Int(text.filter { $0 != "_" }), setting.accepts(number) else { throw outside(setting) }
        return number
    }

    /// Returns the seed of a random number generator: an integer from 0 to 2⁶⁴ − 1.
    package func seed(_ key: String) throws(InputError) -> UInt64 {
        let text = try text(key)
        guard let seed = UInt64(text.filter { $0 != "_" }) else {
            throw error(
                message: "\(key) '\(text)' is not an integer from 0 to 2^64 - 1"
            )
        }
        return seed
    }

    /// Returns the result of `body`. If `body` throws an error that reports wrong usage, the error gets the line and
    /// column of this value.
    package func located<Value>(_ body: () throws(InputError) -> Value) throws(InputError) -> Value {
        do {
            return try body()
        } catch {
            guard error.cause == .usage else { throw error }
            throw self.error(message: error.message, advice: error.advice)
        }
    }

    /// Returns the value as YAML text, which can be parsed again.
    func yaml() throws(InputError) -> String {
        do {
            return try serialize(node: node)
        } catch {
            throw InputError(file: file, yaml: error)
        }
    }

    private func outside(_ setting: Setting) -> InputError {
        let text = node.scalar?.string ?? ""
        return error(message: "\(setting.name) '\(text)' must be \(setting.expectation)")
    }
}

extension InputError {
    /// Creates an error from an error of the YAML parser.
    fileprivate init(file: String, yaml error: any Error) {
        var line: Int?
        var column: Int?
        var problem = "the text is not YAML"
        switch error as? YamlError {
        case .scanner(_, let words, let mark, _),
            .parser(_, let words, let mark, _),
            .composer(_, let words, let mark, _):
            (line, column) = (mark.line, mark.column)
            problem += " (\(words))"
        case .duplicatedKeysInMapping(let names, let context):
            (line, column) = (context.mark.line, context.mark.column)
            problem = "the key '\(names.first ?? "")' is repeated"
        default: break
        }
        self.init(
            file: file,
            line: line,
            column: column,
            message: problem,
            advice: "correct the YAML at this line or just above"
        )
    }
}

/// The keys of a YAML mapping and their values.
public struct YAMLMapping {
    /// The mapping as a value, which provides the line and column for error messages.
    public let value: YAMLValue
    private var entries: [(key: YAMLValue, name: String, value: YAMLValue)] = []

    init(value: YAMLValue, mapping: Node.Mapping) throws(InputError) {
        self.value = value
        for (key, item) in mapping {
            let key = YAMLValue(file: value.file, node: key)
            entries.append((key, try key.text("a key"), YAMLValue(file: value.file, node: item)))
        }
    }

    /// Creates an empty mapping at the line and column of `value`.
    package init(emptyAt value: YAMLValue) {
        self.value = value
    }

    /// The keys, in file order.
    public var names: [String] { entries.map(\.name) }

    /// The keys and their values, in file order.
    public var all: [(name: String, value: YAMLValue)] { entries.map { ($0.name, $0.value) } }

    /// The value of a key, or `nil` if it is missing or null.
    public subscript(name: String) -> YAMLValue? {
        guard let found = entries.first(where: { $0.name == name })?.value, !found.isNull else { return nil }
        return found
    }

    /// Returns the value of a key.
    ///
    /// - Throws: `InputError` if the key is missing or null.
    public func required(_ name: String) throws(InputError) -> YAMLValue {
        if let found = self[name] { return found }
        let isEmpty = names.contains(name)
        throw value.error(
            message: isEmpty
                ? "the key '\(name)' has no value"
                : "the key '\(name)' is missing (given: \(names.joined(separator: ", ")))",
            advice: isEmpty ? "add the value of '\(name)'" : "add the key '\(name)'"
        )
    }

    /// Returns the value of a key as a text, or `nil` if the key is missing or null.
    public func text(_ name: String) throws(InputError) -> String? { try self[name]?.text(name) }
    /// Returns the value of a key as a number, or `nil` if the key is missing or null.
    public func number(_ name: String) throws(InputError) -> Double? { try self[name]?.number(name) }
    /// Returns the value of a key as a Boolean, or `nil` if the key is missing or null.
    public func flag(_ name: String) throws(InputError) -> Bool? { try self[name]?.flag(name) }
    /// Returns the value of a key as a mapping, or `nil` if the key is missing or null.
    public func mapping(_ name: String) throws(InputError) -> YAMLMapping? { try self[name]?.mapping(name) }
    /// Returns the value of a key as a list, or `nil` if the key is missing or null.
    public func items(_ name: String) throws(InputError) -> [YAMLValue]? { try self[name]?.items(name) }

    /// Checks that every key is one of `known`.
    ///
    /// - Throws: `InputError` for the first unknown key.
    public func allow(_ known: [String]) throws(InputError) {
        for entry in entries where !known.contains(entry.name) {
            let (list, hint) = (known.joined(separator: ", "), NearestName.hint(for: entry.name, among: known))
            let isShort = hint == nil || list.utf8.count <= Self.maximumListBytes
            let choices = isShort ? ": use one of \(list)" : ""
            throw entry.key.error(
                message: "unknown key '\(entry.name)'\(choices)",
                advice: hint ?? "remove the key"
            )
        }
    }

    /// The maximum length, in bytes, of the list of known keys in an error message that suggests a similar key. A
    /// message without a suggestion contains the list at any length.
    private static let maximumListBytes = 80

    /// Returns a copy to which the keys of `other` are added. Keys that exist in this mapping remain unchanged.
    func filled(from other: YAMLMapping?) -> YAMLMapping {
        guard let other else { return self }
        var filled = self
        filled.entries += other.entries.filter { !names.contains($0.name) }
        return filled
    }

    /// Returns a copy without a key.
    func without(_ name: String) -> YAMLMapping {
        var copy = self
        copy.entries.removeAll { $0.name == name }
        return copy
    }

    /// Returns the value at a path of keys that are separated by dots, or `nil` if a key is missing.
    func value(at path: String) throws(InputError) -> YAMLValue? {
        let keys = path.split(separator: ".").map(String.init)
        var mapping = self
        for key in keys.dropLast() {
            guard let next = try mapping.mapping(key) else { return nil }
            mapping = next
        }
        return keys.last.flatMap { mapping[$0] }
    }
}

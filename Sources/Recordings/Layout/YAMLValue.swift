import Foundation
import SensorModel
import Yams

/// A value in a YAML (or JSON) file that knows where it stands.
package struct YAMLValue {
    let file: String
    let node: Node

    /// The only document of a text; `found nothing` is an error.
    package init(parsing text: [UInt8], file: String) throws(InputError) {
        guard let content = String(validatingUTF8Bytes: text) else {
            throw InputError(
                file: file,
                found: "bytes that are not UTF-8",
                expected: "UTF-8 text",
                remedy: "save the file as UTF-8"
            )
        }
        try Self.checkNesting(text, file: file)
        let root: Node?
        do {
            // Scalars are read as text: without rules nothing is matched with regular expressions.
            root = try compose(yaml: content, .basic, .default, .utf8)
        } catch {
            throw InputError(file: file, yaml: error)
        }
        guard let root else {
            throw InputError(file: file, line: 1, found: "nothing", expected: "keys and values", remedy: "fill it in")
        }
        self.init(file: file, node: root)
    }

    /// The parser calls itself for each level: more than anybody writes would end the process.
    private static func checkNesting(_ text: [UInt8], file: String) throws(InputError) {
        let deepest = 100
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
            guard brackets <= deepest, indentation <= 2 * deepest else {
                throw InputError(
                    file: file,
                    line: line,
                    found: "values within more than \(deepest) others",
                    expected: "keys and values that nest a few levels deep",
                    remedy: "correct it there or just above"
                )
            }
        }
    }

    init(file: String, node: Node) {
        self.file = file
        self.node = node
    }

    package func error(found: String, expected: String, remedy: String) -> InputError {
        InputError(
            file: file,
            line: node.mark?.line,
            column: node.mark?.column,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }

    /// The text of a scalar, as it is written.
    package func text(_ key: String) throws(InputError) -> String {
        guard let scalar = node.scalar else { throw mismatch(key, "a text") }
        return scalar.string
    }

    package func number(_ key: String) throws(InputError) -> Double {
        guard let text = node.scalar?.string, let value = Double(text), value.isFinite else {
            throw mismatch(key, "a number")
        }
        return value
    }

    package func flag(_ key: String) throws(InputError) -> Bool {
        switch node.scalar?.string {
        case "true", "yes": return true
        case "false", "no": return false
        default: throw mismatch(key, "true or false")
        }
    }

    package var isList: Bool { node.sequence != nil }
    package var isMapping: Bool { node.mapping != nil }

    /// The texts of a list, or the only one.
    package func texts(_ key: String) throws(InputError) -> [String] {
        guard isList else { return [try text(key)] }
        return try items(key).map { item throws(InputError) in try item.text(key) }
    }

    package func items(_ key: String) throws(InputError) -> [YAMLValue] {
        guard let sequence = node.sequence else { throw mismatch(key, "a list") }
        return sequence.map { YAMLValue(file: file, node: $0) }
    }

    package func mapping(_ key: String) throws(InputError) -> YAMLMapping {
        guard let mapping = node.mapping else { throw mismatch(key, "keys and values") }
        return try YAMLMapping(value: self, mapping: mapping)
    }

    /// One of some words.
    package func choice<Value>(_ key: String, _ choices: KeyValuePairs<String, Value>) throws(InputError) -> Value {
        let text = try text(key)
        if let choice = choices.first(where: { $0.key == text }) { return choice.value }
        let words = choices.map(\.key)
        throw error(
            found: "\(key) '\(text)'",
            expected: "one of \(words.joined(separator: ", "))",
            remedy: Self.hint(text, words) ?? "choose one of them"
        )
    }

    package static func hint(_ name: String, _ candidates: [String]) -> String? {
        NearestName.suggestion(for: name, among: candidates).map { "did you mean '\($0)'?" }
    }

    private func mismatch(_ key: String, _ expected: String) -> InputError {
        var found = node.sequence != nil ? "a list" : "keys and values"
        if let scalar = node.scalar { found = "'\(scalar.string)'" }
        return error(found: "\(found) for \(key)", expected: expected, remedy: "correct it")
    }
}

extension String {
    fileprivate init?(validatingUTF8Bytes bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.init(validating: bytes[start...], as: UTF8.self)
    }
}

extension InputError {
    /// What Yams could not read.
    fileprivate init(file: String, yaml error: any Error) {
        var line: Int?
        var column: Int?
        var problem = "text that is not YAML"
        switch error as? YamlError {
        case .scanner(_, let words, let mark, _),
            .parser(_, let words, let mark, _),
            .composer(_, let words, let mark, _):
            (line, column) = (mark.line, mark.column)
            problem += " (\(words))"
        case .duplicatedKeysInMapping(let names, let context):
            (line, column) = (context.mark.line, context.mark.column)
            problem = "the key '\(names.first ?? "")' twice"
        default: break
        }
        self.init(
            file: file,
            line: line,
            column: column,
            found: problem,
            expected: "YAML with keys and values",
            remedy: "correct it there or just above"
        )
    }
}

import Foundation
package import SensorModel

/// A value of a JSON file, identified by its byte offset in the text.
package struct JSONValue {
    package enum Kind: String {
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case number = "a number"
        case boolean = "true or false"
        case null = "null"
    }

    let text: JSONText
    /// The offset of the first byte.
    let offset: Int

    package var kind: Kind {
        switch text.bytes[offset] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The members of an object; empty for other values. If a name is repeated, its last value is used. O(n) in the
    /// number of bytes of the object.
    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        forEachMember { name, value in members[name.string ?? ""] = value }
        return members
    }

    /// Passes each name and value of an object to `body`, in order. Does nothing for other values.
    func forEachMember<Failure>(
        _ body: (_ name: JSONValue, _ value: JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard kind == .object else { return }
        var index = skipSpaces(offset + 1)
        while text.bytes[index] != UInt8(ascii: "}") {
            let name = JSONValue(text: text, offset: index)
            let colon = skipSpaces(name.end)
            let value = JSONValue(text: text, offset: skipSpaces(colon + 1))
            try body(name, value)
            index = afterComma(value.end)
        }
    }

    /// Passes each element of an array to `body`, in order. Does nothing for other values.
    package func forEachElement(_ body: (JSONValue) throws(InputError) -> Void) throws(InputError) {
        guard kind == .array else { return }
        var index = skipSpaces(offset + 1)
        while text.bytes[index] != UInt8(ascii: "]") {
            let value = JSONValue(text: text, offset: index)
            try body(value)
            index = afterComma(value.end)
        }
    }

    /// The value of a number, or `nil` for other values and for numbers beyond the range of a `Double`.
    package var number: Double? {
        guard kind == .number else { return nil }
        return text.bytes.withUnsafeBufferPointer { NumberText.value($0[offset..<end]) }
    }

    /// The value of an integer without decimal point and exponent, or `nil` for other values and for integers that do
    /// not fit into 64 bits.
    var integer: Int64? { kind == .number ? words.flatMap { Int64($0) } : nil }

    /// The content of a string, or `nil` for other values.
    package var string: String? {
        guard kind == .string else { return nil }
        let content = text.bytes[(offset + 1)..<(end - 1)]
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        // An unpaired surrogate is decoded as the replacement character.
        let quoted = Data([UInt8(ascii: "[")] + text.bytes[offset..<end] + [UInt8(ascii: "]")])
        return (try? JSONDecoder().decode([String].self, from: quoted))?.first
            ?? String(decoding: content, as: UTF8.self)
    }

    /// The content of a string or the text of a number, or `nil` for other values.
    var words: String? {
        switch kind {
        case .string: string
        case .number: String(decoding: text.bytes[offset..<end], as: UTF8.self)
        default: nil
        }
    }

    /// The text of the value for a message, shortened if necessary.
    var excerpt: String {
        String(decoding: text.bytes[offset..<min(end, offset + 200)], as: UTF8.self).excerpt
    }

    package func error(isNot form: String, advice: String? = nil) -> InputError {
        error(message: "\(kind.rawValue) \(excerpt) is not \(form)", advice: advice)
    }

    package func error(message: String, advice: String? = nil) -> InputError {
        text.error(at: offset, message: message, advice: advice)
    }

    /// The offset after the last byte of the value. The text must be valid JSON.
    var end: Int {
        let bytes = text.bytes
        var index = offset
        switch kind {
        case .object, .array:
            var depth = 0
            repeat {
                switch bytes[index] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""): index = Self.endOfString(bytes, from: index) - 1
                default: break
                }
                index += 1
            } while depth > 0
            return index
        case .string: return Self.endOfString(bytes, from: index)
        case .number, .boolean, .null:
            while index < bytes.count, !" \t\r\n,]}".utf8.contains(bytes[index]) { index += 1 }
            return index
        }
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index + 1
    }

    private func skipSpaces(_ index: Int) -> Int { JSONChecker.skipSpaces(text.bytes, from: index) }

    /// Returns the offset of the text that follows a value, after spaces and an optional comma. `end` is the offset of
    /// the value's end.
    private func afterComma(_ end: Int) -> Int {
        let index = skipSpaces(end)
        return text.bytes[index] == UInt8(ascii: ",") ? skipSpaces(index + 1) : index
    }
}

/// A JSON object to write. Keys are written in the order in which they were added.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [(key: String, value: (any Encodable)?)]

    /// Creates an object from keys and values. A value of `nil` is written as null.
    package init(_ members: [(String, (any Encodable)?)]) { self.members = members.map { (key: $0.0, value: $0.1) } }

    package init(dictionaryLiteral elements: (String, (any Encodable)?)...) { self.init(elements) }

    /// Creates an object without the keys whose value is `nil`.
    package init(known members: KeyValuePairs<String, (any Encodable)?>) {
        self.members = members.filter { $0.value != nil }.map { (key: $0.key, value: $0.value) }
    }

    /// Adds a key and its value. Does nothing if the value is `nil`.
    package mutating func add(_ key: String, _ value: (any Encodable)?) {
        if let value { members.append((key: key, value: value)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (name, value) in members {
            let key = TextKey(stringValue: name)
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }
}

/// A JSON key that is known only at run time.
package struct TextKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

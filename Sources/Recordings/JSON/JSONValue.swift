import Foundation
package import SensorModel

/// A value of a JSON file, given by its offset in the text.
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

    /// The members of an object, the last one for repeated names; empty for other values. O(n) in the bytes of the
    /// object.
    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        forEachMember { name, value in members[name.string ?? ""] = value }
        return members
    }

    /// Passes the names and values of an object to `body` in order. Other values have no members.
    func forEachMember<Failure>(
        _ body: (_ name: JSONValue, _ value: JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        guard kind == .object else { return }
        var place = skipSpaces(offset + 1)
        while text.bytes[place] != UInt8(ascii: "}") {
            let name = JSONValue(text: text, offset: place)
            let colon = skipSpaces(name.end)
            let value = JSONValue(text: text, offset: skipSpaces(colon + 1))
            try body(name, value)
            place = afterComma(value.end)
        }
    }

    /// Passes the elements of an array to `body` in order. Other values have no elements.
    package func forEachElement(_ body: (JSONValue) throws(InputError) -> Void) throws(InputError) {
        guard kind == .array else { return }
        var place = skipSpaces(offset + 1)
        while text.bytes[place] != UInt8(ascii: "]") {
            let value = JSONValue(text: text, offset: place)
            try body(value)
            place = afterComma(value.end)
        }
    }

    /// The value of a number; nil for other values and for a number beyond the range of a Double.
    package var number: Double? {
        guard kind == .number else { return nil }
        return text.bytes.withUnsafeBufferPointer { NumberText.value($0[offset..<end]) }
    }

    /// The value of an integer without point and exponent; nil for other values and for one beyond 64 bits.
    var integer: Int64? { kind == .number ? words.flatMap { Int64($0) } : nil }

    /// The content of a string; nil for other values.
    package var string: String? {
        guard kind == .string else { return nil }
        let content = text.bytes[(offset + 1)..<(end - 1)]
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        // An unpaired surrogate becomes the replacement character.
        let quoted = Data([UInt8(ascii: "[")] + text.bytes[offset..<end] + [UInt8(ascii: "]")])
        return (try? JSONDecoder().decode([String].self, from: quoted))?.first
            ?? String(decoding: content, as: UTF8.self)
    }

    /// The content of a string or the text of a number; nil for other values.
    var words: String? {
        switch kind {
        case .string: string
        case .number: String(decoding: text.bytes[offset..<end], as: UTF8.self)
        default: nil
        }
    }

    /// The text of the value, shortened for a message.
    var excerpt: String {
        String(decoding: text.bytes[offset..<min(end, offset + 200)], as: UTF8.self).excerpt
    }

    package func error(isNot form: String, advice: String? = nil) -> InputError {
        error(message: "\(kind.rawValue) \(excerpt) is not \(form)", advice: advice)
    }

    package func error(message: String, advice: String? = nil) -> InputError {
        text.error(at: offset, message: message, advice: advice)
    }

    /// The offset after the last byte. The text must be valid JSON.
    var end: Int {
        let bytes = text.bytes
        var place = offset
        switch kind {
        case .object, .array:
            var depth = 0
            repeat {
                switch bytes[place] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""): place = Self.endOfString(bytes, from: place) - 1
                default: break
                }
                place += 1
            } while depth > 0
            return place
        case .string: return Self.endOfString(bytes, from: place)
        case .number, .boolean, .null:
            while place < bytes.count, !" \t\r\n,]}".utf8.contains(bytes[place]) { place += 1 }
            return place
        }
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
        return place + 1
    }

    private func skipSpaces(_ place: Int) -> Int { JSONChecker.skipSpaces(text.bytes, from: place) }

    /// The offset of the next value or name, or of the closing bracket, after a value that ends at `end`.
    private func afterComma(_ end: Int) -> Int {
        let place = skipSpaces(end)
        return text.bytes[place] == UInt8(ascii: ",") ? skipSpaces(place + 1) : place
    }
}

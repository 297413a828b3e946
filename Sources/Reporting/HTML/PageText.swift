import Foundation
import Mustache
import SensorModel

/// Text in an HTML page, in its attributes and in its links.
package enum PageText {
    /// The name of the content type in the templates.
    static let contentType = "HTML_SCALARS"

    /// The text with character references for everything that HTML interprets.
    ///
    /// The function compares scalars: Swift treats a quote with an accent as another character, a browser does not.
    /// Control characters, which HTML does not allow and which can change the direction of writing, are written as
    /// `String.withoutControlCharacters` does.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.withoutControlCharacters.unicodeScalars {
            switch scalar {
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            default: result.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// The text as the part of a `data:` link after the comma.
    ///
    /// Bytes of its UTF-8 that RFC 3986, section 2, does not allow there are written as `%0A`.
    package static func uri(of text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 5 / 4)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if isPlain[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// JSON as the content of a `script` element: without signs that end the element, and without the code points that
    /// XML does not allow, all as escapes such as `\u003c`. O(length).
    static func script(_ json: Data) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count)
        for byte in OutsideText.json(Array(json)) {
            switch byte {
            case UInt8(ascii: "<"): bytes += "\\u003c".utf8
            case UInt8(ascii: ">"): bytes += "\\u003e".utf8
            case UInt8(ascii: "&"): bytes += "\\u0026".utf8
            default: bytes.append(byte)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }

    private static let isPlain: [Bool] = {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:;=/()*!@".utf8)
        return (0..<256).map { plain.contains(UInt8($0)) }
    }()

    /// The escaping of the templates.
    struct ContentType: MustacheContentType {
        func escapeText(_ text: String) -> String { escaped(text) }
    }
}

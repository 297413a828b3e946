import CResources
package import Evaluation
import Foundation
import Mustache
import SensorModel

/// `report.html`: a self-contained page for exploring, sorting and printing.
///
/// The page contains its data, and a script that draws the plots and shows values under the cursor. Without the script,
/// the page shows the plots as pictures. The page loads no other files. Names from files and options are escaped.
package struct HTMLReport: Sendable, Hashable {
    package init() {}

    /// The HTML document. O(runs · points).
    package func render(_ results: EvaluationResults) -> String {
        var builder = PageBuilder(results)
        return PageTemplates.render(builder.values(), template: "report")
    }
}

/// The values of a template by their names in the template.
typealias PageValues = [String: Any]

extension PageValues {
    /// Creates the values of a template. Values that are `nil` are omitted, because the template skips absent values.
    init(known values: [String: Any?]) { self = values.compactMapValues { $0 } }
}

/// The page's templates, style sheet and script, which are embedded in the program.
enum PageTemplates {
    static let style = text(sextant_report_css())
    static let sceneStyle = text(sextant_scene_css())
    static let script = [
        sextant_chart_js(), sextant_tables_js(), sextant_recordings_js(),
        sextant_report_js(),
    ].map(text).joined()

    /// The HTML page that results if the template is filled with the values.
    ///
    /// ``PageText`` escapes every text except pictures and data, which consist of escaped text.
    static func render(_ values: PageValues, template: String) -> String {
        MustacheContentTypes.register(PageText.ContentType(), named: PageText.contentType)
        do {
            let library = MustacheLibrary(templates: [
                "report": try MustacheTemplate(string: text(sextant_report_mustache())),
                "tables": try MustacheTemplate(string: text(sextant_tables_mustache())),
                "figure": try MustacheTemplate(string: text(sextant_figure_mustache())),
                "table": try MustacheTemplate(string: text(sextant_table_mustache())),
                "key": try MustacheTemplate(string: text(sextant_key_mustache())),
                "replay": try MustacheTemplate(string: text(sextant_replay_mustache())),
                "scene": try MustacheTemplate(string: text(sextant_scene_mustache())),
            ])
            return library.render(values, withTemplate: template) ?? ""
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }

    /// Returns the text of an embedded file.
    static func text(_ file: sextant_resource) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
    }
}

/// Escapes text for the content, the attributes and the links of an HTML page.
package enum PageText {
    /// The name of ``ContentType`` in the templates.
    static let contentType = "HTML_SCALARS"

    /// The text with character references for everything that HTML interprets.
    ///
    /// The function compares Unicode scalars, not characters: in Swift, a quote followed by a combining accent is a
    /// different character, but a browser still reads a quote. `String.withoutControlCharacters` replaces control
    /// characters, which HTML does not allow and which can change the direction of writing.
    ///
    /// - Parameter quotes: a Boolean value that indicates whether quotation marks are replaced, too. Attributes need
    ///   this.
    package static func escaped(_ text: String, quotes: Bool = true) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.withoutControlCharacters.unicodeScalars {
            switch scalar {
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "\"" where quotes: result.append(contentsOf: "&quot;".unicodeScalars)
            case "'" where quotes: result.append(contentsOf: "&#39;".unicodeScalars)
            default: result.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// The text in the form that follows the comma of a `data:` URL.
    ///
    /// The text is written in UTF-8. Bytes that RFC 3986, section 2, does not allow in a link are percent-encoded, such
    /// as `%0A`.
    package static func uri(of text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// Returns a value as JSON for a `script` element.
    ///
    /// If the value cannot be encoded, for example because a number is not finite, the result is an empty object. The
    /// script then reports missing data.
    static func script(encoding value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return script((try? encoder.encode(value)) ?? Data("{}".utf8))
    }

    /// JSON as the content of a `script` element. O(length).
    ///
    /// Characters that could end the element are written as escapes such as `\u003c`. Code points that XML does not
    /// allow become U+FFFD.
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

    private static let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:;=/()*!@"
    )

    /// The content type of the templates, which escapes inserted text for HTML.
    struct ContentType: MustacheContentType {
        func escapeText(_ text: String) -> String { escaped(text) }
    }
}

import CResources
package import Evaluation
import Foundation
import Mustache
import SensorModel

/// The content of the template `report`: an HTML page.
///
/// The templates read the properties by reflection, so each property has the name that its template uses.
struct PageContent {
    /// A section in the page's navigation.
    struct Section {
        let id: String
        let name: String
    }

    /// A pipeline in the legend of the pictures.
    struct KeyEntry {
        let swatch: String
        let name: String
    }

    /// The means over all recordings.
    struct Summary {
        let title: String
        let table: PageTable
        /// The metrics that have no column in the table, each with the reason.
        let missing: [String]
        let note: String
    }

    /// A picture with its data.
    struct Figure {
        let title: String
        let caption: String
        /// The description for screen readers.
        let description: String
        /// The name under which the picture's data are downloaded.
        let file: String
        /// The data as CSV, escaped for a link; `nil` if the page's script generates the data.
        let csv: String?
        let dataLabel: String
        /// The picture for printing and for browsers without scripts.
        let svg: String
        /// The index of the plot in the page's data; `nil` if the page shows only the picture.
        let number: Int?
    }

    /// The pictures for one kind of trait, such as motion or device.
    struct Group {
        package let kind: String
        package let figures: [Figure]
    }

    /// The tables and pictures of one recording.
    struct Recording {
        let id: String
        let name: String
        let extent: String
        let basis: String
        let checksum: String
        let table: PageTable
        /// The pictures for browsers without scripts.
        let figures: [Figure]
        let remarks: [String]
        /// The reason why there are no pictures of the error; `nil` if there are some.
        let missingSeries: String?
    }

    /// A note on cells of the tables.
    struct Note {
        let number: Int
        package let text: String
        /// The metrics and the number of runs that the note applies to.
        let scope: String
    }

    /// A pipeline with one set of parameter values.
    struct ParameterSet {
        let name: String
        /// A one-line description of the estimator; empty for an external estimator.
        let meaning: String
        let parameters: String
    }

    /// A metric of the catalogue.
    struct MetricMeaning {
        let name: String
        let unit: String
        let polarity: String
        let meaning: String

        init(_ metric: Metric) {
            name = metric.name
            unit = metric.unit
            polarity = metric.polarity.rawValue
            meaning = metric.summary
        }
    }

    let title = "Sextant evaluation"
    let style = PageTemplates.style
    let script = PageTemplates.script
    let markers: String
    let extent: String
    /// The plotted values as JSON.
    let data: String
    let key: [KeyEntry]
    let summary: Summary
    /// The sentences that recommend a pipeline; `nil` if no recommendation is possible.
    let verdict: String?
    let ranking: [String]
    let ranks: [Figure]
    let tradeOffs: [Figure]
    let groups: [Group]
    let parameters: [Figure]
    let recordingsTitle: String
    let recordings: [Recording]
    let failures: [String]
    let notes: [Note]
    let command: String?
    let origin: [String]
    let parameterSets: [ParameterSet]
    let metrics: [MetricMeaning]
    /// A Boolean value that indicates whether the recordings' plots shade periods of rest.
    let hasRests: Bool
    /// A Boolean value that indicates whether the recordings' plots shade periods with a disturbed magnetic field.
    let hasDisturbances: Bool
    let hasIndex: Bool
    let sections: [Section]
}

/// `report.html`: a self-contained page for exploring, sorting and printing.
///
/// The page contains its data, and a script that draws the plots and shows values under the cursor. Without the script,
/// the page shows the plots as pictures. The page loads no other files. Names from files and options are escaped.
package struct HTMLReport: Sendable, Hashable {
    package init() {}

    /// The HTML document. O(runs · points).
    package func render(_ results: EvaluationResults) -> String {
        var builder = PageBuilder(results)
        return PageTemplates.render(builder.content(), template: "report")
    }
}

/// The page's templates, style sheet and script, which are embedded in the program.
enum PageTemplates {
    static let style = text(sextant_report_css())
    static let sceneStyle = text(sextant_scene_css())
    static let script = [
        sextant_chart_js(), sextant_tables_js(), sextant_recordings_js(),
        sextant_report_js(),
    ].map(text).joined()

    /// The HTML page that results if the template is filled with the content.
    ///
    /// ``PageText`` escapes every text except pictures and data, which consist of escaped text.
    static func render(_ content: Any, template: String) -> String {
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
            return library.render(content, withTemplate: template) ?? ""
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

import Recordings
import Reporting

/// The text of an error in input data: one line, or three if it is long.
enum ErrorText {
    /// The maximum length of a line besides the path of the file.
    private static let width = 200
    private static let indent = "  "

    /// The error after the name of the program.
    ///
    /// - Parameter label: a word after the name, with its colon.
    static func lines(_ error: InputError, label: String = "") -> String {
        let line = "sextant: \(label)\(error)"
        guard line.count - error.file.count > width else { return line }
        var place = error
        (place.found, place.expected, place.remedy) = ("", "", "")
        let start = "sextant: \(label)\(place)".split(separator: ": found ", maxSplits: 1)[0]
        let texts = ["found \(error.found),", "expected \(error.expected);", error.remedy]
        let lines = texts.map { TextWrapping.shortened($0, width: width - indent.count) }
        return "\(start): " + lines.joined(separator: "\n" + indent)
    }
}

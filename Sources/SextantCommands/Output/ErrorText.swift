import Recordings
import Reporting
import SensorModel

/// The text of an error in input data: one line, or three lines if it is long.
enum ErrorText {
    /// The maximum length of a line without the path of the file.
    private static let width = 200
    private static let indent = "  "

    /// The error with the name of the program.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - label: a word with a colon that follows the name of the program.
    static func lines(_ error: InputError, label: String = "") -> String {
        let line = "sextant: \(label)\(error)"
        guard line.count - (error.source?.count ?? 0) > width, let advice = error.advice else { return line }
        let lines = ["\(error.message);", advice].map { text in
            TextWrapping.shortened(text.withoutControlCharacters, width: width - indent.count)
        }
        return "sextant: \(label)\(error.location): " + lines.joined(separator: "\n" + indent)
    }
}

import Recordings
import Reporting
import SensorModel

/// The text of an error in input data: one line, or three lines if it is long.
enum ErrorText {
    /// The maximum length of a line without the path of the file.
    private static let width = 200
    private static let indent = "  "

    /// Returns the error after the name of the program.
    ///
    /// - Parameter label: a word after the name, with a colon.
    static func lines(_ error: InputError, label: String = "") -> String {
        let error = NextStep.completing(error)
        let line = "sextant: \(label)\(error)"
        guard line.count - (error.source?.count ?? 0) > width, let advice = error.advice else { return line }
        // A command in the advice contains the path, and must not be shortened. A shortened command would not work.
        let widths = [width, width + (error.source?.count ?? 0)].map { $0 - indent.count }
        let lines = zip(["\(error.message);", advice], widths).map { text, width in
            TextWrapping.shortened(text.withoutControlCharacters, width: width)
        }
        return "sextant: \(label)\(error.location): " + lines.joined(separator: "\n" + indent)
    }
}

import Foundation

/// Errors of reading files in temporary folders.
enum ReadingError {
    /// The error's text after the path of the file with this name; the whole text if it does not contain the path.
    static func message(after name: String, _ read: () throws -> some Any) -> String {
        do {
            _ = try read()
            return "no error"
        } catch {
            let words = "\(error)"
            return words.range(of: "/\(name):").map { String(words[$0.upperBound...]) } ?? words
        }
    }
}

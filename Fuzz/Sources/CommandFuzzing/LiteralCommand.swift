import Foundation

/// A command with the contents of its files, which does not depend on templates and decisions.
///
/// The form is a byte 0xFF, the words, one per line, and the names and contents of the files. They are separated by
/// ``CommandFuzzer/fileSeparator``. In a word, `{}` is replaced with the scratch folder.
struct LiteralCommand {
    static let mark: UInt8 = 0xFF

    let words: [String]
    let files: [(name: String, bytes: [UInt8])]

    init(words: [String], files: [(name: String, bytes: [UInt8])]) {
        self.words = words
        self.files = files
    }

    /// Parses an input, or returns `nil` if it has another form or names files outside the folder.
    init?(_ input: [UInt8], folder: String) {
        guard input.first == Self.mark else { return nil }
        let pieces = input.dropFirst().split(separator: CommandFuzzer.fileSeparator, omittingEmptySubsequences: false)
        words = String(decoding: pieces[0], as: UTF8.self).split(separator: "\n").map {
            String($0).replacing("{}", with: folder)
        }
        files = stride(from: 1, to: pieces.count - 1, by: 2).map { index in
            (String(decoding: pieces[index], as: UTF8.self), Array(pieces[index + 1]))
        }
        if words.isEmpty || files.contains(where: { $0.name.hasPrefix("/") || $0.name.contains("..") }) { return nil }
    }

    /// The input that encodes the command.
    func input(folder: String) -> [UInt8] {
        let text = words.map { $0.replacing(folder, with: "{}") }.joined(separator: "\n")
        var input = [Self.mark] + Array(text.utf8)
        for file in files {
            input += [CommandFuzzer.fileSeparator] + Array(file.name.utf8) + [CommandFuzzer.fileSeparator] + file.bytes
        }
        return input
    }
}

import Foundation

/// A block fenced as `shell` in a Markdown page, with the instructions of the comment above it.
struct DocumentedBlock: Sendable {
    /// The treatment of the block by a test.
    enum Use: Sendable, Equatable {
        case run
        /// Demonstrates a failure: the exit code of its last command is not 0.
        case failOnPurpose
        case leaveOut(because: String)
    }

    let line: Int
    var use = Use.run
    var commands = ""

    /// The blocks of a page, in order.
    static func all(in page: String) -> [DocumentedBlock] {
        var blocks: [DocumentedBlock] = []
        var open: DocumentedBlock?
        var mark = ""
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.drop { $0 == " " }
            if var block = open {
                if text == "```" {
                    blocks.append(block)
                    open = nil
                } else {
                    block.commands += line + "\n"
                    open = block
                }
            } else if text == "```shell" {
                open = DocumentedBlock(line: index + 1, mark: mark)
            }
            mark = String(text)
        }
        return blocks
    }

    private init(line: Int, mark: String) {
        self.line = line
        if let reason = mark.firstMatch(of: #/<!-- not run: (.*) -->/#) { use = .leaveOut(because: String(reason.1)) }
        if mark == "<!-- fails on purpose -->" { use = .failOnPurpose }
        if let change = mark.firstMatch(of: #/<!-- shortened: (\S+)=(\S+) -->/#) {
            replacement = (String(change.1), String(change.2))
        }
    }

    /// A text of the page that takes too long, and the shorter one that the test runs.
    private var replacement: (String, String)?

    /// The commands that the test runs.
    var script: String {
        guard let replacement else { return commands }
        return commands.replacing(replacement.0, with: replacement.1)
    }
}

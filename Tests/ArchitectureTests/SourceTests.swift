import Testing

/// What holds for every source.
struct SourceTests {
    /// Lines without blanks and comments.
    static let longestFile = 300

    @Test func `Only the command line prints`() throws {
        for file in try SourceFile.all(in: "Sources") where file.target != "SextantCommands" {
            for (number, text) in file.code where text.contains(#/\bprint\(/#) {
                Issue.record("\(file.path):\(number): found print(, expected a value that the command line prints")
            }
        }
    }

    @Test func `Nothing ends the process where an error could be thrown`() throws {
        for file in try SourceFile.all(in: "Sources") {
            for (number, text) in file.code where text.contains(#/\btry!|\bfatalError\(/#) {
                Issue.record("\(file.path):\(number): found '\(text)', expected a thrown error or a precondition")
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func `No file is long`(folder: String) throws {
        let files = try SourceFile.all(in: folder)
        #expect(!files.isEmpty)
        for file in files {
            #expect(file.code.count <= Self.longestFile, "\(file.path) has \(file.code.count) lines of code")
        }
    }
}

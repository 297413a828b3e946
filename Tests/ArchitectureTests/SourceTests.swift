import Testing

/// Rules that hold for every source file.
struct SourceTests {
    /// The largest number of lines of code, without blank lines and comments.
    static let longestFile = 600

    @Test func `Only the command line prints`() throws {
        for file in try SourceFile.all(in: "Sources") where file.target != "SextantCommands" {
            for (number, text) in file.code where text.contains(#/\bprint\(/#) {
                Issue.record("\(file.path):\(number): print( is for SextantCommands only; return a value instead")
            }
        }
    }

    @Test func `No source uses try! or fatalError`() throws {
        for file in try SourceFile.all(in: "Sources") + SourceFile.all(in: "Reports/Study/Sources") {
            for (number, text) in file.code where text.contains(#/\btry!|\bfatalError\(/#) {
                Issue.record("\(file.path):\(number): found '\(text)'; throw an error or use a precondition")
            }
        }
    }

    @Test(arguments: ["Sources", "Reports/Study/Sources", "Tests"])
    func `No file exceeds the limit of lines`(folder: String) throws {
        let files = try SourceFile.all(in: folder)
        #expect(!files.isEmpty)
        for file in files {
            #expect(file.code.count <= Self.longestFile, "\(file.path) has \(file.code.count) lines of code")
        }
    }
}

import Foundation
import ReaderRoads
import TestSupport
import Testing

/// What the fuzzer in `Fuzz` kept, because it takes different ways through the readers, or once ended the process.
struct FuzzCorpusTests {
    private static let corpus = Package.root.appendingPathComponent("Fuzz/Corpus")

    @Test func `Every kept input is read or refused, and the process goes on`() throws {
        let folder = try TemporaryFolder()
        let roads = try ReaderRoads(folder: folder.url.path)
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
            .filter { !$0.hasDirectoryPath }
        #expect(!files.isEmpty)
        for file in files.sorted(by: { $0.path < $1.path }) {
            let bytes = Array(try Data(contentsOf: file))
            bytes.withUnsafeBufferPointer { roads.take($0) }
        }
    }
}

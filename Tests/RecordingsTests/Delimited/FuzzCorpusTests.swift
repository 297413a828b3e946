import Foundation
import ReaderFuzzing
import TestSupport
import Testing

/// The inputs in `Fuzz/Corpus`: the fuzzer found them because they reach different code or once ended the process.
struct FuzzCorpusTests {
    private static let corpus = Package.root.appendingPathComponent("Fuzz/Corpus")

    @Test func `Every input of the corpus is read or rejected without a crash`() throws {
        let folder = try TemporaryFolder()
        let fuzzer = try ReaderFuzzer(folder: folder.url.path)
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
            .filter { !$0.hasDirectoryPath }
        #expect(!files.isEmpty)
        for file in files.sorted(by: { $0.path < $1.path }) {
            let bytes = Array(try Data(contentsOf: file))
            bytes.withUnsafeBufferPointer { fuzzer.read($0) }
        }
    }
}

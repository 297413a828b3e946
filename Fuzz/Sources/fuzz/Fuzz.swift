import Foundation
import ReaderFuzzing

/// The main loop of LLVM's libFuzzer.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Feeds the inputs of libFuzzer to ``ReaderFuzzer``. The files of the driver are in memory on systems with
/// `/dev/shm`.
@main
struct Fuzz {
    nonisolated(unsafe) private static var fuzzer: ReaderFuzzer?
    nonisolated(unsafe) private static var only: UInt8?
    nonisolated(unsafe) private static var count = 0

    /// Regularly reports the number of inputs for each reader, because the fuzzer may end at any time.
    private static func report() {
        count += 1
        guard count % 10_000 == 0, let counts = fuzzer?.counts else { return }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        try? FileHandle.standardError.write(contentsOf: Data("READERS \(words)\n".utf8))
    }

    static func main() throws {
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = memory + "/sextant-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        setenv("TMPDIR", folder, 1)
        fuzzer = try ReaderFuzzer(folder: folder)
        // With a fixed reader for all inputs, mutations of the first byte do not select another reader.
        only = ProcessInfo.processInfo.environment["SEXTANT_FUZZ_READER"].flatMap(UInt8.init)
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status = runDriver(&count, &arguments) { bytes, count in
            Fuzz.fuzzer?.read(UnsafeBufferPointer(start: bytes, count: count), only: Fuzz.only)
            Fuzz.report()
            return 0
        }
        fuzzer?.clear()
        exit(status)
    }
}

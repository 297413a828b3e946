import Foundation
import ReaderRoads

/// The fuzzer's loop, of LLVM's libFuzzer.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Feeds what the fuzzer thinks of to ``ReaderRoads``. The files it reads lie in memory where there is such a place.
@main
struct Fuzz {
    nonisolated(unsafe) private static var roads: ReaderRoads?
    nonisolated(unsafe) private static var only: UInt8?
    nonisolated(unsafe) private static var count = 0

    /// Says now and then how often each road was taken: the fuzzer may end at any time.
    private static func report() {
        count += 1
        guard count % 10_000 == 0, let taken = roads?.taken else { return }
        let words = taken.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        try? FileHandle.standardError.write(contentsOf: Data("ROADS \(words)\n".utf8))
    }

    static func main() throws {
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = memory + "/sextant-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        setenv("TMPDIR", folder, 1)
        roads = try ReaderRoads(folder: folder)
        // One road for all inputs, so that mutations of the first byte do not lead away from it.
        only = ProcessInfo.processInfo.environment["SEXTANT_FUZZ_ROAD"].flatMap(UInt8.init)
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status = runDriver(&count, &arguments) { bytes, count in
            Fuzz.roads?.take(UnsafeBufferPointer(start: bytes, count: count), only: Fuzz.only)
            Fuzz.report()
            return 0
        }
        roads?.clear()
        exit(status)
    }
}

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

    static func main() throws {
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = memory + "/sextant-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        setenv("TMPDIR", folder, 1)
        roads = try ReaderRoads(folder: folder)
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status = runDriver(&count, &arguments) { bytes, count in
            Fuzz.roads?.take(UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
        roads?.clear()
        exit(status)
    }
}

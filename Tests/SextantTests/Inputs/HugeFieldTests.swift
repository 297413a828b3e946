import Foundation
import TestSupport
import Testing

/// Files that are not tables are rejected before they fill the memory.
struct HugeFieldTests {
    /// `RUSAGE_CHILDREN`, which is an enumeration on Linux and a number on macOS.
    private static let children: Int32 = -1

    /// The accepted memory in bytes: a fraction of the file. It includes the memory of the test process, of which a child
    /// starts as a copy.
    static let maximumMemory = 1 << 30

    private static let words =
        "a field or row exceeds 1048576 bytes; "
        + "look for a quotation mark that is never closed, and check that the file is text"

    @Test func `A field of ten megabytes is bad data`() async throws {
        let text = "\(InputFixture.broadHeader)\n\(String(repeating: "7", count: 10_000_000))\n"
        let input = try InputFixture(broad: text)
        try await Refusal.expect(
            [input.path, "--layout", "broad"],
            Refusal.badData,
            "\(input.path):2: \(Self.words)"
        )
    }

    @Test func `A line of four gigabytes is rejected without using memory`() async throws {
        let input = try InputFixture(broad: "\(InputFixture.broadHeader)\n")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: input.path))
        // A sparse file without blocks on disk.
        try file.truncate(atOffset: 4 << 30)
        try file.close()
        try await Refusal.expect(
            [input.path, "--layout", "broad"],
            Refusal.badData,
            "\(input.path):2: \(Self.words)"
        )
        #expect(Self.largestChild < Self.maximumMemory)
    }

    /// The largest memory of any child process, in bytes.
    private static var largestChild: Int {
        var usage = rusage()
        getrusage(children, &usage)
        #if canImport(Darwin)
        return usage.ru_maxrss
        #else
        return usage.ru_maxrss * 1_024
        #endif
    }
}

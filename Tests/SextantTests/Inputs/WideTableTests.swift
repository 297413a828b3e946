import Foundation
import TestSupport
import Testing

/// Files of a megabyte with very many columns, or with a single line or cell: each command answers or refuses in time
/// that is proportional to their size.
struct WideTableTests {
    // Unoptimised code needs ten times as long. In a release build, work for each pair of columns would take minutes.
    #if DEBUG
    private static let columns = 10_000
    #else
    private static let columns = 100_000
    #endif
    private static let size = 10 * columns
    /// Seconds of processor time; waits on a busy machine do not count. A command usually takes less than one.
    private static let limit = 5
    /// The longest error: a few excerpts of names, and no whole line of the file.
    private static let errorBytes = 4_000

    private static let commands = [
        "evaluate FILE --pipeline triad", "inspect FILE", "inspect --columns FILE", "layout FILE",
        "filter FILE --filter lowPass --columns x --time t", "convert FILE --output out", "distances FILE",
        "places FILE", "route FILE", "ape FILE --reference FILE", "evaluate FILE --guess --pipeline triad",
        "evaluate '\(InputFixture.pan)' --pipeline triad --estimate a=FILE",
    ]

    enum Content: String, CaseIterable, Sendable {
        case namesThatDiffer, equalNames, axes, quaternions, words, numbers, stream
        case cell, line, manyWords, byte0xFF, byte0, commas, quotationMarks, lineEnds, twoByteCharacters
    }

    private static func bytes(_ content: Content) -> [UInt8] {
        let fields = 0..<columns
        let names = fields.map { "c\($0)" }
        let digits = fields.map { "\($0 % 10)" }
        switch content {
        case .namesThatDiffer: return table(names, digits)
        case .equalNames: return table(fields.map { _ in "a" }, digits)
        case .axes: return table(fields.map { "a\($0 / 3).\(["x", "y", "z"][$0 % 3])" }, digits)
        case .quaternions: return table(fields.map { "q\($0 / 4)\(["w", "x", "y", "z"][$0 % 4])" }, digits)
        case .words: return table(names, fields.map { "w\($0)" })
        case .numbers: return table(fields.map { "\($0)" }, digits)
        case .stream: return table(["t", "x", "y", "z"] + names.dropFirst(4), digits)
        case .cell: return Array("t,x\n0,".utf8) + repeated("a") + [10]
        case .line: return repeated("a")
        case .manyWords: return repeated("ab ")
        case .byte0xFF: return [UInt8](repeating: 0xFF, count: size)
        case .byte0: return [UInt8](repeating: 0, count: size)
        case .commas: return repeated(",")
        case .quotationMarks: return repeated("\"")
        case .lineEnds: return repeated("\n")
        case .twoByteCharacters: return repeated("µ")
        }
    }

    private static func repeated(_ text: String) -> [UInt8] {
        Array(String(repeating: text, count: size / text.utf8.count).utf8)
    }

    /// Two rows of cells below a header. The first cell is the number of the row.
    private static func table(_ names: [String], _ cells: [String]) -> [UInt8] {
        let rows = (0..<2).map { row in (["\(row)"] + cells.dropFirst()).joined(separator: ",") }
        return Array(([names.joined(separator: ",")] + rows).joined(separator: "\n").utf8) + [10]
    }

    @Test(arguments: Content.allCases)
    func `A very wide table or a megabyte in one line is answered or refused within seconds`(
        content: Content
    ) async throws {
        let folder = try TemporaryFolder()
        try Data(Self.bytes(content)).write(to: folder.url.appendingPathComponent("wide.csv"))
        for command in Self.commands {
            let words = command.replacingOccurrences(of: "FILE", with: "wide.csv")
            let outcome = try await Command.shell(
                "cd '\(folder.url.path)'; ulimit -t \(Self.limit); sextant \(words) > answer"
            )
            let code = try #require(outcome.code, "\(command): ended by a signal")
            // 128 and above are signals, such as that of the limit.
            #expect((0...4).contains(code), "\(command): \(code) \(outcome.error.prefix(300))")
            #expect(outcome.error.utf8.count < Self.errorBytes, "\(command): \(outcome.error.utf8.count) bytes")
        }
    }
}

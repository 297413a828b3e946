import Foundation
import SensorModel
import SextantCommands

/// Runs whole commands on inputs of a fuzzer, in this process.
///
/// What a command answers does not count: only a command that ends the process, or never ends, is a fault. An input is
///
/// | bytes | meaning |
/// |---|---|
/// | 0 | bits 0 to 5: the command; bit 6: whole, see below; bit 7: the files' contents follow |
/// | 1 to 4 | where the pseudo-random sequence starts |
/// | the others | decisions, a byte each; with bit 7, up to ``fileSeparator``, then contents of files with it between |
///
/// With bit 6 the command runs whole, from its arguments to its output. Without, some commands only call what is below
/// the command line, which costs a fraction: ``LibraryCommand``.
///
/// Without bit 7 files come from templates, with numbers in them that arithmetic fails on.
public actor CommandFuzzer {
    /// Between the contents of files.
    public static let fileSeparator: UInt8 = 0x1F
    /// How often each command ran.
    public private(set) var counts: [String: Int] = [:]
    /// How often each exit code came out; -1 and -3 for success and failure below the command line.
    public private(set) var codes: [Int32: Int] = [:]
    private let folder: ScratchFolder
    /// Commands that do not run, by their first words: those with a known fault that would hide all others.
    private let skipped: Set<String>
    private let templates = Templates()
    private var store: TextTemplate?

    private typealias Writing = @Sendable (inout CommandWriter) -> Void

    /// By the first byte of an input: those that take long are few.
    private static let commands: [Writing] =
        Array(repeating: { $0.evaluate() }, count: 16) + Array(repeating: { $0.inspect() }, count: 9)
        + Array(repeating: { $0.systems() }, count: 1) + Array(repeating: { $0.scene() }, count: 7)
        + Array(repeating: { $0.absoluteError() }, count: 7) + Array(repeating: { $0.relativeError() }, count: 7)
        + Array(repeating: { $0.filter() }, count: 4) + Array(repeating: { $0.distances() }, count: 2)
        + Array(repeating: { $0.convert() }, count: 5) + Array(repeating: { $0.places() }, count: 2)
        + Array(repeating: { $0.deltas() }, count: 3) + Array(repeating: { $0.rare() }, count: 1)

    /// An input for each number, the same on every machine: what a fuzzer without a corpus would begin with.
    public static func input(number: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: number)
        return (0..<5).map { index in
            let byte = UInt8(truncatingIfNeeded: random.next() >> 32)
            // Whole commands are the slow ones.
            return index > 0 ? byte : byte & 0x3F | (random.nextIndex(below: 16) == 0 ? 0x40 : 0)
        }
    }

    /// Works in a new folder. The environment's `SEXTANT_FUZZ_SKIP` names commands that do not run: `systems,run`.
    public init(folder: String) throws {
        let names = ProcessInfo.processInfo.environment["SEXTANT_FUZZ_SKIP", default: ""]
        skipped = Set(names.split(separator: ",").map(String.init))
        self.folder = try ScratchFolder(path: folder, subfolders: ["recording", "other"])
    }

    /// Makes the store of an experiment that commands read with changes. Without it they read other files.
    public func makeStore() async {
        let definition =
            "recordings: [{scenario: sine, noise: none, seeds: [1, 2], duration: 1}]\n"
            + "pipelines: [triad, {spec: triad+lowPass, grid: {alpha: [0.1, 0.5]}}]\nmetrics: [total_rmse_deg, lag_ms]\n"
        let path = folder.write(Array(definition.utf8), to: "store.yaml")
        _ = await Sextant.run(["run", path, "--output", folder.output + "/store", "--jobs", "1", "--quiet"])
        if let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder.output + "/store/results.sqlite")) {
            store = TextTemplate(Array(bytes))
        }
        folder.removeOutput()
    }

    /// Removes the folder.
    public func clear() {
        folder.remove()
    }

    /// Runs the command that an input stands for. Nothing happens for an input of less than five bytes.
    ///
    /// - Returns: the command's name.
    @discardableResult
    public func take(_ input: [UInt8]) async -> String? {
        guard let words = write(input), !skipped.contains(words[0]) else { return nil }
        if input[0] & 0x40 == 0, LibraryCommand.names.contains(words[0]) {
            counts["library " + words[0], default: 0] += 1
            let command = LibraryCommand(words: CommandWords(words: words), writesReports: input[4] % 8 == 0)
            let isDone = (try? await command.run()) != nil
            codes[isDone ? -1 : -3, default: 0] += 1
            return "library " + words[0]
        }
        counts[words[0], default: 0] += 1
        codes[await Sextant.run(words), default: 0] += 1
        folder.removeOutput()
        return words[0]
    }

    /// Runs a kept input: one of the fuzzer's, or a command with its files as ``literal(of:)`` returns it.
    ///
    /// Only for inputs that somebody has read: their words can name any file.
    public func replay(_ input: [UInt8]) async {
        guard let literal = LiteralCommand(input, folder: folder.path) else {
            await take(input)
            return
        }
        for file in literal.files { folder.write(file.bytes, to: file.name) }
        folder.finishWriting()
        codes[await Sextant.run(literal.words), default: 0] += 1
        folder.removeOutput()
    }

    /// The command and the files that an input stands for, in a form that no change of templates and decisions changes.
    public func literal(of input: [UInt8]) -> [UInt8]? {
        guard let words = write(input) else { return nil }
        return LiteralCommand(words: words, files: folder.contents).input(folder: folder.path)
    }

    /// The words of the command that an input stands for, after its files were written; nil for less than five bytes.
    public func write(_ input: [UInt8]) -> [String]? {
        guard input.count >= 5 else { return nil }
        let seed = input[1..<5].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        var pieces = [input[5...]]
        if input[0] & 0x80 != 0 {
            pieces = input[5...].split(separator: Self.fileSeparator, omittingEmptySubsequences: false)
        }
        var writer = CommandWriter(
            folder: folder,
            templates: templates,
            store: store,
            choices: InputChoices(seed: seed, bytes: pieces[0]),
            contents: Array(pieces.dropFirst())
        )
        Self.commands[Int(input[0] & 0x3F)](&writer)
        folder.finishWriting()
        return writer.words
    }
}

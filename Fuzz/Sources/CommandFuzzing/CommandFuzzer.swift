import Foundation
import SensorModel
import SextantCommands

/// Runs whole commands on the inputs of a fuzzer, in this process.
///
/// The output of a command is ignored. A fault is a command that crashes the process or does not end. An input has
/// the form:
///
/// | bytes | meaning |
/// |---|---|
/// | 0 | bits 0 to 5: the command; bit 6: the whole command, see below; bit 7: contents of files follow |
/// | 1 to 4 | the seed of the pseudo-random sequence |
/// | from 5 | decisions, one byte each; with bit 7 up to ``fileSeparator``, then contents of files with separators |
///
/// With bit 6, the command runs from its arguments to its output. Without it, some commands only call the libraries,
/// which takes a fraction of the time; see ``LibraryCommand``.
///
/// Without bit 7, the files are templates with extreme numbers.
public actor CommandFuzzer {
    /// The byte between the contents of files.
    public static let fileSeparator: UInt8 = 0x1F
    /// The number of runs of each command.
    public private(set) var counts: [String: Int] = [:]
    /// The number of runs with each exit code. The codes -1 and -3 are the success and the failure of a
    /// ``LibraryCommand``.
    public private(set) var codes: [Int32: Int] = [:]
    private let folder: ScratchFolder
    /// The names of commands that are not run, because a known fault would hide other faults.
    private let skipped: Set<String>
    private let templates = Templates()
    private var store: TextTemplate?

    private typealias Writing = @Sendable (inout CommandWriter) -> Void

    /// The commands by the first byte of an input. Slow commands are rare.
    private static let commands: [Writing] = {
        let shares: [(count: Int, write: Writing)] = [
            (16, { $0.evaluate() }), (9, { $0.inspect() }), (1, { $0.systems() }), (7, { $0.scene() }),
            (7, { $0.absoluteError() }), (7, { $0.relativeError() }), (4, { $0.filter() }), (2, { $0.distances() }),
            (5, { $0.convert() }), (2, { $0.places() }), (3, { $0.deltas() }), (1, { $0.rare() }),
        ]
        return shares.flatMap { Array(repeating: $0.write, count: $0.count) }
    }()

    /// The input with the given number, which is the same on every machine. It starts a fuzzer without a corpus.
    public static func input(number: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: number)
        return (0..<5).map { index in
            let byte = UInt8(truncatingIfNeeded: random.next() >> 32)
            // Whole commands are slow, so they are rare.
            return index > 0 ? byte : byte & 0x3F | (random.nextIndex(below: 16) == 0 ? 0x40 : 0)
        }
    }

    /// Creates a fuzzer that works in a new folder. The variable `SEXTANT_FUZZ_SKIP` names commands that are not run,
    /// such as `systems,run`.
    ///
    /// - Throws: an error if the folder cannot be created.
    public init(folder: String) throws {
        let names = ProcessInfo.processInfo.environment["SEXTANT_FUZZ_SKIP", default: ""]
        skipped = Set(names.split(separator: ",").map(String.init))
        self.folder = try ScratchFolder(path: folder, subfolders: ["recording", "other"])
    }

    /// Creates the store of an experiment. Commands then read it with changes.
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

    /// Runs the command that an input encodes. Inputs of less than five bytes are ignored.
    ///
    /// - Returns: the name of the command.
    @discardableResult
    public func run(_ input: [UInt8]) async -> String? {
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

    /// Runs an input of the corpus: an input of the fuzzer, or a command with its files as ``literal(of:)`` returns
    /// it.
    ///
    /// Use this only for reviewed inputs, because their arguments can name any file.
    public func replay(_ input: [UInt8]) async {
        guard let literal = LiteralCommand(input, folder: folder.path) else {
            await run(input)
            return
        }
        for file in literal.files { folder.write(file.bytes, to: file.name) }
        folder.finishWriting()
        codes[await Sextant.run(literal.words), default: 0] += 1
        folder.removeOutput()
    }

    /// The command and the files that an input encodes, in a form that does not depend on templates and decisions.
    public func literal(of input: [UInt8]) -> [UInt8]? {
        guard let words = write(input) else { return nil }
        return LiteralCommand(words: words, files: folder.contents).input(folder: folder.path)
    }

    /// Writes the files that an input encodes.
    ///
    /// - Returns: the arguments of the command; `nil` for less than five bytes.
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

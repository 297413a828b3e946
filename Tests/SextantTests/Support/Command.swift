import Foundation
import Recordings
import Testing

/// The built command line, run in a process of its own.
enum Command {
    struct Outcome: Sendable {
        let output: String
        let error: String
        /// The exit code, or `nil` if a signal ended the process.
        let code: Int32?
    }

    /// Runs a script of the shell in which `sextant` is a command.
    static func shell(_ line: String) async throws -> Outcome {
        try await run("sh", ["-c", line], environment: [:])
    }

    /// Returns whether a test can mount a file system. It can on Linux with user namespaces.
    static func canMount() async throws -> Bool {
        try await shell("unshare -rm mount -t tmpfs tmpfs /tmp").code == 0
    }

    /// Runs `sextant` with the arguments.
    ///
    /// - Parameter environment: Variables that differ from the environment of the tests.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await run("sextant", arguments, environment: environment)
    }

    /// Runs `sextant-study` with the arguments.
    static func study(_ arguments: [String]) async throws -> Outcome {
        try await run("sextant-study", arguments, environment: [:])
    }

    /// Runs `my-sextant` of Examples/swift-package with the arguments.
    static func example(_ arguments: [String]) async throws -> Outcome {
        try await run("my-sextant", arguments, environment: [:])
    }

    /// Runs the commands that are encoded in inputs of the fuzzer, until one ends the process.
    static func replay(_ inputs: [String]) async throws -> Outcome {
        try await run("replay-commands", inputs, environment: [:])
    }

    /// A command of `sextant`, as in the description from which completions are generated.
    struct Description: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            let names: [Name]?
            let shouldDisplay: Bool
        }
        let commandName: String
        let shouldDisplay: Bool
        let arguments: [Argument]?
        let subcommands: [Description]?
    }

    /// Returns the visible commands of `sextant` other than `help`.
    static func described() async throws -> [Description] {
        struct Dump: Decodable { let command: Description }
        let text = try await run(["--experimental-dump-help"]).output
        let all = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command.subcommands ?? []
        return all.filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    private static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> Outcome {
        let folder = try #require(folder, "the built 'sextant' is not in the folder of the tests")
        // PATH locates the command, and COLUMNS would change the width of help.
        var variables: [String: String?] = ["PATH": "\(folder):/usr/bin:/bin", "COLUMNS": nil]
        for (name, value) in environment { variables[name] = value }
        let result = try await ProgramCall(command: [name] + arguments, variables: variables).run(limit: maximumBytes)
        return Outcome(output: String(decoding: result.output, as: UTF8.self), error: result.error, code: result.code)
    }

    private static let maximumBytes = 1 << 25

    /// The folder of the products, which contains the test bundle: an executable on Linux and a folder on macOS.
    private static let folder: String? = {
        let named = CommandLine.arguments.compactMap { argument in
            argument.range(of: ".xctest").map { URL(fileURLWithPath: String(argument[..<$0.upperBound])) }
        }
        let bundles = (Bundle.allBundles.map(\.bundleURL) + named).filter { $0.pathExtension == "xctest" }
        let folders = (bundles + [Bundle.main.bundleURL.appendingPathComponent("main")]).map {
            $0.deletingLastPathComponent().standardizedFileURL.path
        }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/sextant") }
    }()
}

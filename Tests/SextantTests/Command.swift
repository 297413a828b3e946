import Foundation
import Subprocess
import Testing

/// The built command line, run as a user runs it.
enum Command {
    struct Outcome: Sendable {
        let output: String
        let error: String
        /// Nil where a signal ended the process.
        let code: Int32?
    }

    /// Runs a line of the shell in which `sextant` is a command, for redirections.
    static func shell(_ line: String) async throws -> Outcome {
        try await run("sh", ["-c", line], environment: [:])
    }

    /// Runs `sextant` with the arguments and reads both of its streams while it runs.
    ///
    /// - Parameter environment: what is different from the tests' own environment.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await run("sextant", arguments, environment: environment)
    }

    /// Runs the commands that inputs of the fuzzer stand for, until one ends the process.
    static func replay(_ inputs: [String]) async throws -> Outcome {
        try await run("replay-commands", inputs, environment: [:])
    }

    private static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> Outcome {
        let folder = try #require(folder, "there is no built 'sextant' beside the tests")
        // The name is looked up in PATH, and the width of help depends on COLUMNS.
        var variables: [Environment.Key: String?] = ["PATH": "\(folder):/usr/bin:/bin", "COLUMNS": nil]
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = .some(value) }
        let result = try await Subprocess.run(
            .name(name),
            arguments: Arguments(arguments),
            environment: .inherit.updating(variables),
            input: .none,
            output: .string(limit: mostBytes),
            error: .string(limit: mostBytes)
        )
        var code: Int32?
        if case .exited(let status) = result.terminationStatus { code = status }
        return Outcome(output: result.standardOutput, error: result.standardError, code: code)
    }

    private static let mostBytes = 1 << 24

    /// Where the products are: beside the test bundle, which is an executable on Linux and a folder on macOS.
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

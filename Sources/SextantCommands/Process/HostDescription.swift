import CBuildInfo
import Evaluation
import Foundation
import Recordings

/// The machine that runs this process, for reports.
enum HostDescription {
    /// Returns the description of this host, with the elapsed time since `started`.
    static func host(jobs: Int, started: Date) -> EvaluationResults.Host {
        EvaluationResults.Host(
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            architecture: architecture,
            cores: ProcessInfo.processInfo.processorCount,
            build: build,
            jobs: jobs,
            startedAt: started.formatted(.iso8601),
            elapsedSeconds: Date().timeIntervalSince(started)
        )
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }
}

/// The version of Sextant.
enum ToolVersion {
    static let number = "0.1.0"

    /// The source revision of this build, or "unknown".
    static let revision = String(cString: sextant_build_revision())

    /// The version and the revision, for results.
    static let tool = ProgramVersion(version: number, revision: revision)

    static let description = "sextant \(number) (\(revision))"
}

/// The formatting of a command line, quoted for a shell.
enum CommandLineText {
    /// The command line of this process.
    static var current: String { joined(["sextant"] + CommandLine.arguments.dropFirst()) }

    static func joined(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// Returns the text with a file's path in place of `FILE` in shell commands.
    static func naming(_ path: String?, in text: String) -> String {
        guard let path, FileKind(path: path) == .regular else { return text }
        // A command that was advised before may have written this file.
        let parts = path.split(separator: "/")
        let used = outputs.filter { parts.contains(Substring($0)) }
        let text = used.reduce(text) { text, name in
            [">", "mkdir ", "\""].reduce(text) { $0.replacing($1 + name, with: "\($1)\(name)_2") }
        }
        return text.replacing(/([ <])FILE( >)/) { "\($0.1)\(quoted(path))\($0.2)" }
            .replacing(/(' )FILE($|[);])/) { "\($0.1)\(quoted(path))\($0.2)" }
    }

    /// The names of the files and folders that advised commands write.
    private static let outputs = ["NEW_FILE", "LAST_FILE", "LOG", "SESSIONS"]

    private static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,+@%".contains($0)) }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

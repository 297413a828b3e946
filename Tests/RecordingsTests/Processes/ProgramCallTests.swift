import Foundation
import Recordings
import Testing

@Suite struct ProgramCallTests {
    /// A number of bytes that no pipe holds at once.
    private static let manyBytes = 1_000_000
    /// Seconds. Allows for a busy machine.
    private static let patience = 60.0

    private static func shell(
        _ script: String,
        variables: [String: String?] = [:],
        timeout: Double = .infinity
    ) -> ProgramCall {
        ProgramCall(command: ["sh", "-c", script], timeout: timeout, variables: variables)
    }

    @Test func `A program gets its input, and its whole output is collected`() async throws {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: Self.manyBytes)
        let result = try await Self.shell("tee /dev/stderr; exit 7", timeout: Self.patience)
            .run(input: input, limit: 2 * Self.manyBytes)
        #expect(result.output == input)
        #expect(result.error == String(decoding: input, as: UTF8.self))
        #expect(result.code == 7)
    }

    @Test func `A message on standard error is collected without any output`() async throws {
        let result = try await Self.shell("printf warning >&2", timeout: Self.patience).run(limit: 1_000)
        #expect(result.output.isEmpty)
        #expect(result.error == "warning")
    }

    @Test func `Variables are added, changed and removed`() async throws {
        let script = "printf '%s,%s,' \"$ADDED\" \"${HOME-removed}\"; printf '%s' \"$PATH\""
        let result = try await Self.shell(script, variables: ["ADDED": "a=b", "HOME": nil, "PATH": "/usr/bin:/bin"])
            .run(limit: 1_000)
        #expect(String(decoding: result.output, as: UTF8.self) == "a=b,removed,/usr/bin:/bin")
    }

    @Test func `A program without input reads an empty input`() async throws {
        let result = try await Self.shell("cat; echo done").run(limit: 1_000)
        #expect(String(decoding: result.output, as: UTF8.self) == "done\n")
    }

    @Test func `A program that is ended by a signal has no exit status`() async throws {
        let result = try await Self.shell("echo before; kill -9 $$").run(limit: 1_000)
        #expect(String(decoding: result.output, as: UTF8.self) == "before\n")
        #expect(result.code == nil)
    }

    @Test(arguments: [
        ProgramCall(command: ["no-such-program"]), ProgramCall(command: ["/nonexistent/sh"]),
        ProgramCall(command: ["sh"], variables: ["PATH": "/nonexistent"]),
    ])
    func `A missing program has its own error`(call: ProgramCall) async {
        await #expect(throws: ProgramError.notFound) { try await call.run(limit: 1) }
    }

    @Test func `The search path of the call locates its program`() async throws {
        let folder = try TemporaryTree()
        let file = folder.url.appendingPathComponent("greet").path
        try Data("#!/bin/sh\necho hello $1\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        let call = ProgramCall(
            command: ["greet", "you"],
            variables: ["PATH": "/nonexistent:\(folder.url.path):/usr/bin:/bin"]
        )
        #expect(try await call.run(limit: 100).output == Array("hello you\n".utf8))
    }

    @Test(arguments: ["yes", "yes >&2"])
    func `More output than the limit ends the program`(script: String) async {
        await #expect(throws: ProgramError.flood("more than 100000 bytes of output")) {
            try await Self.shell(script, timeout: Self.patience).run(limit: 100_000)
        }
    }

    @Test func `The time limit ends the program`() async {
        await #expect(throws: ProgramError.silent) {
            try await Self.shell("sleep 600", timeout: 0.1).run(limit: 100)
        }
    }

    @Test func `A cancelled task ends the program and what it started`() async throws {
        let folder = try TemporaryTree()
        let file = folder.url.appendingPathComponent("processes").path
        let task = Task { try await Self.shell("sleep 600 & echo $$ $! > '\(file)'; wait").run(limit: 100) }
        var processes: [pid_t] = []
        while processes.count < 2 {
            try await Task.sleep(for: .milliseconds(10))
            let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if text.hasSuffix("\n") { processes = text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) } }
        }
        task.cancel()
        await #expect(throws: ProgramError.ended(status: "cancelled")) { try await task.value }
        #expect(kill(processes[0], 0) != 0)
        // The parent of the second process has ended; the system may take a moment to remove it.
        while Self.isRunning(processes[1]) { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Whether a process exists that has not ended.
    private static func isRunning(_ process: pid_t) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        let status = FileManager.default.contents(atPath: "/proc/\(process)/stat").map {
            String(decoding: $0, as: UTF8.self)
        }
        return status?.contains(") Z ") != true
    }
}

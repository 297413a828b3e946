import Foundation
import Recordings
import SensorModel

/// The run of a batch program over a copy of a recording in a temporary folder, which is removed with this object.
final class BatchRun {
    /// The most bytes of a row of output.
    private static let longestRow = 256

    private let description: CommandDescription
    private let values: ParameterValues
    private let tree: TemporaryTree
    private let folder: URL
    private let mostBytes: Int
    private var digests: [(name: String, digest: String)] = []
    private var count = 0

    /// - Parameter rows: the number of orientations that the program can write at most.
    init(
        _ description: CommandDescription,
        _ values: ParameterValues,
        _ recording: Recording,
        rows: Int
    ) throws(EstimatorFailure) {
        self.description = description
        self.values = values
        mostBytes = (rows + 256) * Self.longestRow
        do throws(FileFailure) {
            tree = try TemporaryTree()
            folder = tree.url.appendingPathComponent("recording")
            for file in recording.nativeFiles() { try write(file) }
        } catch {
            throw EstimatorFailure(
                program: description.path,
                found: "no temporary copy of the recording (\(error.path): \(error.reason))",
                expected: "space for it",
                remedy: "free some space, or set TMPDIR to another folder"
            )
        }
    }

    private func write(_ file: WrittenFile) throws(FileFailure) {
        let descriptor = try tree.create("recording/\(file.name)")
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let digest = Fingerprint()
        do {
            while let piece = file.next() {
                piece.bytes.withUnsafeBytes { digest.update($0) }
                try handle.write(contentsOf: piece.bytes)
            }
        } catch {
            throw FileFailure(path: folder.path, reason: error.localizedDescription)
        }
        digests.append((file.name, digest.hexadecimal))
    }

    /// Runs the program. Returns what it wrote.
    func run() throws(EstimatorFailure) -> Data {
        count += 1
        let output = tree.url.appendingPathComponent("estimates-\(count).csv").path
        let call = description.call(
            values,
            paths: [CommandDescription.recording: folder.path, CommandDescription.output: output]
        )
        var program: ChildProgram?
        do throws(ProgramError) {
            let started = try ChildProgram(call, run: tree.url.path)
            program = started
            try started.finish(patience: call.timeout) { () throws(ProgramError) in
                guard size(of: output) <= mostBytes else { throw .flood("more than \(mostBytes) bytes in {output}") }
            }
        } catch {
            program?.end()
            throw error.failure(of: call, "", errorLine: program?.lastErrorLine)
        }
        for (name, digest) in digests where self.digest(of: name) != digest {
            throw problem(found: "a changed \(name) in its recording", expected: "the recording as it was")
        }
        guard FileKind(path: output) == .regular, size(of: output) <= mostBytes,
            let data = FileManager.default.contents(atPath: output)
        else { throw problem(found: "no file at {output}", expected: "t,qw,qx,qy,qz for each driving sample") }
        return data
    }

    private func digest(of name: String) -> String? {
        let path = folder.appendingPathComponent(name).path
        guard FileKind(path: path) == .regular, let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        let digest = Fingerprint()
        data.withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func problem(found: String, expected: String) -> EstimatorFailure {
        EstimatorFailure(program: description.path, found: found, expected: expected, remedy: "correct the program")
    }
}

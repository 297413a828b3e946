import Foundation
import Recordings
import SensorModel

/// The runs of a batch program on a copy of a recording. The temporary folder with the copy is removed when this object
/// is released.
final class BatchRun {
    /// The maximum size of an output row in bytes.
    private static let maximumRowBytes = 256

    private let description: CommandDescription
    private let values: ParameterValues
    private let tree: TemporaryTree
    private let folder: URL
    private let maximumBytes: Int
    private var digests: [(name: String, digest: String)] = []
    private var count = 0

    /// Writes the copy of the recording.
    ///
    /// - Parameters:
    ///   - description: description of the program.
    ///   - values: values of the program's parameters.
    ///   - recording: recording to copy.
    ///   - rows: maximum number of orientations that the program may write.
    init(
        _ description: CommandDescription,
        _ values: ParameterValues,
        _ recording: Recording,
        rows: Int
    ) throws(InputError) {
        self.description = description
        self.values = values
        maximumBytes = (rows + 256) * Self.maximumRowBytes
        do throws(FileFailure) {
            tree = try TemporaryTree()
            folder = tree.url.appendingPathComponent("recording")
            for file in recording.nativeFiles() { try write(file) }
        } catch {
            throw InputError(
                file: description.path,
                message: "cannot write a temporary copy of the recording to \(error.path): \(error.reason)",
                advice: "free some space, or set TMPDIR to another folder"
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

    /// Runs the program, and returns the path and the content of its output file. The file exists as long as this
    /// object.
    func run() throws(InputError) -> (path: String, content: [UInt8]) {
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
                guard size(of: output) <= maximumBytes else {
                    throw .flood("more than \(maximumBytes) bytes in {output}")
                }
            }
        } catch {
            program?.end()
            throw error.failure(of: call, "", errorLine: program?.lastErrorLine)
        }
        for (name, digest) in digests where self.digest(of: name) != digest {
            throw description.problem("the program changed the file \(name) of the recording")
        }
        guard FileKind(path: output) == .regular, size(of: output) <= maximumBytes,
            let data = FileManager.default.contents(atPath: output)
        else { throw description.problem("the program did not write the file {output}") }
        return (output, [UInt8](data))
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
}

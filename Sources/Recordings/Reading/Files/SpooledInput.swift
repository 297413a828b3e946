import Foundation
import SensorModel

/// All bytes of a pipe or a device, copied to an unnamed temporary file so that they can be read repeatedly.
///
/// The copy exists until the process ends. Reading the same pipe again returns the same bytes.
final class SpooledInput: @unchecked Sendable {
    /// The maximum number of bytes from a pipe. Recordings are smaller.
    private static let maximumBytes = 4 << 30
    /// The maximum number of bytes from a device. A device with more bytes is probably endless.
    private static let maximumDeviceBytes = 64 << 20

    private static let lock = NSLock()
    private nonisolated(unsafe) static var inputs: [FileIdentity: SpooledInput] = [:]

    /// A lock for ``descriptor`` and ``size``. One thread at a time reads a pipe, but several pipes can be read at the
    /// same time.
    private let lock = NSLock()
    private(set) var descriptor: Int32 = -1
    private(set) var size = 0

    /// Returns the stored bytes of a pipe or device.
    ///
    /// - Returns: `nil` if the caller must read the input directly.
    /// - Throws: `InputError` if the input belongs to a recording's folder and was not stored before, or is too long.
    static func find(_ path: String, _ status: stat, _ access: ByteSource.Access) throws(InputError) -> SpooledInput? {
        let kind = FileKind(mode: status.st_mode)
        let key = FileIdentity(status)
        lock.lock()
        if access == .repeatable, inputs[key] == nil { inputs[key] = SpooledInput() }
        let known = inputs[key]
        lock.unlock()
        guard let known else {
            if access == .member { throw InputError(irregular: kind, path) }
            return nil
        }
        try known.fill(from: path, limit: kind == .characterDevice ? maximumDeviceBytes : maximumBytes)
        return known
    }

    /// Copies all bytes of the input if they are not stored yet.
    private func fill(from path: String, limit: Int) throws(InputError) {
        lock.lock()
        defer { lock.unlock() }
        guard descriptor < 0 else { return }
        let input = try ByteSource.open(path)
        defer { close(input) }
        let copy: Int32
        do {
            copy = try AnonymousFile.make()
        } catch {
            throw Self.disk(path, error.reason)
        }
        do {
            size = try Self.copy(input, to: copy, path, limit)
        } catch {
            close(copy)
            throw error
        }
        descriptor = copy
    }

    private static func copy(_ input: Int32, to copy: Int32, _ path: String, _ limit: Int) throws(InputError) -> Int {
        var size = 0
        try ByteSource(descriptor: input, name: path, fingerprint: nil).forEachPiece { piece throws(InputError) in
            size += piece.count
            guard size <= limit else {
                throw InputError(longerThan: limit, path, advice: "write the bytes to a file, and give its path")
            }
            let code = OutputFile.writeBytes(UnsafeRawBufferPointer(rebasing: piece), to: copy)
            guard code == 0 else { throw disk(path, String(cString: strerror(code))) }
        }
        return size
    }

    private static func disk(_ path: String, _ reason: String) -> InputError {
        InputError(
            file: path,
            message: "cannot save the input of the pipe to \(FileManager.default.temporaryDirectory.path): "
                + "\(reason)",
            advice: "set TMPDIR to a folder with more space, or save the input to a file first",
            isEnvironment: true
        )
    }

    /// Returns a path by which a library can open an input. For a pipe or device whose bytes are stored, the path leads
    /// to the stored copy. Otherwise, the path is `path`.
    static func openablePath(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        OutputGate.noteInput(status)
        guard FileKind(mode: status.st_mode) != .regular else { return path }
        let known = try? find(path, status, .once)
        return known.map { "/dev/fd/\($0.descriptor)" } ?? path
    }
}

/// A temporary file without a name. The system deletes the file when its descriptor is closed, even if the process is
/// killed.
public enum AnonymousFile {
    /// Creates an empty file in the folder for temporary files, and opens it for reading and writing. The caller closes
    /// the descriptor.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be created.
    public static func make() throws(FileFailure) -> Int32 {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("input").path
        let created = try OwnedName.create(beside: path, .file, for: path) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        UnfinishedFiles.remove(created.path)
        return created.descriptor
    }
}

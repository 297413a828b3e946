import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is written bit by bit and appears whole or not at all: beside its place first, then renamed.
///
/// An error, Ctrl-C and a termination signal leave nothing behind. It stands for the length of a command: signals are
/// handled by it until the process ends.
final class StreamedFile {
    private let path: String
    private let temporary: String
    private let handle: FileHandle
    private let cleanup: InterruptionCleanup
    private var isCommitted = false

    init(path: String) throws(OutputError) {
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent).tmp-\(getpid())"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name).path
        let cleanup = InterruptionCleanup()
        cleanup.add(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputError(reason: String(cString: strerror(errno)), file: path) }
        self.path = path
        self.cleanup = cleanup
        self.temporary = temporary
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit {
        if !isCommitted { unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw OutputError(reason: error.localizedDescription, file: path)
        }
    }

    /// Gives the file its name.
    func commit() throws(OutputError) {
        var isRenamed = false
        cleanup.finish { isRenamed = fsync(handle.fileDescriptor) == 0 && rename(temporary, path) == 0 }
        guard isRenamed else { throw OutputError(reason: String(cString: strerror(errno)), file: path) }
        isCommitted = true
    }
}

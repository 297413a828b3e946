import Foundation

/// A file that is written bit by bit and appears whole or not at all: it gets its name when it is finished.
public final class WholeFile {
    private let path: String
    private let temporary: String
    private var descriptor: Int32?

    /// Begins.
    ///
    /// - Parameters:
    ///   - path: where the file will stand.
    ///   - makesDirectory: whether a directory that is not there is made.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public init(path: String, makesDirectory: Bool = true) throws(ReportError) {
        self.path = path
        temporary = WholeFiles.temporaryPath(for: path)
        if makesDirectory { try WholeFiles.makeDirectory(WholeFiles.parent(of: path)) }
        descriptor = try WholeFiles.begin(temporary, for: path)
    }

    deinit { abandon() }

    /// Where a file stands until it is finished: whoever ends the process before that removes it.
    public static func temporaryPath(for path: String) -> String { WholeFiles.temporaryPath(for: path) }

    /// - Throws: ``ReportError/unwritable(path:reason:)``; nothing is left of the file then.
    public func write(_ bytes: [UInt8]) throws(ReportError) {
        guard let descriptor else { preconditionFailure("a finished file takes nothing more") }
        if !WholeFiles.writeAll(bytes, to: descriptor) { throw failure() }
    }

    /// Gives the file its name. A file that stood there is replaced.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``; nothing is left of the file then.
    public func finish() throws(ReportError) {
        guard let descriptor else { preconditionFailure("a file is finished once") }
        if fsync(descriptor) != 0 { throw failure() }
        self.descriptor = nil
        if close(descriptor) != 0 || rename(temporary, path) != 0 {
            let error = WholeFiles.failure(path)
            unlink(temporary)
            throw error
        }
    }

    private func failure() -> ReportError {
        let error = WholeFiles.failure(path)
        abandon()
        return error
    }

    private func abandon() {
        guard let descriptor else { return }
        close(descriptor)
        unlink(temporary)
        self.descriptor = nil
    }
}

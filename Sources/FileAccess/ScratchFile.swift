import Foundation

/// A file that something else writes by its path, such as SQLite or another program, and that gets its real name when it
/// is finished. Before that, it goes with this object and with the process.
public final class ScratchFile {
    /// Where it is written.
    public let path: String
    private let target: String
    private let others: [String]
    /// Open for reading and writing; closed with this object.
    public let descriptor: Int32

    /// Makes an empty file beside a path.
    ///
    /// - Parameters:
    ///   - target: where the file will be.
    ///   - suffixes: of further files that its writer may leave beside it.
    /// - Throws: ``FileFailure``, also where the target is a pipe or a device, which cannot be written by a path.
    public init(for target: String, suffixes: [String] = []) throws(FileFailure) {
        guard case .file(let file) = try OutputPlace(target) else {
            throw FileFailure(path: target, reason: "it is \((FileKind(path: target) ?? .other).words)")
        }
        self.target = file
        (path, descriptor) = try OwnedName.create(beside: file, .file, for: target) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        var others: [String] = []
        for suffix in suffixes {
            UnfinishedFiles.create(path + suffix, .file) {}
            others.append(path + suffix)
        }
        self.others = others
    }

    deinit {
        for path in [path] + others { UnfinishedFiles.remove(path) }
        close(descriptor)
    }

    /// Gives the file its name; one that was there is replaced.
    ///
    /// - Throws: ``FileFailure``; nothing is left of the file then.
    public func finish() throws(FileFailure) {
        try UnfinishedFiles.finish([path]) { () throws(FileFailure) in
            if rename(path, target) != 0 { throw FileFailure(path: target, code: errno) }
        }
    }
}

public import Foundation
import Synchronization

/// The checks that every output file of a command must pass.
///
/// - A command never replaces one of its own inputs, even if the output path differs from the input path.
/// - A file or a folder that Sextant did not write is replaced only on request (`--replace`).
/// - The files of a set, such as the files of a report, appear together and replace the older set in their folder. If
///   one file cannot be written, no file appears.
///
/// Sextant recognises its own files by the list in their folder, `OutputList`. Pipes, devices and empty files may
/// always be written. The checks start with ``open(replacing:)``. A program that uses Sextant's modules as libraries
/// and does not call this function can write any file.
public enum OutputGate {
    /// The older files that are removed from a folder when a set of new files is written to the folder. An older file
    /// with the same name as a new file is always replaced.
    public enum Scope: Sendable, Hashable {
        /// All older files of the same family (kind of output) as the new files.
        case family
        /// The older files of the same family (kind of output) that belong to other results than the new files. The
        /// associated value identifies the results to which the new files belong.
        case otherResults(than: String)
        /// Removes no older file. Only an older file with the name of a new file is replaced.
        case nothing
    }

    struct State {
        var replaces: Bool
        var inputs: Set<FileIdentity> = []
        /// The existing files that may be replaced, because the command recognised them as files of Sextant.
        var vouched: Set<FileIdentity> = []
        /// The inputs that the command may replace, because replacing these inputs is the command's purpose.
        var updated: Set<FileIdentity> = []
        var sets: [OutputSet] = []
    }

    /// The lock also protects the sets in the state.
    private static let state = Mutex<State?>(nil)

    /// Starts checking the outputs of a command.
    ///
    /// - Parameter replaces: whether the command may replace files that Sextant did not write.
    public static func open(replacing replaces: Bool) {
        close()
        state.withLock { $0 = State(replaces: replaces) }
    }

    /// Ends the checks, and removes the temporary files of sets that were not completed.
    public static func close() {
        let sets = state.withLock { state in
            defer { state = nil }
            return state?.sets ?? []
        }
        for file in sets.flatMap(\.files) { UnfinishedFiles.remove(file.temporary) }
    }

    /// Registers a file that the command reads.
    ///
    /// - Parameter status: the status of the open file.
    public static func noteInput(_ status: stat) {
        guard FileKind(mode: status.st_mode) == .regular else { return }
        state.withLock { _ = $0?.inputs.insert(FileIdentity(status)) }
    }

    /// Registers an open file that the command reads.
    public static func noteInput(descriptor: Int32) {
        var status = stat()
        if fstat(descriptor, &status) == 0 { noteInput(status) }
    }

    /// Registers a file that the command reads or changes, by its path.
    public static func noteInput(path: String) {
        var status = stat()
        if stat(path, &status) == 0 { noteInput(status) }
    }

    /// Returns whether the command has registered the file at a path as an input.
    public static func isInput(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return state.withLock { $0?.inputs.contains(identity) ?? false }
    }

    /// Allows the command to replace the existing file at `path`. Call this only for files that Sextant is known to
    /// have written.
    public static func vouch(for path: String) {
        guard let identity = FileIdentity(path: path) else { return }
        state.withLock { _ = $0?.vouched.insert(identity) }
    }

    /// Allows the command to replace one of its inputs, because replacing this input is the command's purpose.
    public static func permitUpdate(of path: String) {
        vouch(for: path)
        guard let identity = FileIdentity(path: path) else { return }
        state.withLock { _ = $0?.updated.insert(identity) }
    }

    /// Checks whether a file may be written. Changes nothing.
    ///
    /// - Throws: ``FileFailure`` if the path is an input of the command, an existing file that Sextant did not write,
    ///   or a folder, socket or block device.
    public static func checkFile(_ path: String) throws(FileFailure) {
        guard case .file(let file) = try OutputDestination(path) else { return }
        try check(file, for: path)
    }

    /// Checks whether a folder may receive files. The folder must be missing, contain no visible files, or have a list
    /// of Sextant's files. Changes nothing.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - store: a prefix of file names, or `nil`. Files with this prefix belong to a store and may be in the folder.
    /// - Throws: ``FileFailure`` if the folder contains files that Sextant did not write.
    public static func checkFolder(_ path: String, store: String? = nil) throws(FileFailure) {
        guard state.withLock({ $0.map { !$0.replaces } ?? false }), OutputList(in: path) == nil else { return }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        let stranger = names.first { name in
            guard !name.hasPrefix("."), store.map(name.hasPrefix) != true else { return false }
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { return true }
            let kind = FileKind(mode: status.st_mode)
            return kind != .folder && (kind != .regular || status.st_size > 0)
        }
        guard let stranger else { return }
        throw FileFailure(
            path: path,
            refusal:
                "the folder contains files that Sextant did not write, such as \(stranger); choose another folder, "
                + "or write to this folder with --replace"
        )
    }

    /// Starts a set of new files in a folder. The files that the command finishes in this folder after this call appear
    /// together when ``commit()`` is called.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder, which need not exist.
    ///   - family: the kind of the new files.
    ///   - scope: the older files that are removed when the new files appear. They are of the same kind.
    ///   - isOwn: whether the caller knows that Sextant wrote the folder. Otherwise, ``checkFolder(_:store:)`` checks
    ///     it.
    ///   - store: the prefix of a store's file names, or `nil`. Files with this prefix may already be in the folder.
    ///   - names: the names of new files that are checked now.
    /// - Throws: ``FileFailure`` if the folder or one of the files must not be replaced.
    public static func claim(
        _ folder: String,
        family: String,
        scope: Scope = .family,
        isOwn: Bool = false,
        store: String? = nil,
        names: [String] = []
    ) throws(FileFailure) {
        let set = OutputSet(folder: folder, family: family, scope: scope)
        let isNew = state.withLock { $0?.sets.contains { $0.name(of: set.folder + "/.") != nil } == false }
        guard isNew else { return }
        if !isOwn { try checkFolder(set.folder, store: store) }
        state.withLock { $0?.sets.append(set) }
        if state.withLock({ $0?.replaces == false }), scope == .family { try set.checkUnchanged() }
        for name in names { try checkFile("\(folder)/\(name)") }
    }

    /// Renames the finished files of all sets to their final paths, and removes the older files that they replace.
    ///
    /// - Throws: ``FileFailure`` if a file must not be replaced or cannot be renamed. If the failure precedes the first
    ///   renaming in a set, the files of this set remain unchanged.
    public static func commit() throws(FileFailure) {
        let (sets, replaces) = state.withLock { ($0?.sets ?? [], $0?.replaces ?? false) }
        for set in sets where !set.files.isEmpty { try set.commit(replaces: replaces) }
    }

    /// Returns whether two paths lead to the same existing file or folder. An empty path means the working directory.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one.isEmpty ? "." : one, &first) == 0, stat(other.isEmpty ? "." : other, &second) == 0 else {
            return false
        }
        return FileIdentity(first) == FileIdentity(second)
    }

    /// Returns an identifier of results that are stored in files. The identifier is based on the checksum of each
    /// file's content. For a store, it is based on the path instead, because the content of a store changes during use.
    public static func identity(ofFiles paths: [String], isStore: (String) -> Bool) -> String {
        var sum = PieceChecksum()
        let contents = paths.map { path in isStore(path) ? nil : FileContent(path: path) }
        if let only = contents.first, let only, contents.count == 1 { return String(only.checksum, radix: 16) }
        for (path, content) in zip(paths, contents) {
            let word =
                content.map { String($0.checksum, radix: 16) } ?? URL(fileURLWithPath: path).standardizedFileURL.path
            Array(word.utf8).withUnsafeBytes { sum.add($0) }
        }
        return String(sum.value, radix: 16)
    }

    /// Checks whether a file may be created or replaced.
    ///
    /// - Parameters:
    ///   - file: the path of the file, after links are followed.
    ///   - path: the path for messages.
    static func check(_ file: String, for path: String) throws(FileFailure) {
        var status = stat()
        guard let state = Self.state.withLock({ $0 }), stat(file, &status) == 0,
            FileKind(mode: status.st_mode) == .regular
        else { return }
        let identity = FileIdentity(status)
        if state.inputs.contains(identity), !state.updated.contains(identity) {
            throw FileFailure(
                path: path,
                refusal: "the file is an input of this command, which never replaces its inputs; choose another output"
            )
        }
        guard status.st_size > 0, !state.replaces, !state.vouched.contains(identity) else { return }
        for set in state.sets {
            guard let name = set.name(of: file), FileContent(path: file) != nil else { continue }
            if OutputList.isOwn(file, named: name, in: set.folder) { return }
            throw FileFailure(changed: path)
        }
        throw FileFailure(
            path: path,
            refusal: "the file exists; choose another path, or replace the file with --replace"
        )
    }

    /// Returns whether a file belongs to a set that ``claim(_:family:scope:isOwn:store:names:)`` has started for the
    /// file's folder.
    static func hasSet(for file: String) -> Bool {
        state.withLock { $0?.sets.contains { $0.name(of: file) != nil } ?? false }
    }

    /// Adds a finished file to the output set of the file's folder. The file is renamed later, in ``commit()``. Returns
    /// `false` if the folder has no set.
    static func keep(_ file: OutputSet.File) -> Bool {
        state.withLock { state in
            // A folder inside a claimed folder is not claimed again, so at most one set matches.
            guard let set = state?.sets.first(where: { $0.name(of: file.path) != nil }) else { return false }
            set.files.append(file)
            return true
        }
    }
}

/// The identity of an existing file, independent of its path.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Determines the identity of the regular file at a path. The result is `nil` for any other path.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, FileKind(mode: status.st_mode) == .regular else { return nil }
        self.init(status)
    }
}

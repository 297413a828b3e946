import Foundation

/// Files in one folder that appear together and replace older files of the same family (kind).
final class OutputSet: @unchecked Sendable {
    /// A file that was written completely under a temporary path.
    struct File {
        let temporary: String
        /// The final path, after links are followed.
        let path: String
        /// The path that the caller passed, for messages.
        let named: String
        let content: FileContent
    }

    /// The folder, without a trailing slash.
    let folder: String
    private let family: String
    private var scope: OutputGate.Scope
    /// The label of this set's group in the folder's list of files: the family, a slash, and an identifier of the
    /// results. The first commit sets the label.
    private var label: String?
    /// The finished files that still have their temporary paths. The lock of ``OutputGate`` protects the array.
    var files: [File] = []

    init(folder: String, family: String, scope: OutputGate.Scope) {
        var folder = Substring(folder)
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = String(folder)
        self.family = family
        self.scope = scope
    }

    /// Returns a path relative to the folder, or `nil` for a path outside the folder.
    func name(of path: String) -> String? {
        guard path.hasPrefix(folder + "/") else { return nil }
        return String(path.dropFirst(folder.count + 1).drop { $0 == "/" })
    }

    /// Checks that the older files of the same family are unchanged since Sextant wrote them.
    func checkUnchanged() throws(FileFailure) {
        for entry in OutputList(in: folder)?.entries ?? [] where entry.family == family {
            let path = "\(folder)/\(entry.name)"
            if OutputList.isOwn(path, named: entry.name, in: folder) { continue }
            throw FileFailure(changed: path)
        }
    }

    /// Renames the files to their final paths, removes the older files that they replace, and writes the folder's list.
    func commit(replaces: Bool) throws(FileFailure) {
        defer { files = [] }
        do throws(FileFailure) {
            try commitFiles(replaces: replaces)
        } catch {
            for file in files { UnfinishedFiles.remove(file.temporary) }
            throw error
        }
        // Files that are finished later belong to the same set.
        scope = .nothing
    }

    private func commitFiles(replaces: Bool) throws(FileFailure) {
        // Several processes may finish files in one folder at the same time.
        let lock = Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if lock >= 0 { _ = flock(lock, LOCK_EX) }
        defer { if lock >= 0 { close(lock) } }
        for file in files {
            try OutputGate.check(file.path, for: file.named)
            guard isInside(file.path) else {
                throw FileFailure(
                    path: file.named,
                    refusal: "a link leads out of \(folder); remove the link, or choose another folder"
                )
            }
        }
        let old = OutputList(in: folder)?.entries ?? []
        let group = label ?? newLabel(among: old)
        let new = files.map { OutputList.Entry(content: $0.content, group: group, name: name(of: $0.path) ?? "") }
        label = group
        let names = Set(new.map(\.name))
        let kept = old.filter { !names.contains($0.name) && !isReplaced($0, by: group) }
        var removed: [String] = []
        for entry in old where !names.contains(entry.name) && isReplaced(entry, by: group) {
            let path = "\(folder)/\(entry.name)"
            if OutputGate.isInput(path) {
                throw FileFailure(
                    path: path,
                    refusal: "the file is an input of this command and belongs to the older results in \(folder); "
                        + "choose another output"
                )
            }
            guard isInside(path), let content = FileContent(path: path) else { continue }
            if replaces || content == entry.content { removed.append(path) }
        }
        // If the process is killed between the renames, this list of the older and the newer files remains.
        let whole = try list(old + new)
        let final = try list(kept + new)
        try UnfinishedFiles.finish(files.map(\.temporary) + [whole, final]) { () throws(FileFailure) in
            try rename(whole, "\(folder)/\(OutputList.fileName)")
            for file in files { try rename(file.temporary, file.path, named: file.named) }
            for path in removed { removeFile(path) }
            try rename(final, "\(folder)/\(OutputList.fileName)")
        }
    }

    /// Returns the group of the files: the family (kind of files), a slash, and an identifier of the results. The
    /// identifier comes from the scope, from the new `results.json`, or from the folder's list of older files.
    private func newLabel(among old: [OutputList.Entry]) -> String {
        if case .otherResults(let results) = scope { return "\(family)/\(results)" }
        if let file = files.first(where: { name(of: $0.path) == Self.resultsName }) {
            return "\(family)/\(String(file.content.checksum, radix: 16))"
        }
        let present = scope == .nothing ? old.first { $0.name == Self.resultsName && $0.family == family } : nil
        return present?.group ?? "\(family)/-"
    }

    private static let resultsName = "results.json"

    private func isReplaced(_ entry: OutputList.Entry, by group: String) -> Bool {
        guard entry.family == family else { return false }
        return switch scope {
        case .family: true
        case .otherResults: entry.group != group
        case .nothing: false
        }
    }

    /// Returns whether a path is inside the folder of the set, after links are followed.
    private func isInside(_ path: String) -> Bool {
        guard let parent = FolderBoundary.resolved(OutputFolder.parent(of: path)),
            let whole = FolderBoundary.resolved(folder)
        else { return false }
        return parent == whole || parent.hasPrefix(whole == "/" ? whole : whole + "/")
    }

    /// Writes a list of files to a temporary file and returns the path of the temporary file.
    private func list(_ entries: [OutputList.Entry]) throws(FileFailure) -> String {
        var list = OutputList()
        list.entries = entries
        let path = "\(folder)/\(OutputList.fileName)"
        let (temporary, descriptor) = try OwnedName.create(beside: path, .file, for: path) { temporary in
            Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        defer { close(descriptor) }
        let text = list.text
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let code = errno
            UnfinishedFiles.remove(temporary)
            throw FileFailure(path: path, code: code)
        }
        return temporary
    }

    private func rename(_ temporary: String, _ path: String, named: String? = nil) throws(FileFailure) {
        if Foundation.rename(temporary, path) != 0 { throw FileFailure(path: named ?? path, code: errno) }
    }

    /// Removes a file, and then each of its parent folders that is empty and inside the set's folder.
    private func removeFile(_ path: String) {
        unlink(path)
        var parent = OutputFolder.parent(of: path)
        while name(of: parent) != nil, rmdir(parent) == 0 { parent = OutputFolder.parent(of: parent) }
    }
}

import FileAccess
import Foundation

/// Where a recording lies: a folder, or a single file.
struct RecordingFolder {
    /// The path as it was given.
    let path: String
    let isFolder: Bool
    /// The name that the recording goes by, where that is not the path's.
    var givenName: String?
    private let headers = HeaderCache()
    /// Whether the recording is one file of a folder for a layout that reads folders.
    private var isFileOfFolder = false

    /// - Throws: ``InputError`` for what is not there, and for a folder that has a pipe, a device or a socket in it.
    init(path: String) throws(InputError) {
        self.path = path
        guard FileKind(path: path) == .folder else {
            isFolder = false
            // A pipe is kept, so that its form can be told and its rows read. What is wrong comes from the system.
            _ = try ByteSource(path: path, fingerprint: nil, access: .repeatable)
            return
        }
        isFolder = true
        try Self.checkMembers(of: path)
    }

    /// A pipe without a writer would be waited for.
    private static func checkMembers(of path: String) throws(InputError) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let type = Int(entry.pointee.d_type)
            guard type != Int(DT_REG), type != Int(DT_DIR) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            let member = path.hasSuffix("/") ? path + name : path + "/" + name
            switch FileKind(path: member) {
            case .pipe, .characterDevice, .blockDevice, .socket:
                guard !name.hasPrefix("."), let kind = FileKind(path: member) else { continue }
                throw InputError(irregular: kind, member)
            case .regular, .folder, .other, nil: continue
            }
        }
    }

    /// The recording as a layout sees it: a single file may stand for a folder that holds nothing else.
    func seen(by container: Layout.Container) -> RecordingFolder {
        var seen = self
        seen.isFileOfFolder = container == .fileOrFolder && !isFolder
        return seen
    }

    /// The folder's name, or the file's without its extension.
    var name: String {
        if let givenName { return givenName }
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return isFolder ? url.lastPathComponent : url.deletingPathExtension().lastPathComponent
    }

    private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The name of the file beside this one; nil where there is none.
    func neighbour(_ neighbour: StreamLayout.Neighbour) -> String? {
        guard let own = fileName.range(of: neighbour.own, options: .backwards) else { return nil }
        let name = fileName.replacingCharacters(in: own, with: neighbour.other)
        return !isFolder && name != fileName && has(name) ? name : nil
    }

    /// The path of a file in the folder, or beside the file; of the recording itself where there is no name.
    func path(of file: String?) -> String {
        guard let file, !isFileOfFolder else { return path }
        if !isFolder { return path.dropLast(fileName.count) + file }
        return path.hasSuffix("/") ? path + file : path + "/" + file
    }

    func has(_ file: String) -> Bool { !files(like: file).isEmpty }

    /// The files of the folder with a name, upper and lower case aside where no file has it exactly, or with names that
    /// a pattern with `*` fits; in order. Their names are relative to the folder.
    func files(like pattern: String) -> [String] {
        let match = TextPattern(pattern, form: .fileName)
        if isFileOfFolder { return match.match(fileName) == nil ? [] : [fileName] }
        guard isFolder else { return FileManager.default.fileExists(atPath: path(of: pattern)) ? [pattern] : [] }
        if !pattern.contains("*"), FileManager.default.fileExists(atPath: path(of: pattern)) { return [pattern] }
        let parent = pattern.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: parent))) ?? []
        let files = names.map { parent.isEmpty ? $0 : parent + "/" + $0 }
        return files.filter { match.match($0) != nil }.sorted()
    }

    /// Whether a file has no bytes at all.
    func isEmpty(_ file: String) -> Bool {
        let source = try? ByteSource(path: path(of: file), fingerprint: nil, access: .member)
        return source?.size == 0
    }

    /// The columns of a file; of the recording itself where there is no name.
    func header(of file: String?, format: DelimitedFormat) throws(InputError) -> DelimitedHeader {
        try headers.header(of: path(of: file), format: format)
    }

    /// The names of the files in the folder that end in `suffix`, in order.
    func files(endingIn suffix: String) throws(InputError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(suffix) }.sorted()
        } catch {
            throw InputError(opening: path, code: EACCES)
        }
    }
}

/// Headers that have been read, so that looking at one again costs nothing.
private final class HeaderCache {
    private struct Key: Hashable {
        let path: String
        let format: DelimitedFormat
    }

    private var headers: [Key: Result<DelimitedHeader, InputError>] = [:]

    func header(of path: String, format: DelimitedFormat) throws(InputError) -> DelimitedHeader {
        let key = Key(path: path, format: format)
        if let known = headers[key] { return try known.get() }
        let result: Result<DelimitedHeader, InputError>
        do throws(InputError) {
            result = .success(try DelimitedReader(member: path, format: format, chunkBytes: 1 << 12).columns)
        } catch {
            result = .failure(error)
        }
        headers[key] = result
        return try result.get()
    }
}

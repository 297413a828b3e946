import Foundation
package import SensorModel

/// The location of a recording: a folder or a single file.
package struct RecordingFolder {
    /// The path that the caller passed.
    package let path: String
    let isFolder: Bool
    /// The name of the recording, or `nil` to use the name of the folder or file.
    var givenName: String?
    /// The format in messages of the file with the tables, such as "JSON", or `nil` for files on disk.
    var contentWords: String?
    /// A folder that must contain all files of the recording, including files that the layout names, or `nil` for no
    /// such limit.
    var boundary: FolderBoundary?
    private let headers = HeaderCache()
    /// A Boolean value that indicates whether the recording is a single file that is read like a folder with only this
    /// file.
    private var isFileOfFolder = false

    /// Creates the location of a recording.
    ///
    /// - Throws: `InputError` if the path does not exist, or the folder contains a pipe, a device or a socket.
    package init(path: String) throws(InputError) {
        self.path = path
        guard FileKind(path: path) == .folder else {
            isFolder = false
            // The bytes of a pipe are needed for detection and for reading, so they are stored. A missing file is an
            // error.
            _ = try ByteSource(path: path, fingerprint: nil, access: .repeatable)
            return
        }
        isFolder = true
        try Self.checkMembers(of: path)
    }

    /// Returns the possible recordings at a path, in the order in which they are tried.
    ///
    /// The path itself is the first element. For a folder with a single file, this file is the second element, and the
    /// path itself is repeated as the last element. If no element can be read, the error of the last element is
    /// reported.
    ///
    /// - Throws: `InputError` if ``init(path:)`` fails.
    static func candidates(at path: String) throws(InputError) -> [RecordingFolder] {
        let given = try RecordingFolder(path: path)
        guard let file = given.onlyFile else { return [given] }
        return [given, try RecordingFolder(path: file), given]
    }

    /// Returns the path of the only visible file in a folder, or `nil` if the folder does not contain exactly one file.
    static func onlyFile(of path: String) -> String? {
        guard FileKind(path: path) == .folder else { return nil }
        return try? RecordingFolder(path: path).onlyFile
    }

    private var onlyFile: String? {
        let members = isFolder ? members.filter { isInside($0) } : []
        return members.count == 1 && !members[0].hasSuffix("/") ? path(of: members[0]) : nil
    }

    /// Rejects pipes, devices and sockets, because reading a pipe without a writer would never end.
    private static func checkMembers(of path: String) throws(InputError) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let type = Int(entry.pointee.d_type)
            guard type != Int(DT_REG), type != Int(DT_DIR) else { continue }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            let member = path.hasSuffix("/") ? path + name : path + "/" + name
            guard !name.hasPrefix("."), let kind = FileKind(path: member),
                ![.regular, .folder, .other].contains(kind)
            else { continue }
            throw InputError(irregular: kind, member)
        }
    }

    /// Returns the recording in the form that a layout requires. If the layout accepts a file or a folder, a single
    /// file is read like a folder that contains only this file.
    func seen(by container: Layout.Container) -> RecordingFolder {
        var seen = self
        seen.isFileOfFolder = container == .fileOrFolder && !isFolder
        return seen
    }

    /// The name of the folder, or the name of the file without its extension.
    package var name: String {
        if let givenName { return givenName }
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return isFolder ? url.lastPathComponent : url.deletingPathExtension().lastPathComponent
    }

    private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the name of a second file in the same folder as the recording's file, or `nil` if the second file does
    /// not exist.
    func neighbour(_ neighbour: StreamLayout.Neighbour) -> String? {
        guard let own = fileName.range(of: neighbour.own, options: .backwards) else { return nil }
        let name = fileName.replacingCharacters(in: own, with: neighbour.other)
        return !isFolder && name != fileName && has(name) ? name : nil
    }

    /// Returns the path of a file in the recording's folder, or the path of the recording if `file` is `nil`.
    package func path(of file: String?) -> String {
        guard let file = file.map(named), !isFileOfFolder else { return path }
        if !isFolder { return path.dropLast(fileName.count) + file }
        return path.hasSuffix("/") ? path + file : path + "/" + file
    }

    /// Checks the location of a file and returns the file's path, or the path of the recording if `file` is `nil`.
    ///
    /// - Parameters:
    ///   - file: the name of the file. A name from a layout may lead to a parent folder of the recording.
    ///   - isOfLayout: whether the name comes from a layout, and not from the recording.
    /// - Throws: `InputError` if the file is outside the recording's folder after links are followed. If a name from a
    ///   layout leads to a parent folder, the file must be inside this parent folder instead.
    package func member(_ file: String?, isOfLayout: Bool = true) throws(InputError) -> String {
        let path = path(of: file)
        guard let file, !isInside(file, isOfLayout: isOfLayout) else { return path }
        throw FolderBoundary.error(path, name: file, of: "the recording")
    }

    /// The error for the first link that leads out of the folder, or `nil` if the folder has no such link. Such links
    /// are not followed.
    var outsideError: InputError? {
        let outside = isFolder ? members.first { !isInside($0) } : nil
        return outside.map { FolderBoundary.error(path(of: $0), name: $0, of: "the recording") }
    }

    /// Returns whether a file is inside the folder after links are followed.
    private func isInside(_ file: String, isOfLayout: Bool = true) -> Bool {
        guard !isFileOfFolder else { return true }
        let file = named(file)
        let parents = isOfLayout ? FolderBoundary.parents(in: file) : 0
        let folder = isFolder ? path : String(path.dropLast(fileName.count))
        let limit = headers.boundary(of: (folder.isEmpty ? "." : folder) + String(repeating: "/..", count: parents))
        return limit.contains(path(of: file)) && boundary?.contains(limit) ?? true
    }

    /// Returns a file name in which `{name}` is replaced by the folder's name.
    private func named(_ file: String) -> String {
        isFolder && file.contains("{name}") ? file.replacing("{name}", with: name) : file
    }

    /// Returns whether the folder has a file with this name or pattern.
    func has(_ file: String) -> Bool { !files(like: file).isEmpty }

    /// Returns whether the recording must have a metadata file.
    func needs(_ metadata: MetadataLayout) -> Bool {
        metadata.isRequired || metadata.requiredBeside.map(has) ?? false
    }

    /// Returns the sorted names of the files that match a name or a pattern with `*`, relative to the folder.
    ///
    /// If no file has exactly this name, case is ignored.
    package func files(like pattern: String) -> [String] {
        let pattern = named(pattern)
        let match = TextPattern(pattern, form: .fileName)
        if isFileOfFolder { return match.match(fileName) == nil ? [] : [fileName] }
        guard isFolder else { return FileManager.default.fileExists(atPath: path(of: pattern)) ? [pattern] : [] }
        if !pattern.contains("*"), FileManager.default.fileExists(atPath: path(of: pattern)) { return [pattern] }
        let parent = pattern.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let names = FolderListing(path: path(of: parent))?.names ?? []
        let files = names.map { parent.isEmpty ? $0 : parent + "/" + $0 }
        return files.filter { match.match($0) != nil && isInside($0) }.sorted()
    }

    /// Returns the matrix file at a path, or `nil` for any other file. Its variables are listed only once and then
    /// cached.
    func matrix(at path: String) throws(InputError) -> MatrixFile? { try headers.matrix(at: path) }

    /// Sets the matrix file to use for a path.
    package func use(_ matrix: MatrixFile, at path: String) { headers.matrices[path] = .success(matrix) }

    /// Returns whether a file is empty.
    package func isEmpty(_ file: String) -> Bool {
        let source = (try? member(file)).flatMap { try? ByteSource(path: $0, fingerprint: nil, access: .member) }
        return source?.size == 0
    }

    /// Returns the columns of a file. If `file` is `nil`, the recording is a single file, and its columns are returned.
    package func header(of file: String?, format: DelimitedFormat) throws(InputError) -> DelimitedHeader {
        try headers.header(of: member(file), format: format)
    }

    /// The sorted names of the visible files and folders in the folder. Names of folders end with a slash.
    var members: [String] {
        let names = FolderListing(path: path)?.names ?? []
        return names.filter { !$0.hasPrefix(".") }
            .map { FileKind(path: path(of: $0)) == .folder ? $0 + "/" : $0 }.sorted()
    }

    /// Returns the sorted names of the files in the folder that end with `suffix`.
    package func files(endingIn suffix: String) throws(InputError) -> [String] {
        guard let listing = FolderListing(path: path) else { throw InputError(opening: path, code: EACCES) }
        return listing.names.filter { $0.hasSuffix(suffix) }
    }

    /// The names in the folder that are not UTF-8, with escaped bytes. Files with such names cannot be opened.
    var undecodable: [String] { isFolder ? FolderListing(path: path)?.undecodable ?? [] : [] }
}

/// A cache of headers, folders and matrix files, so that each of them is read only once.
private final class HeaderCache {
    private struct Key: Hashable {
        let path: String
        let format: DelimitedFormat
    }

    private var headers: [Key: Result<DelimitedHeader, InputError>] = [:]
    private var boundaries: [String: FolderBoundary] = [:]
    /// The matrix files by path; `nil` for files without matrices.
    var matrices: [String: Result<MatrixFile?, InputError>] = [:]

    func boundary(of folder: String) -> FolderBoundary {
        if let known = boundaries[folder] { return known }
        let boundary = FolderBoundary(folder)
        boundaries[folder] = boundary
        return boundary
    }

    func matrix(at path: String) throws(InputError) -> MatrixFile? {
        if let known = matrices[path] { return try known.get() }
        let result = Result { () throws(InputError) in try MatrixFile(path: path) }
        matrices[path] = result
        return try result.get()
    }

    func header(of path: String, format: DelimitedFormat) throws(InputError) -> DelimitedHeader {
        let key = Key(path: path, format: format)
        if let known = headers[key] { return try known.get() }
        let result = Result { () throws(InputError) -> DelimitedHeader in
            if let matrices = try matrix(at: path) { return matrices.header }
            let source = try ByteSource(path: path, fingerprint: nil, access: .member)
            return try DelimitedReader(source: source, format: format, chunkBytes: 1 << 12).columns
        }
        headers[key] = result
        return try result.get()
    }
}

/// A folder that limits the files that a data file, such as a layout or an experiment, can name. These files must be in
/// the folder, and links must not lead out of it.
///
/// Paths on the command line are chosen by the user and have no boundary.
package struct FolderBoundary {
    /// The path of the folder, after following links.
    private let root: String

    /// Creates a boundary.
    ///
    /// - Parameter folder: the path of the folder, which may lead through links; empty for the working directory.
    package init(_ folder: String) {
        root = Self.resolved(folder) ?? folder
    }

    /// Returns whether a path leads into the folder after links are followed. For a path that does not exist, links in
    /// its existing part are followed.
    package func contains(_ path: String) -> Bool {
        var known = path
        var rest: [Substring] = []
        // After the existing part of the path was resolved, it contains no links.
        while true {
            if let resolved = Self.resolved(known) {
                return contains(resolved: ([resolved] + rest.map(String.init)).joined(separator: "/"))
            }
            let parts = known.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1, let last = parts.last else { return rest.allSatisfy { $0 != ".." } }
            rest.insert(last, at: 0)
            known = parts.dropLast().joined(separator: "/")
        }
    }

    /// Returns whether the folder of `other` is the folder of this boundary, or is within it.
    func contains(_ other: FolderBoundary) -> Bool { contains(resolved: other.root) }

    private func contains(resolved path: String) -> Bool {
        guard path != root, root != "/" else { return true }
        return path.hasPrefix(root + "/") && !path.dropFirst(root.count).split(separator: "/").contains("..")
    }

    /// Returns a path without links, or `nil` if the path does not exist. An empty path means the working directory.
    static func resolved(_ path: String) -> String? {
        guard let text = realpath(path.isEmpty ? "." : path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// Returns how many levels a relative path leads above its folder: 2 for `../../a`, 0 for `a/../b`.
    package static func parents(in name: String) -> Int {
        var depth = 0
        var lowest = 0
        for part in name.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            lowest = min(lowest, depth)
        }
        return -lowest
    }

    /// Returns the error for a name that leads out of the folder. The error reveals nothing about the file outside.
    ///
    /// - Parameters:
    ///   - file: the path of the file, with which the message starts.
    ///   - name: the name as written in the data file.
    ///   - folder: the owner of the folder in the message, such as "the recording".
    static func error(_ file: String, name: String, of folder: String) -> InputError {
        InputError(
            file: file,
            message: "'\(name)' is outside the folder of \(folder)",
            advice: "copy the file into the folder"
        )
    }
}

import Foundation

/// Where a recording lies: a folder, or a single file.
struct RecordingFolder {
    /// The path as it was given.
    let path: String
    let isFolder: Bool

    init(path: String) throws(InputError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            // What is wrong comes from the system, by opening it.
            _ = try ByteSource(path: path, fingerprint: nil)
            throw InputError(opening: path, code: ENOENT)
        }
        self.path = path
        isFolder = isDirectory.boolValue
    }

    /// The folder's name, or the file's without its extension.
    var name: String {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return isFolder ? url.lastPathComponent : url.deletingPathExtension().lastPathComponent
    }

    /// The path of a file in the folder; of the recording itself where there is no name.
    func path(of file: String?) -> String {
        guard let file else { return path }
        return path.hasSuffix("/") ? path + file : path + "/" + file
    }

    func has(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: path(of: file))
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

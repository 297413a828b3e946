public import Foundation

/// A new folder that is removed with this object.
public final class TemporaryFolder {
    /// The location of the folder.
    public let url: URL

    /// Creates the folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Creates the folder with these text files.
    package convenience init(_ files: [String: String]) throws {
        try self.init()
        for (name, text) in files { try write(text, to: name) }
    }

    deinit {
        // Ignored: no test depends on the removal.
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file and its missing parent folders. Returns the path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Writes a text file and its missing parent folders. Returns the path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }
}

public import Foundation

/// A new folder that is removed with the value that owns it.
public final class TemporaryFolder {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing can be done, and nothing depends on it.
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file, and the folders above it. Returns its path.
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

    /// Writes a text file. Returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }
}

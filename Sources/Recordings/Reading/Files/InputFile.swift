import FileAccess
import Foundation

/// Input files that are read as a whole.
public enum InputFile {
    /// More than any layout, experiment or other description in YAML has.
    public static let mostDescriptionBytes = 16 << 20
    /// More than any results in JSON have.
    public static let mostResultBytes = 1 << 30

    static let remedy = "check that this is the right file"

    /// The content of a file or a pipe. A pipe gives the same bytes every time.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: the most bytes that it may have.
    ///   - expected: what it should be, for the error about a file that is missing.
    /// - Throws: ``InputError`` for what cannot be read, and for more bytes than `limit`.
    /// - Complexity: O(*n*) in its bytes.
    public static func contents(
        of path: String,
        limit: Int = mostDescriptionBytes,
        expected: String? = nil
    ) throws(InputError) -> [UInt8] {
        do {
            return try ByteSource.contents(of: path, limit: limit, access: repeats(path) ? .repeatable : .once)
        } catch {
            var named = error
            if let expected, error.expected == "a file to read" { named.expected = expected }
            throw named
        }
    }

    /// Whether there is something to open at a path.
    public static func exists(_ path: String) -> Bool {
        let kind = FileKind(path: path)
        return kind != nil && kind != .folder
    }

    /// How many bytes a file or a pipe has; nil for a directory and for what is not there. Waits for a pipe's end.
    public static func size(of path: String) throws(InputError) -> Int? {
        guard let kind = FileKind(path: path), kind != .folder else { return nil }
        return try ByteSource(path: path, fingerprint: nil, access: .repeatable).size
    }

    /// A device may never end, and is only read up to the limit.
    private static func repeats(_ path: String) -> Bool { FileKind(path: path) != .characterDevice }
}

import Foundation
public import SensorModel

/// Functions for input files that are read at once.
public enum InputFile {
    /// The maximum size of a layout, experiment or other description in YAML, in bytes.
    public static let maximumDescriptionBytes = 16 << 20
    /// The maximum size of results in JSON, in bytes.
    public static let maximumResultBytes = 1 << 30

    static let advice = "check that this is the right file"

    /// Reads the content of a file or a pipe. The bytes of a pipe are stored, so that the pipe can be read again.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: the maximum number of bytes.
    /// - Throws: `InputError` for a file that cannot be read or has more than `limit` bytes.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func contents(
        of path: String,
        limit: Int = maximumDescriptionBytes
    ) throws(InputError) -> [UInt8] {
        try ByteSource.contents(of: path, limit: limit, access: repeats(path) ? .repeatable : .once)
    }

    /// Returns whether a file or a pipe exists at a path.
    public static func exists(_ path: String) -> Bool {
        let kind = FileKind(path: path)
        return kind != nil && kind != .folder
    }

    /// Returns the number of bytes in a file or a pipe, or `nil` for a directory and for a missing file.
    ///
    /// A pipe is read to its end, and its bytes are stored.
    ///
    /// - Throws: `InputError` for a file that cannot be read.
    public static func size(of path: String) throws(InputError) -> Int? {
        guard let kind = FileKind(path: path), kind != .folder else { return nil }
        return try ByteSource(path: path, fingerprint: nil, access: .repeatable).size
    }

    /// Returns whether the bytes of an input are stored. A device may be endless, so it is read only up to the limit.
    private static func repeats(_ path: String) -> Bool { FileKind(path: path) != .characterDevice }
}

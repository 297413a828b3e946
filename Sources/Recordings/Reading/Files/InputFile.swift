import Foundation
public import SensorModel

/// Functions that read a whole input file into memory.
public enum InputFile {
    /// The maximum size in bytes of a YAML file, such as a layout or an experiment.
    public static let maximumDescriptionBytes = 16 << 20
    /// The maximum size in bytes of a JSON file with results.
    public static let maximumResultBytes = 1 << 30

    static let advice = "check that this is the right file"

    /// Reads the content of a file or a pipe. The bytes of a pipe are stored, so that the pipe can be read again.
    ///
    /// - Parameters:
    ///   - path: the path of the file or pipe.
    ///   - limit: the maximum number of bytes.
    /// - Throws: `InputError` if the file cannot be read or has more than `limit` bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func contents(
        of path: String,
        limit: Int = maximumDescriptionBytes
    ) throws(InputError) -> [UInt8] {
        // The bytes of a device are not stored, because a device may be endless.
        let isDevice = FileKind(path: path) == .characterDevice
        return try ByteSource.contents(of: path, limit: limit, access: isDevice ? .once : .repeatable)
    }

    /// Returns whether a file or a pipe exists at a path.
    public static func exists(_ path: String) -> Bool {
        let kind = FileKind(path: path)
        return kind != nil && kind != .folder
    }

    /// Returns the number of bytes in a file or a pipe, or `nil` if the path does not exist or is a directory.
    ///
    /// A pipe is read to its end, and its bytes are stored.
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public static func size(of path: String) throws(InputError) -> Int? {
        guard let kind = FileKind(path: path), kind != .folder else { return nil }
        return try ByteSource(path: path, fingerprint: nil, access: .repeatable).size
    }
}

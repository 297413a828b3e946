import Foundation

/// The names of the files and folders in a folder, without `.` and `..`.
///
/// Sextant handles paths as UTF-8 text, because reports and results also contain paths. A file whose name is not valid
/// UTF-8 cannot be opened. The names of such files are listed separately.
public struct FolderListing: Sendable, Hashable {
    /// The names in UTF-8, sorted.
    public private(set) var names: [String] = []
    /// The names that are not UTF-8, sorted. Invalid bytes are written as `\xff`.
    public private(set) var undecodable: [String] = []

    /// Lists a folder. The result is `nil` if the folder does not exist or cannot be read.
    public init?(path: String) {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
            if Self.isText(bytes) {
                names.append(String(decoding: bytes, as: UTF8.self))
            } else {
                undecodable.append(Self.escaped(bytes))
            }
        }
        names.sort()
        undecodable.sort()
    }

    /// Returns whether bytes are valid UTF-8.
    public static func isText(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }

    /// Decodes bytes as UTF-8. Bytes that are not valid are written as `\xff`.
    public static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { $0 <= rest.count && isText(Array(rest.prefix($0))) }
            text += length.map { String(decoding: rest.prefix($0), as: UTF8.self) } ?? String(format: "\\x%02x", first)
            rest = rest.dropFirst(length ?? 1)
        }
        return text
    }
}

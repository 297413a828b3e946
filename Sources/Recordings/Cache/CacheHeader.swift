import Foundation

/// The header of a cache file: its key, the names of its columns, and data of the recording besides the columns.
package struct CacheHeader: Codable, Hashable {
    package struct Column: Codable, Hashable {
        let name: String
        package let bytes: Int
    }

    let key: String
    let sha256: String
    let epoch: Int?
    let files: [String: String]
    let leftOut: [String: Int]
    let alternatives: [String: Int]
    let hasMagneticAttitude: Bool
    let unscaledQuaternions: [String: UnscaledQuaternions]
    /// The columns in the order of the file.
    package let columns: [Column]

    /// The header in JSON, with equal bytes for equal headers.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

/// The first block of a cache file, see ``CacheFormat``.
struct CachePrologue {
    let fileBytes: Int
    let columnsSum: UInt64
    /// The offset of the first column.
    var columnsStart: Int { CacheFormat.blockBytes + CacheFormat.roundedUp(headerBytes) }
    private let headerBytes: Int
    private let block: [UInt8]

    /// Reads and validates the block.
    init(_ descriptor: Int32) throws(CacheFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .lastError }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else { throw .refused("a cache file is \(kind.words)") }
        let size = Int(status.st_size)
        guard size >= CacheFormat.blockBytes else { throw .damaged("\(size) bytes") }
        block = try Self.bytes(CacheFormat.blockBytes, of: descriptor, at: 0)
        guard block.starts(with: CacheFormat.magic) else { throw .damaged("another signature") }
        let words = block.withUnsafeBytes { block in
            stride(from: 16, to: 64, by: 4).map { block.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
        }
        guard words[0] == CacheFormat.version, words[1] == CacheFormat.orderMark else {
            throw .damaged("the format of another version")
        }
        let numbers = block.withUnsafeBytes { block in
            stride(from: 24, to: 64, by: 8).map { block.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
        }
        guard numbers[1] == UInt64(size) else { throw .damaged("\(size) bytes of \(numbers[1])") }
        guard numbers[0] <= UInt64(size - CacheFormat.blockBytes) else { throw .damaged("a header that is too long") }
        headerBytes = Int(numbers[0])
        fileBytes = size
        columnsSum = numbers[2]
        sum = numbers[4]
    }

    private let sum: UInt64

    /// Reads the header and validates its checksum.
    func header(_ descriptor: Int32) throws(CacheFault) -> CacheHeader {
        guard columnsStart <= fileBytes else { throw .damaged("a header that is too long") }
        let text = try Self.bytes(columnsStart - CacheFormat.blockBytes, of: descriptor, at: CacheFormat.blockBytes)
        var found = LaneChecksum()
        (block.dropLast(8) + text).withUnsafeBytes { found.add($0) }
        guard found.value == sum else { throw .damaged("an incorrect checksum of the header") }
        guard let header = try? JSONDecoder().decode(CacheHeader.self, from: Data(text.prefix(headerBytes))) else {
            throw .damaged("a header that cannot be read")
        }
        return header
    }

    private static func bytes(_ count: Int, of descriptor: Int32, at place: Int) throws(CacheFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var fault: CacheFault?
        bytes.withUnsafeMutableBytes { bytes in
            do throws(CacheFault) {
                try CacheFileReader.fill(bytes, from: descriptor, at: place)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return bytes
    }
}

import CMatrixFiles
import Foundation

/// A NumPy archive, which `numpy.savez` writes: a zip with a `.npy` for each array.
struct NumPyArchive {
    private static let suffix = ".npy"
    /// The memory for the values of all arrays, 8 bytes each.
    private static let maximumBytes = 4 << 30
    private let archive: ZipArchive

    /// Opens an archive; nil for any other file.
    ///
    /// - Throws: ``InputError`` for a damaged zip.
    init?(path: String, limits: ArchiveLimits = ArchiveLimits()) throws(InputError) {
        guard ZipArchive.isZip(path: path) else { return nil }
        self.init(try ZipArchive(path: path, limits: limits))
    }

    /// The archive in a zip; nil for a zip with other files.
    init?(_ archive: ZipArchive) {
        guard !archive.entries.isEmpty, archive.entries.allSatisfy({ $0.name.hasSuffix(Self.suffix) }) else {
            return nil
        }
        self.archive = archive
    }

    /// Reads the records of all arrays, see `CMatrixFiles.h`. The last dimension of each varies fastest.
    ///
    /// - Throws: ``InputError`` for a damaged array.
    func records() throws(InputError) -> Data {
        var records = Data()
        for entry in archive.entries {
            var bytes = Data()
            bytes.reserveCapacity(Int(clamping: min(entry.size, 1 << 30)))
            try archive.read(entry) { piece throws(InputError) in
                bytes.append(contentsOf: piece)
                guard bytes.count <= entry.size else { throw damaged(entry, "more bytes than the zip states") }
                return true
            }
            let name = String(entry.name.dropLast(Self.suffix.count))
            switch bytes.withUnsafeBytes(NumPyHeader.parse) {
            case .damaged: throw damaged(entry, "a header that is not NumPy's")
            case .other: Self.append(name, content: SEXTANT_MATRIX_OTHER, dimensions: [], values: [], to: &records)
            case .numbers(let header, let offset):
                guard let count = header.count, (bytes.count - offset) / header.width >= count else {
                    throw damaged(entry, "fewer values than its header states")
                }
                guard records.count + 8 * count <= Self.maximumBytes else {
                    throw ZipArchive.tooMuch(
                        archive.path,
                        "more than \(Self.maximumBytes >> 30) GiB of numbers",
                        "fewer"
                    )
                }
                Self.append(
                    name,
                    content: header.isInteger ? SEXTANT_MATRIX_INTEGERS : SEXTANT_MATRIX_DOUBLES,
                    dimensions: header.dimensions,
                    values: bytes.withUnsafeBytes { Self.values($0, header, offset, count) },
                    to: &records
                )
            }
        }
        return records
    }

    private static func values(
        _ bytes: UnsafeRawBufferPointer,
        _ header: NumPyHeader,
        _ offset: Int,
        _ count: Int
    ) -> [UInt64] {
        let order = header.fileOrder()
        let isInteger = header.isInteger
        return [UInt64](unsafeUninitializedCapacity: count) { values, stored in
            for number in 0..<count {
                let place = offset + (order?[number] ?? number) * header.width
                values[number] = header.bits(bytes, at: place, isInteger: isInteger)
            }
            stored = count
        }
    }

    private static func append(
        _ name: String,
        content: sextant_matrix_content,
        dimensions: [Int],
        values: [UInt64],
        to records: inout Data
    ) {
        var record = sextant_matrix_record()
        record.magic = SEXTANT_MATRIX_MAGIC
        record.content = content.rawValue
        record.name_length = UInt32(name.utf8.count)
        record.rank = UInt32(dimensions.count)
        record.count = UInt64(values.count)
        withUnsafeMutableBytes(of: &record.dimensions) { lengths in
            for (axis, length) in dimensions.enumerated() {
                lengths.storeBytes(of: UInt64(length), toByteOffset: 8 * axis, as: UInt64.self)
            }
        }
        withUnsafeBytes(of: record) { records.append(contentsOf: $0) }
        records.append(contentsOf: name.utf8)
        records.append(contentsOf: repeatElement(0, count: (8 - name.utf8.count % 8) % 8))
        values.withUnsafeBytes { records.append(contentsOf: $0) }
    }

    private func damaged(_ entry: ZipArchive.Entry, _ found: String) -> InputError {
        InputError(
            file: "\(archive.path)/\(entry.name)",
            found: found,
            expected: "an array as numpy.save writes it",
            remedy: "save it again"
        )
    }
}

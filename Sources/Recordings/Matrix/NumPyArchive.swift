import CMatrixFiles
import Foundation
import SensorModel

/// A NumPy archive, as `numpy.savez` writes it: a zip with one `.npy` file per array.
struct NumPyArchive {
    private static let suffix = ".npy"
    /// The maximum number of bytes of all values, with 8 bytes per value.
    private static let maximumBytes = 4 << 30
    private let archive: ZipArchive

    /// Opens an archive. The result is `nil` if the file is not a NumPy archive.
    ///
    /// - Throws: `InputError` if the zip is damaged.
    init?(path: String, limits: ArchiveLimits = ArchiveLimits()) throws(InputError) {
        guard ZipArchive.isZip(path: path) else { return nil }
        self.init(try ZipArchive(path: path, limits: limits))
    }

    /// Creates an archive from a zip. The result is `nil` if a file in the zip is not a `.npy`.
    init?(_ archive: ZipArchive) {
        guard !archive.entries.isEmpty, archive.entries.allSatisfy({ $0.name.hasSuffix(Self.suffix) }) else {
            return nil
        }
        self.archive = archive
    }

    /// Reads all arrays as records; see `CMatrixFiles.h`. In the records, the last dimension of each array varies
    /// fastest.
    ///
    /// - Throws: `InputError` if an array is damaged.
    func records() throws(InputError) -> Data {
        var records = Data()
        for entry in archive.entries {
            var bytes = Data()
            bytes.reserveCapacity(Int(clamping: min(entry.size, 1 << 30)))
            try archive.read(entry) { piece throws(InputError) in
                bytes.append(contentsOf: piece)
                guard bytes.count <= entry.size else {
                    throw damaged(entry, "the array has more bytes than the zip states")
                }
                return true
            }
            let name = String(entry.name.dropLast(Self.suffix.count))
            switch bytes.withUnsafeBytes(NumPyHeader.parse) {
            case .damaged: throw damaged(entry, "the array has no valid NumPy header")
            case .other: Self.append(name, content: SEXTANT_MATRIX_OTHER, dimensions: [], values: [], to: &records)
            case .numbers(let header, let offset):
                guard let count = header.count, (bytes.count - offset) / header.width >= count else {
                    throw damaged(entry, "the array has fewer values than its header states")
                }
                guard records.count + 8 * count <= Self.maximumBytes else {
                    throw ZipArchive.tooMuch(
                        archive.path,
                        "the arrays exceed \(Self.maximumBytes >> 30) GiB"
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
        return [UInt64](unsafeUninitializedCapacity: count) { values, stored in
            for number in 0..<count {
                let elementOffset = offset + (order?[number] ?? number) * header.width
                values[number] = header.bits(bytes, at: elementOffset)
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

    private func damaged(_ entry: ZipArchive.Entry, _ problem: String) -> InputError {
        InputError(
            file: "\(archive.path)/\(entry.name)",
            message: problem,
            advice: "save the array again with numpy.save"
        )
    }
}

/// The header of an array in NumPy's format `.npy`: element type, order and dimensions.
///
/// The format is described in NumPy Enhancement Proposal 1.
package struct NumPyHeader {
    /// A type of number. Booleans are unsigned integers of 1 byte.
    enum Kind {
        case float
        case signed
        case unsigned
    }

    let kind: Kind
    /// The number of bytes per element: 1, 2, 4 or 8.
    package let width: Int
    let isBigEndian: Bool
    /// A Boolean value that indicates whether the first dimension varies fastest.
    package let isColumnMajor: Bool
    /// The lengths of the dimensions; empty for a single number.
    package let dimensions: [Int]

    /// The maximum length of a header. NumPy's own reader has the same limit.
    static let maximumBytes = 10_000

    /// The number of elements, or `nil` if it does not fit into an integer.
    package var count: Int? { dimensions.product }

    /// The type of an array's elements. The case `numbers` includes the header and the byte offset of the first
    /// element.
    package enum Content {
        case numbers(NumPyHeader, offset: Int)
        /// Elements that are text, records, complex numbers or objects.
        case other
        case damaged
    }

    /// Parses the header of an array.
    package static func parse(_ bytes: UnsafeRawBufferPointer) -> Content {
        guard bytes.count >= 12, bytes.starts(with: [0x93] + Array("NUMPY".utf8)) else { return .damaged }
        let (start, length): (Int, Int)
        switch bytes[6] {
        case 1: (start, length) = (10, Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self).littleEndian))
        case 2, 3: (start, length) = (12, Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian))
        default: return .damaged
        }
        guard length <= maximumBytes, bytes.count >= start + length else { return .damaged }
        let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
        guard let shape = text.firstMatch(of: #/'shape': \(([0-9, ]*)\)/#)?.1,
            let order = text.firstMatch(of: #/'fortran_order': (True|False)/#)?.1
        else { return .damaged }
        let words = shape.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
        let dimensions = words.compactMap { Int($0) }
        guard dimensions.count == words.count else { return .damaged }
        guard dimensions.count <= 8, let type = text.firstMatch(of: #/'descr': '([<>|=])([fiub])([1248])'/#),
            let width = Int(type.3), type.2 != "f" || width >= 4
        else { return .other }
        let kind: Kind = type.2 == "f" ? .float : type.2 == "i" ? .signed : .unsigned
        let header = NumPyHeader(
            kind: kind,
            width: width,
            isBigEndian: type.1 == ">",
            isColumnMajor: order == "True",
            dimensions: dimensions
        )
        return .numbers(header, offset: start + length)
    }

    /// Returns the element at a byte offset of the array, as the 8 bytes of a signed integer, or of a double if
    /// ``isInteger`` is `false`.
    func bits(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        func load<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
            let stored = bytes.loadUnaligned(fromByteOffset: offset, as: type)
            return isBigEndian ? Number(bigEndian: stored) : Number(littleEndian: stored)
        }
        switch (kind, width) {
        case (.float, 4): return Double(Float(bitPattern: load(UInt32.self))).bitPattern
        case (.float, _): return load(UInt64.self)
        case (.signed, 1): return UInt64(bitPattern: Int64(load(Int8.self)))
        case (.signed, 2): return UInt64(bitPattern: Int64(load(Int16.self)))
        case (.signed, 4): return UInt64(bitPattern: Int64(load(Int32.self)))
        case (.signed, _): return UInt64(bitPattern: load(Int64.self))
        case (.unsigned, 1): return UInt64(load(UInt8.self))
        case (.unsigned, 2): return UInt64(load(UInt16.self))
        case (.unsigned, 4): return UInt64(load(UInt32.self))
        case (.unsigned, _): return Double(load(UInt64.self)).bitPattern
        }
    }

    /// A Boolean value that indicates whether all elements fit into signed integers of 8 bytes.
    var isInteger: Bool { kind == .signed || kind == .unsigned && width < 8 }

    /// Returns each element's index in the file. The result lists the elements in the order in which the last dimension
    /// varies fastest, or is `nil` if the file already has this order.
    package func fileOrder() -> [Int]? {
        guard isColumnMajor, dimensions.count > 1, let count else { return nil }
        var strides = [Int](repeating: 1, count: dimensions.count)
        for axis in dimensions.indices.dropFirst() { strides[axis] = strides[axis - 1] * dimensions[axis - 1] }
        var order = [Int]()
        order.reserveCapacity(count)
        var index = [Int](repeating: 0, count: dimensions.count)
        var position = 0
        for _ in 0..<count {
            order.append(position)
            for axis in dimensions.indices.reversed() {
                index[axis] += 1
                position += strides[axis]
                if index[axis] < dimensions[axis] { break }
                position -= strides[axis] * dimensions[axis]
                index[axis] = 0
            }
        }
        return order
    }
}

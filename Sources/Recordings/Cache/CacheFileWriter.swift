import Foundation

/// A writer of a cache file. The file gets its name after all of it is on the disk.
struct CacheFileWriter {
    private let descriptor: Int32
    private var columnsSum = LaneChecksum()

    /// Writes to a temporary file in the same folder and renames it to `path`, which replaces an existing regular file.
    ///
    /// - Throws: ``CacheFault`` if writing fails. The temporary file is removed then.
    static func write(_ header: CacheHeader, _ columns: StoredColumns, to path: String) throws(CacheFault) {
        let file: ScratchFile
        do {
            file = try ScratchFile(for: path, followsLinks: false)
        } catch {
            throw .refused(error.reason)
        }
        var writer = CacheFileWriter(descriptor: file.descriptor)
        try writer.write(header, columns)
        guard fsync(file.descriptor) == 0 else { throw .lastError }
        do {
            try file.finish()
        } catch {
            throw .refused(error.reason)
        }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    private mutating func write(_ header: CacheHeader, _ columns: StoredColumns) throws(CacheFault) {
        guard let json = try? header.json() else { throw .refused("a header that cannot be written") }
        let start = CacheFormat.roundedUp(json.count) + CacheFormat.blockBytes
        var place = start
        for column in columns.columns {
            try column.withBytes { bytes throws(CacheFault) in try writeColumn(bytes, at: place) }
            place += CacheFormat.roundedUp(column.byteCount)
        }
        let filled = json + Array(repeating: UInt8(ascii: " "), count: start - CacheFormat.blockBytes - json.count)
        try write(prologue(json, filled, fileBytes: place) + filled, at: 0)
        guard ftruncate(descriptor, off_t(place)) == 0 else { throw .lastError }
    }

    private func prologue(_ json: [UInt8], _ filled: [UInt8], fileBytes: Int) -> [UInt8] {
        var block = CacheFormat.magic
        withUnsafeBytes(of: CacheFormat.version) { block += $0 }
        withUnsafeBytes(of: CacheFormat.orderMark) { block += $0 }
        for number in [UInt64(json.count), UInt64(fileBytes), columnsSum.value, 0] {
            withUnsafeBytes(of: number) { block += $0 }
        }
        var sum = LaneChecksum()
        (block + filled).withUnsafeBytes { sum.add($0) }
        withUnsafeBytes(of: sum.value) { block += $0 }
        return block
    }

    /// Writes a column and adds it to the checksum.
    private mutating func writeColumn(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(CacheFault) {
        for start in stride(from: 0, to: bytes.count, by: CacheFormat.chunkBytes) {
            let end = min(start + CacheFormat.chunkBytes, bytes.count)
            let chunk = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            columnsSum.add(chunk)
            try write(chunk, at: place + start)
        }
    }

    private func write(_ bytes: [UInt8], at place: Int) throws(CacheFault) {
        try bytes.withUnsafeBufferPointer { bytes throws(CacheFault) in
            try write(UnsafeRawBufferPointer(bytes), at: place)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(CacheFault) {
        var written = 0
        while written < bytes.count {
            let remaining = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, remaining.baseAddress, remaining.count, off_t(place + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .lastError }
            written += count
        }
    }
}

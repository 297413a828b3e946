import Foundation

/// A reader of a cache file. Its content must not be used before ``check()`` succeeds.
///
/// Columns are read directly into their final memory. Memory mapping would end the process if the file is truncated or
/// the disk fails during reading.
package final class CacheFileReader {
    package let header: CacheHeader
    private let descriptor: Int32
    private let columnsSum: UInt64
    private var sum = LaneChecksum()
    /// The offset and length of each column, in the order of the file.
    private var columns: [(name: String, place: Int, bytes: Int)] = []
    private var next = 0

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``CacheFault`` for a missing or damaged file, and for a link or a special file in its place.
    package init(path: String) throws(CacheFault) {
        // Opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw .missing
            case ELOOP: throw .refused("\(path) is a symbolic link")
            case ENXIO: throw .refused("\(path) is a special file")
            default: throw .lastError
            }
        }
        self.descriptor = descriptor
        do throws(CacheFault) {
            let prologue = try CachePrologue(descriptor)
            columnsSum = prologue.columnsSum
            header = try prologue.header(descriptor)
            var place = prologue.columnsStart
            for column in header.columns {
                guard column.bytes >= 0, column.bytes <= prologue.fileBytes else { throw .damaged("overlong columns") }
                columns.append((column.name, place, column.bytes))
                place += CacheFormat.roundedUp(column.bytes)
            }
            guard place == prologue.fileBytes else { throw .damaged("\(prologue.fileBytes) bytes for \(place)") }
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Whether the next column has this name.
    package func has(_ name: String) -> Bool { next < columns.count && columns[next].name == name }

    /// Reads the next column.
    ///
    /// - Throws: ``CacheFault`` if its name is not `name`, or reading fails.
    package func column<Value: PlainNumbers>(
        _ name: String,
        of type: Value.Type = Value.self
    ) throws(CacheFault) -> [Value] {
        let stride = MemoryLayout<Value>.stride
        guard has(name), columns[next].bytes.isMultiple(of: stride) else { throw .damaged("no column \(name)") }
        let (_, place, bytes) = columns[next]
        next += 1
        var fault: CacheFault?
        let values = [Value](unsafeUninitializedCapacity: bytes / stride) { buffer, count in
            do throws(CacheFault) {
                try read(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: bytes), at: place)
                count = bytes / stride
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return values
    }

    /// Checks that all columns were read and that their checksum is correct.
    ///
    /// - Throws: ``CacheFault`` otherwise.
    func check() throws(CacheFault) {
        guard next == columns.count else { throw .damaged("more columns than streams") }
        guard sum.value == columnsSum else { throw .damaged("an incorrect checksum of the columns") }
    }

    private func read(_ bytes: UnsafeMutableRawBufferPointer, at place: Int) throws(CacheFault) {
        for start in stride(from: 0, to: bytes.count, by: CacheFormat.chunkBytes) {
            let end = min(start + CacheFormat.chunkBytes, bytes.count)
            let chunk = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
            try Self.fill(chunk, from: descriptor, at: place + start)
            sum.add(UnsafeRawBufferPointer(chunk))
        }
    }

    /// Fills a buffer from an offset of the file.
    static func fill(
        _ bytes: UnsafeMutableRawBufferPointer,
        from descriptor: Int32,
        at place: Int
    ) throws(CacheFault) {
        var filled = 0
        while filled < bytes.count {
            let remaining = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
            let count = pread(descriptor, remaining.baseAddress, remaining.count, off_t(place + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .lastError }
            guard count > 0 else { throw .damaged("an unexpected end of the file") }
            filled += count
        }
    }
}

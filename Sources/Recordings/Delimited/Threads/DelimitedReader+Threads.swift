import Foundation

/// Parsing of long files on several threads.
extension DelimitedReader {
    /// Whether the file is long enough for more than one thread.
    var usesThreads: Bool {
        reading.threads > 1 && (size ?? 0) >= windowBytes
    }

    /// Number of bytes to read at a time.
    var windowBytes: Int { 16 * chunkBytes }

    /// Maximum number of bytes that a thread parses at a time.
    var sliceBytes: Int { max(chunkBytes / 2, 1) }

    /// Parses whole lines up to `stop` on several threads and passes their rows to `body` in order.
    ///
    /// It stops before a slice that does not end with a row or has a fault, and before a last line without a line end.
    /// The sequential parser reads these, so that results and errors do not depend on the number of threads.
    func feedSlices(
        upTo stop: Int,
        _ storage: RowStorage,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let ranges = slices(upTo: stop)
        guard ranges.count > 1 else { return }
        let pool = SlicePool(
            bytes: buffer.base,
            ranges: ranges,
            parsers: sliceParsers,
            threads: reading.threads,
            meanwhile: buffer.readAhead
        )
        pool.start()
        defer { pool.stop() }
        for (index, range) in ranges.enumerated() {
            let slice = pool.slice(at: index)
            guard slice.isWhole else { return }
            fed = range.upperBound
            let linesBefore = storage.line - 1
            let block = slice.storage.block(of: self, linesBefore: linesBefore)
            if block.rowCount > 0 { try body(block) }
            storage.skipLines(slice.storage.line - 1)
        }
    }

    /// The slices from ``fed`` to `stop`. The last ones are shorter, so that all threads finish at about the same time.
    private func slices(upTo stop: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = fed
        while start < stop {
            let share = (stop - start) / (2 * reading.threads)
            let bytes = min(sliceBytes, max(share, sliceBytes / 8, 1))
            let end = sliceEnd(from: start, bytes: bytes, before: stop)
            guard buffer.base[end - 1] == UInt8(ascii: "\n") else { break }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    /// The number of bytes that may be parsed before the length of the current row must be checked again.
    ///
    /// With one thread, the limit of the buffer already bounds the length of a row.
    ///
    /// - Throws: ``InputError`` if the current row is longer than ``DelimitedFormat/maximumRowBytes``.
    func longestSlice(_ parser: RowParser) throws(InputError) -> Int {
        let limit = max(format.maximumRowBytes, chunkBytes)
        let loaded = buffer.loaded
        guard usesThreads, loaded.count - fed >= limit || !parser.isAtRowStart else { return chunkBytes }
        let line = parser.storage.currentRowLine
        let start = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: loaded)
        let lineEnd = LineCount.next(after: fed, in: loaded)
        let isEnded = lineEnd > fed && loaded[lineEnd - 1] == UInt8(ascii: "\n")
        guard lineEnd - start <= (isEnded ? limit : limit - 1) else { throw rowTooLong(line: line) }
        return min(chunkBytes, start + limit - fed)
    }

    /// The end of a slice of at most `bytes` bytes: after a line end, unless the line is longer than that.
    func sliceEnd(from start: Int, bytes: Int, before stop: Int) -> Int {
        guard stop - start > bytes else { return stop }
        let slice = UnsafeBufferPointer(rebasing: buffered[start..<start + bytes])
        return slice.lastIndex(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? start + bytes
    }
}

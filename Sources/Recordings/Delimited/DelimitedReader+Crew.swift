import Foundation

/// Long files, parsed on several threads.
extension DelimitedReader {
    /// Whether the file is long enough for more than one thread.
    var hasCrew: Bool {
        reading.threads > 1 && (size ?? 0) >= windowBytes
    }

    /// What is read at a time.
    var windowBytes: Int { 16 * chunkBytes }

    /// What a thread parses at a time, at most.
    var sliceBytes: Int { max(chunkBytes / 2, 1) }

    /// Parses whole lines up to `stop`, and hands their rows out in order.
    ///
    /// Stops before a slice that does not end with a row or has a fault, and before a last line without an end: these
    /// are left to the one parser that goes through the file from start to end, so that what comes out is the same.
    func feedCrew(
        upTo stop: Int,
        _ storage: RowStorage,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let ranges = slices(upTo: stop)
        guard ranges.count > 1 else { return }
        let crew = SliceCrew(
            bytes: buffer.base,
            ranges: ranges,
            parsers: crew,
            threads: reading.threads,
            meanwhile: buffer.readAhead
        )
        crew.start()
        defer { crew.stop() }
        for (index, range) in ranges.enumerated() {
            let slice = crew.take(index)
            guard slice.isWhole else { return }
            fed = range.upperBound
            let linesBefore = storage.line - 1
            let block = slice.storage.block(of: self, linesBefore: linesBefore)
            if block.rowCount > 0 { try body(block) }
            storage.skipLines(slice.storage.line - 1)
        }
    }

    /// Whole lines from ``fed`` on: some for each slice, fewer in the last ones, so that all threads end together.
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

    /// How many bytes may be parsed before the length of the row at hand is looked at again.
    ///
    /// - Throws: an ``InputError`` where the next line makes it longer than rows may be. With one thread the buffer is no
    ///   longer than that, and tells by itself.
    func longestSlice(_ parser: RowParser) throws(InputError) -> Int {
        let limit = max(format.maximumRowBytes, chunkBytes)
        let loaded = buffer.loaded
        guard hasCrew, loaded.count - fed >= limit || !parser.isAtRowStart else { return chunkBytes }
        let line = parser.storage.currentRowLine
        let start = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: loaded)
        let lineEnd = LineCount.next(after: fed, in: loaded)
        let isEnded = lineEnd > fed && loaded[lineEnd - 1] == UInt8(ascii: "\n")
        guard lineEnd - start <= (isEnded ? limit : limit - 1) else { throw rowTooLong(line: line) }
        return min(chunkBytes, start + limit - fed)
    }

    /// Where a slice of at most so many bytes ends: behind a line, unless a line is longer.
    func sliceEnd(from start: Int, bytes: Int, before stop: Int) -> Int {
        guard stop - start > bytes else { return stop }
        let slice = UnsafeBufferPointer(rebasing: buffered[start..<start + bytes])
        return slice.lastIndex(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? start + bytes
    }
}

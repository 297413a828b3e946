import Foundation

/// Results of a scan over some bytes, so that later steps can skip searches.
struct ByteTraits {
    /// Whether all bytes are ASCII.
    let isASCII: Bool
    /// Whether there is a carriage return.
    let hasReturns: Bool
    /// Whether there is a byte that starts comments.
    let hasComments: Bool

    /// The traits of bytes that were not scanned: anything is possible.
    static let unknown = ByteTraits(isASCII: false, hasReturns: true, hasComments: true)

    private init(isASCII: Bool, hasReturns: Bool, hasComments: Bool) {
        self.isASCII = isASCII
        self.hasReturns = hasReturns
        self.hasComments = hasComments
    }

    init(of bytes: UnsafeBufferPointer<UInt8>, comment: UInt8?) {
        func contains(_ byte: UInt8) -> Bool {
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
        isASCII = UTF8Check.isASCII(bytes)
        hasReturns = contains(UInt8(ascii: "\r"))
        hasComments = comment.map(contains) ?? false
    }
}

/// The bytes of a file, read in advance while other threads parse earlier ones.
///
/// Only one thread at a time may use it.
final class ReadAhead {
    private let source: ByteSource
    private var memory: ByteMemory?
    /// The number of bytes in ``memory``, and their traits.
    private var count = 0
    private var traits = ByteTraits.unknown
    private var isAtEnd = false
    private var failure: InputError?

    init(_ source: ByteSource) {
        self.source = source
    }

    deinit {
        memory?.deallocate()
    }

    /// Reads up to `capacity` bytes in one call, unless some are already waiting.
    ///
    /// The next ``read(into:)`` throws the error if reading fails.
    func fill(headroom: Int, capacity: Int, comment: UInt8?) {
        guard count == 0, !isAtEnd, failure == nil else { return }
        let memory = memory ?? ByteMemory(headroom: headroom, capacity: capacity)
        self.memory = memory
        do throws(InputError) {
            count = try source.read(into: UnsafeMutableRawBufferPointer(start: memory.first, count: memory.capacity))
            isAtEnd = count == 0
            traits = ByteTraits(of: UnsafeBufferPointer(start: memory.first, count: count), comment: comment)
        } catch {
            failure = error
        }
    }

    /// Swaps the memory that contains the waiting bytes with `other`, and copies `prefix` in front of them.
    ///
    /// - Returns: the number and traits of the waiting bytes; nil if no bytes wait or `prefix` exceeds the headroom.
    func exchange(
        _ other: inout ByteMemory,
        prefix: UnsafeBufferPointer<UInt8>
    ) -> (count: Int, traits: ByteTraits)? {
        guard let own = memory, count > 0, prefix.count <= own.headroom else { return nil }
        if let bytes = prefix.baseAddress { memcpy(own.first - prefix.count, bytes, prefix.count) }
        (memory, other) = (other, own)
        defer { count = 0 }
        return (count, traits)
    }

    /// Reads the next bytes into the start of `buffer` and returns their number; 0 at the end.
    ///
    /// - Throws: ``InputError`` if this read or the last ``fill(headroom:capacity:comment:)`` failed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard let memory, count > 0 else {
            if let failure { throw failure }
            return isAtEnd ? 0 : try source.read(into: buffer)
        }
        let copied = min(count, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: memory.first, count: copied))
        count -= copied
        memmove(memory.first, memory.first + copied, count)
        return copied
    }
}

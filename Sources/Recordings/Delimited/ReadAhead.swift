import Foundation

/// A file's bytes, some of which are read before they are asked for, while others are parsed.
///
/// One thread at a time.
final class ReadAhead {
    private let source: ByteSource
    private var memory: ByteMemory?
    /// How many bytes wait in ``memory``, and what is known of them.
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

    /// Reads until `capacity` bytes wait, or as many as come at once. What goes wrong is thrown by the next
    /// ``read(into:)``.
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

    /// Gives the memory with the bytes that wait for another one. Those that are kept stand in front of them then.
    ///
    /// Returns how many waited; nil where none did, and where those that are kept do not fit in front of them.
    func exchange(
        _ other: inout ByteMemory,
        keeping kept: UnsafeBufferPointer<UInt8>
    ) -> (count: Int, traits: ByteTraits)? {
        guard let own = memory, count > 0, kept.count <= own.headroom else { return nil }
        if let bytes = kept.baseAddress { memcpy(own.first - kept.count, bytes, kept.count) }
        (memory, other) = (other, own)
        defer { count = 0 }
        return (count, traits)
    }

    /// Fills the front of `room` with the next bytes. Returns how many; 0 at the end.
    func read(into room: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard let memory, count > 0 else {
            if let failure { throw failure }
            return isAtEnd ? 0 : try source.read(into: room)
        }
        let taken = min(count, room.count)
        room.copyMemory(from: UnsafeRawBufferPointer(start: memory.first, count: taken))
        count -= taken
        memmove(memory.first, memory.first + taken, count)
        return taken
    }
}

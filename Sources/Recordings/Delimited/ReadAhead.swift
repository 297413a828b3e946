/// A file's bytes, some of which are read before they are asked for, while others are parsed.
///
/// One thread at a time.
final class ReadAhead {
    private let source: ByteSource
    private var bytes: UnsafeMutableRawBufferPointer?
    /// How many of ``bytes`` wait.
    private var count = 0
    private var isAtEnd = false
    private var failure: InputError?

    init(_ source: ByteSource) {
        self.source = source
    }

    deinit {
        bytes?.deallocate()
    }

    /// Reads until `capacity` bytes wait, or as many as come at once. What goes wrong is thrown by the next
    /// ``read(into:)``. The capacity is always the same.
    func fill(capacity: Int) {
        let bytes = bytes ?? .allocate(byteCount: capacity, alignment: 16)
        self.bytes = bytes
        guard count < bytes.count, !isAtEnd, failure == nil else { return }
        do throws(InputError) {
            let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            count += added
            isAtEnd = added == 0
        } catch {
            failure = error
        }
    }

    /// Fills the front of `room` with the next bytes. Returns how many; 0 at the end.
    func read(into room: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard let bytes, count > 0 else {
            if let failure { throw failure }
            return isAtEnd ? 0 : try source.read(into: room)
        }
        let taken = min(count, room.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
        count -= taken
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
        return taken
    }
}

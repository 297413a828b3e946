import CSextant

/// An object that a handle of the C interface identifies.
protocol HandleObject: AnyObject {
    /// The kind in the handle.
    static var kind: UInt8 { get }
}

extension HandleObject {
    /// Stores the object in the table of handles, which then owns it. Returns `nil` if the table is full.
    func handle() -> UInt64? {
        let object = Unmanaged.passRetained(self)
        let handle = sextant_handle_store(object.toOpaque(), Self.kind)
        if handle == 0 { object.release() }
        return handle == 0 ? nil : handle
    }

    /// Calls a function with the object of a handle.
    @inline(__always) static func with(_ handle: UInt64, _ body: (Self) -> Int32) -> Int32 {
        guard let object = sextant_handle_object(handle, kind) else { return Int32(SEXTANT_INVALID_HANDLE) }
        // The table owns the object during the call, because only one thread at a time uses a handle.
        return Unmanaged<Self>.fromOpaque(object)._withUnsafeGuaranteedRef(body)
    }

    /// Removes a handle and frees its object.
    static func destroy(_ handle: UInt64) -> Int32 {
        guard let object = sextant_handle_remove(handle, kind) else { return Int32(SEXTANT_INVALID_HANDLE) }
        Unmanaged<Self>.fromOpaque(object).release()
        return Int32(SEXTANT_OK)
    }
}

/// The caller's buffer for an error message.
struct Message {
    let bytes: UnsafeMutablePointer<CChar>?
    let size: Int

    /// Writes a text, which is truncated between two characters if the buffer is too small.
    func write(_ text: String) {
        guard let bytes, size > 0 else { return }
        var count = 0
        for character in text {
            let next = character.utf8
            guard count + next.count < size else { break }
            for byte in next {
                bytes[count] = CChar(bitPattern: byte)
                count += 1
            }
        }
        bytes[count] = 0
    }

    /// Writes the reason, and returns the status.
    func fail(_ status: Int, _ text: String) -> Int32 {
        write(text)
        return Int32(status)
    }

    /// Checks the arguments that all create functions have in common. Returns `nil` if they are valid.
    func failure(interface: UInt32, spec: UnsafePointer<CChar>?, handle: UnsafeMutablePointer<UInt64>?) -> Int32? {
        guard interface == SEXTANT_INTERFACE else {
            return fail(
                SEXTANT_WRONG_INTERFACE,
                "the caller has version \(interface) of the interface, the library \(SEXTANT_INTERFACE); compile with the library's header"
            )
        }
        guard spec != nil, handle != nil else {
            return fail(SEXTANT_INVALID_ARGUMENT, "the SPEC or the pointer to the handle is NULL")
        }
        return nil
    }

    /// Stores the handle of a new object.
    func store(_ object: some HandleObject, _ handle: UnsafeMutablePointer<UInt64>) -> Int32 {
        guard let new = object.handle() else {
            return fail(SEXTANT_TOO_MANY_HANDLES, "there are 65,535 handles, the maximum; destroy unused ones")
        }
        handle.pointee = new
        return Int32(SEXTANT_OK)
    }
}

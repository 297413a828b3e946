import CSextant

/// An object that a handle of the C interface identifies.
protocol HandleObject: AnyObject {
    /// The number of the object's type. Every handle contains this number.
    static var kind: UInt8 { get }
}

extension HandleObject {
    /// Stores the object in the table of handles, which then owns the object. Returns its handle, or `nil` if the table
    /// is full.
    func handle() -> UInt64? {
        let object = Unmanaged.passRetained(self)
        let handle = sextant_handle_store(object.toOpaque(), Self.kind)
        if handle == 0 { object.release() }
        return handle == 0 ? nil : handle
    }

    /// Calls a function with the object that a handle identifies. Returns `SEXTANT_INVALID_HANDLE` if there is no such
    /// object.
    @inline(__always) static func with(_ handle: UInt64, _ body: (Self) -> Int32) -> Int32 {
        guard let object = sextant_handle_object(handle, kind) else { return Int32(SEXTANT_INVALID_HANDLE) }
        // The object exists during the call, because only one thread at a time may use a handle.
        return Unmanaged<Self>.fromOpaque(object)._withUnsafeGuaranteedRef(body)
    }

    /// Removes a handle from the table, and releases its object.
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

    /// Writes a text to the buffer. If the buffer is too small, the text is truncated after a complete character.
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

    /// Writes the reason for a failure to the buffer, and returns the status.
    func fail(_ status: Int, _ text: String) -> Int32 {
        write(text)
        return Int32(status)
    }

    /// Checks the arguments that all create functions have in common. Returns `nil` if the arguments are valid, and the
    /// status of the failure otherwise.
    func failure(interface: UInt32, spec: UnsafePointer<CChar>?, handle: UnsafeMutablePointer<UInt64>?) -> Int32? {
        guard interface == SEXTANT_INTERFACE else {
            return fail(
                SEXTANT_WRONG_INTERFACE,
                "the program was compiled for version \(interface) of the interface, but the library has version "
                    + "\(SEXTANT_INTERFACE); compile the program with the library's header"
            )
        }
        guard spec != nil, handle != nil else {
            return fail(SEXTANT_INVALID_ARGUMENT, "the SPEC or the pointer to the handle is NULL")
        }
        return nil
    }

    /// Creates a handle for a new object, and stores the handle at an address.
    func store(_ object: some HandleObject, _ handle: UnsafeMutablePointer<UInt64>) -> Int32 {
        guard let new = object.handle() else {
            return fail(SEXTANT_TOO_MANY_HANDLES, "the maximum of 65,535 handles is reached; destroy unused handles")
        }
        handle.pointee = new
        return Int32(SEXTANT_OK)
    }
}

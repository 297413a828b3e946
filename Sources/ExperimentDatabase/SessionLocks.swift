import Foundation
import SQLiteStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Who of those that use a store is alive: each locks a byte of a file beside it, and the system takes the lock away
/// with the process, however that ends.
///
/// The locks belong to the open file and not to the process (`F_OFD_SETLK`, fcntl(2)): two stores in one process are
/// two sessions.
final class SessionLocks: Sendable {
    private let path: String
    private let descriptor: Int32

    /// - Throws: a `CocoaError` or `POSIXError` where there can be no such file.
    init(besideStore store: String) throws {
        path = store + "-sessions"
        descriptor = try Self.openFile(path)
    }

    deinit {
        // Whoever has all of it is alone with it, and those who open it now look at its name again.
        if Self.lock(descriptor, from: 0, length: 0) { unlink(path) }
        close(descriptor)
    }

    /// Says that this session lives from now on.
    func hold(_ session: Int64) throws {
        guard Self.lock(descriptor, from: session, length: 1) else { throw Self.lastError() }
    }

    /// Whether somebody else holds a session.
    func isHeld(_ session: Int64) -> Bool {
        var region = Self.region(from: session, length: 1)
        guard fcntl(descriptor, Self.getLock, &region) == 0 else { return true }
        return region.l_type != Int16(F_UNLCK)
    }

    // F_OFD_SETLK and F_OFD_GETLK of <fcntl.h>, which Swift does not see.
    #if canImport(Darwin)
    private static let setLock: Int32 = 90
    private static let getLock: Int32 = 92
    #else
    private static let setLock: Int32 = 37
    private static let getLock: Int32 = 36
    #endif

    /// The file that has the name once it is open and nobody can take it away any more: the first byte is every
    /// session's.
    private static func openFile(_ path: String) throws -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw lastError() }
            var shared = region(from: 0, length: 1)
            shared.l_type = Int16(F_RDLCK)
            let isShared = fcntl(descriptor, setLock, &shared) == 0
            var (opened, named) = (stat(), stat())
            if isShared, fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino {
                return descriptor
            }
            let code = errno
            close(descriptor)
            guard isShared || code == EAGAIN || code == EACCES else {
                throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
        }
    }

    private static func lock(_ descriptor: Int32, from start: Int64, length: Int64) -> Bool {
        var region = region(from: start, length: length)
        return fcntl(descriptor, setLock, &region) == 0
    }

    /// Bytes to lock for oneself alone; to the end of everything with a length of 0.
    private static func region(from start: Int64, length: Int64) -> flock {
        var region = flock()
        region.l_type = Int16(F_WRLCK)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = off_t(start)
        region.l_len = off_t(length)
        return region
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

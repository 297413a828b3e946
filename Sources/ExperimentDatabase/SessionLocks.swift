import Foundation
import SQLiteStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Shows which sessions of a store are running. Each session locks one byte of a file next to the store, and the system
/// releases the lock when the process ends.
///
/// The locks belong to the open file and not to the process (`F_OFD_SETLK`, fcntl(2)), so two stores in one process are
/// two sessions.
final class SessionLocks: Sendable {
    private let path: String
    private let descriptor: Int32

    /// - Throws: a `CocoaError` or `POSIXError` when the file cannot be created.
    init(besideStore store: String) throws {
        path = store + "-sessions"
        descriptor = try Self.openFile(path)
    }

    deinit {
        // A lock on the whole file proves that no other session is open. Sessions that open the file now compare its
        // inode again.
        if Self.lock(descriptor, from: 0, length: 0) { unlink(path) }
        close(descriptor)
    }

    /// Locks the byte of this session.
    func hold(_ session: Int64) throws {
        guard Self.lock(descriptor, from: session, length: 1) else { throw Self.lastError() }
    }

    /// Whether another session holds the lock.
    func isHeld(_ session: Int64) -> Bool {
        var region = Self.region(from: session, length: 1)
        guard fcntl(descriptor, Self.getLock, &region) == 0 else { return true }
        return region.l_type != Int16(F_UNLCK)
    }

    // F_OFD_SETLK and F_OFD_GETLK of <fcntl.h>, which Swift does not import.
    #if canImport(Darwin)
    private static let setLock: Int32 = 90
    private static let getLock: Int32 = 92
    #else
    private static let setLock: Int32 = 37
    private static let getLock: Int32 = 36
    #endif

    /// Opens the file and locks its first byte, which all sessions share. Retries when another session deleted the file
    /// in between.
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

    /// An exclusive lock on bytes; a length of 0 covers the rest of the file.
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

import Foundation
import Recordings
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file next to a store that its running sessions share.
///
/// Each session locks one byte, and the system releases the lock when the process ends. Lines of text announce the
/// blocks of cells that sessions begin and finish.
///
/// The locks belong to the open file and not to the process (`F_OFD_SETLK`, fcntl(2)). Two stores in one process are
/// therefore two sessions.
final class SessionFile: Sendable {
    /// A Boolean value that indicates whether other sessions were running when this one opened the file.
    let isShared: Bool
    private let path: String
    private let descriptor: Int32
    private let announcements: Mutex<Announcements>

    /// Opens the file, and creates it if necessary.
    ///
    /// - Throws: a `CocoaError` or `POSIXError` when the file cannot be created.
    init(forStore store: String) throws {
        path = store + "-sessions"
        (descriptor, isShared) = try Self.openFile(path)
        // Earlier announcements are ignored: a recording may have changed since then.
        announcements = Mutex(Announcements(position: lseek(descriptor, 0, SEEK_END)))
    }

    deinit {
        // The whole file can be locked only if no other session is open. A session that opens the file now checks its
        // inode and retries.
        if Self.lock(descriptor, from: 0, length: 0) { unlink(path) }
        close(descriptor)
    }

    /// Locks the byte of this session.
    func hold(_ session: Int64) throws {
        guard Self.lock(descriptor, from: session, length: 1) else { throw Self.lastError() }
    }

    /// Returns a Boolean value that indicates whether another session holds its lock.
    func isHeld(_ session: Int64) -> Bool {
        var region = Self.region(from: session, length: 1)
        guard fcntl(descriptor, Self.getLock, &region) == 0 else { return true }
        return region.l_type != Int16(F_UNLCK)
    }

    /// Leaves the group of sessions that share the file, unless this session is the last one.
    ///
    /// If several sessions finish at the same time, exactly one stays.
    ///
    /// - Returns: `true` if this session left.
    func leaveToOthers() -> Bool {
        while !Self.lock(descriptor, from: Self.leaving, length: 1) {
            guard errno == EAGAIN || errno == EACCES else { return false }
            usleep(1_000)
        }
        defer { _ = Self.lock(descriptor, from: Self.leaving, length: 1, Int32(F_UNLCK)) }
        let isLast = Self.lock(descriptor, from: 0, length: 1)
        return Self.lock(descriptor, from: 0, length: 1, Int32(isLast ? F_RDLCK : F_UNLCK)) && !isLast
    }

    /// The byte that a session locks while it leaves. It is larger than any session number.
    private static let leaving = Int64(1) << 62

    // F_OFD_SETLK and F_OFD_GETLK of <fcntl.h>, which Swift does not import.
    #if canImport(Darwin)
    private static let setLock: Int32 = 90
    private static let getLock: Int32 = 92
    #else
    private static let setLock: Int32 = 37
    private static let getLock: Int32 = 36
    #endif

    /// Opens the file and locks its first byte, which all sessions share.
    ///
    /// The first session empties the file. Retries if another session deleted the file in the meantime.
    private static func openFile(_ path: String) throws -> (descriptor: Int32, isShared: Bool) {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw lastError() }
            let isAlone = lock(descriptor, from: 0, length: 0)
            if isAlone { ftruncate(descriptor, 0) }
            // Turns an exclusive lock on the byte into a shared one.
            let isLocked = lock(descriptor, from: 0, length: 1, F_RDLCK)
            let code = errno
            if isAlone { _ = lock(descriptor, from: 1, length: 0, F_UNLCK) }
            var (opened, named) = (stat(), stat())
            if isLocked, fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino {
                return (descriptor, !isAlone)
            }
            close(descriptor)
            guard isLocked || code == EAGAIN || code == EACCES else {
                throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
            usleep(1_000)
        }
    }

    private static func lock(
        _ descriptor: Int32,
        from start: Int64,
        length: Int64,
        _ kind: Int32 = Int32(F_WRLCK)
    ) -> Bool {
        var region = region(from: start, length: length)
        region.l_type = Int16(kind)
        return fcntl(descriptor, setLock, &region) == 0
    }

    /// Describes an exclusive lock on bytes. A length of 0 covers the rest of the file.
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

extension SessionFile {
    /// The announcements read so far.
    private struct Announcements {
        /// The end of the last complete line.
        var position: off_t
        /// The sessions that began each block.
        var begun: [String: [Substring]] = [:]
        var finished: Set<String> = []
    }

    /// Announces the state of a block. If the line cannot be written, other sessions look up each cell of the block.
    func announce(_ state: BlockState, of block: String, by session: Int64) {
        let word = state == .finished ? Self.finished : Self.begun
        let line = Array("\(word) \(session) \(Self.name(of: block))\n".utf8)
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads new announcements and returns the state of a block. O(new lines).
    func state(of block: String) -> BlockState {
        announcements.withLock { known in
            for line in newLines(from: &known.position) {
                let words = line.split(separator: " ")
                guard words.count == 3 else { continue }
                let name = String(words[2])
                if words[0] == Self.begun { known.begun[name, default: []].append(words[1]) }
                // Ignore sessions that began the block before this one opened the file: they may have read older
                // recordings.
                if words[0] == Self.finished, known.begun[name]?.contains(words[1]) ?? false {
                    known.finished.insert(name)
                }
            }
            let name = Self.name(of: block)
            return known.finished.contains(name) ? .finished : .begun(times: known.begun[name]?.count ?? 0)
        }
    }

    private static let begun = "begun"
    private static let finished = "finished"

    private static func name(of block: String) -> String {
        let digest = Fingerprint()
        Array(block.utf8).withUnsafeBytes(digest.update)
        return digest.hexadecimal
    }

    /// Reads the complete lines after a position, and advances the position.
    private func newLines(from position: inout off_t) -> [Substring] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, position + off_t(bytes.count))
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        position += off_t(end + 1)
        return String(decoding: bytes[...end], as: UTF8.self).split(separator: "\n")
    }
}

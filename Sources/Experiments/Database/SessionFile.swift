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

/// A file next to an experiment store. Every session opens this file. A session is an open store in a process.
///
/// Each session locks one byte of the file; the system releases the lock when the process ends. Lines of text in the
/// file announce which blocks of cells a session begins and finishes.
///
/// Locks belong to the open file, not to the process (`F_OFD_SETLK`, fcntl(2)), so two open stores in one process are
/// two sessions.
final class SessionFile: Sendable {
    /// A Boolean value that indicates whether other sessions were running when this session opened the file.
    let isShared: Bool
    private let path: String
    private let descriptor: Int32
    private let announcements: Mutex<Announcements>

    /// Opens the file, and creates it if necessary.
    ///
    /// - Throws: A `CocoaError` or `POSIXError` if the file cannot be created.
    init(forStore store: String) throws {
        path = store + "-sessions"
        (descriptor, isShared) = try Self.openFile(path)
        // Earlier announcements are ignored, because recordings may have changed since then.
        announcements = Mutex(Announcements(position: lseek(descriptor, 0, SEEK_END)))
    }

    deinit {
        // The whole file can be locked only if no other session has opened it. A session that opens the file now
        // notices the deletion by the inode, and tries again.
        if Self.lock(descriptor, from: 0, length: 0) { unlink(path) }
        close(descriptor)
    }

    /// Locks the byte that belongs to this session.
    func hold(_ session: Int64) throws {
        guard Self.lock(descriptor, from: session, length: 1) else { throw Self.lastError() }
    }

    /// Returns a Boolean value that indicates whether a session is still running and holds its lock.
    func isHeld(_ session: Int64) -> Bool {
        var region = Self.region(from: session, length: 1)
        guard fcntl(descriptor, Self.getLock, &region) == 0 else { return true }
        return region.l_type != Int16(F_UNLCK)
    }

    /// Marks this session as no longer running, unless it is the last running session.
    ///
    /// If several sessions finish at the same time, exactly one of them is the last.
    ///
    /// - Returns: `true` if other sessions are still running.
    func leaveToOthers() -> Bool {
        while !Self.lock(descriptor, from: Self.leaving, length: 1) {
            guard errno == EAGAIN || errno == EACCES else { return false }
            usleep(1_000)
        }
        defer { _ = Self.lock(descriptor, from: Self.leaving, length: 1, Int32(F_UNLCK)) }
        let isLast = Self.lock(descriptor, from: 0, length: 1)
        return Self.lock(descriptor, from: 0, length: 1, Int32(isLast ? F_RDLCK : F_UNLCK)) && !isLast
    }

    /// The offset of a byte that each session locks while it ends its participation, so that only one session leaves at
    /// a time. The offset exceeds the numbers of all sessions.
    private static let leaving = Int64(1) << 62

    // F_OFD_SETLK and F_OFD_GETLK of <fcntl.h>, which are not imported into Swift.
    #if canImport(Darwin)
    private static let setLock: Int32 = 90
    private static let getLock: Int32 = 92
    #else
    private static let setLock: Int32 = 37
    private static let getLock: Int32 = 36
    #endif

    /// Opens the file and takes a shared lock on its first byte. Every running session has this lock.
    ///
    /// The first session empties the file. If another session has just deleted the file, the method tries again.
    private static func openFile(_ path: String) throws -> (descriptor: Int32, isShared: Bool) {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw lastError() }
            let isAlone = lock(descriptor, from: 0, length: 0)
            if isAlone { ftruncate(descriptor, 0) }
            // Turns the exclusive lock on the first byte into a shared one.
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

    /// Returns the description of an exclusive lock on a range of bytes. A range with the length 0 extends to the end
    /// of the file.
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
    /// The announcements that were read so far.
    private struct Announcements {
        /// The offset after the last complete line that was read.
        var position: off_t
        /// The sessions that announced the beginning of a block of cells, by the block's name.
        var begun: [String: [Substring]] = [:]
        var finished: Set<String> = []
    }

    /// Announces the state of a block. If the line cannot be written, other sessions do not skip the block, but check
    /// each of its cells.
    func announce(_ state: BlockState, of block: String, by session: Int64) {
        let word = state == .finished ? Self.finished : Self.begun
        let line = Array("\(word) \(session) \(Self.name(of: block))\n".utf8)
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads new announcements, and returns the state of a block. O(n) for n new lines.
    func state(of block: String) -> BlockState {
        announcements.withLock { known in
            for line in newLines(from: &known.position) {
                let words = line.split(separator: " ")
                guard words.count == 3 else { continue }
                let name = String(words[2])
                if words[0] == Self.begun { known.begun[name, default: []].append(words[1]) }
                // The recording of a block that was begun before this session opened the file may have changed. Such a
                // block does not count as finished.
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

    /// Returns the complete lines after a position, and advances the position to their end.
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

import Foundation

/// The format of a cache file.
///
/// A file consists of a block of 64 bytes, a header in JSON, and the columns. Each starts at a multiple of 64 bytes.
/// The block contains:
///
/// | bytes | content |
/// |---|---|
/// | 0 … 15 | ``magic`` |
/// | 16 … 19 | ``version`` |
/// | 20 … 23 | ``orderMark``, which detects another byte order |
/// | 24 … 31 | the length of the header in bytes, without padding |
/// | 32 … 39 | the length of the file in bytes |
/// | 40 … 47 | the checksum of the columns |
/// | 48 … 55 | 0 |
/// | 56 … 63 | the checksum of the previous 56 bytes and the header |
package enum CacheFormat {
    static let magic = Array("sextant.columns\n".utf8)
    /// The version. It must be increased when the format changes, or when reading the same files has another result.
    package static let version: UInt32 = 5
    static let orderMark: UInt32 = 0x0102_0304
    static let blockBytes = 64
    static let suffix = ".columns"
    /// The number of bytes to copy and add to a checksum at a time, so that they stay in the processor caches.
    static let chunkBytes = 1 << 18

    /// The next multiple of ``blockBytes``.
    package static func roundedUp(_ bytes: Int) -> Int { (bytes + blockBytes - 1) / blockBytes * blockBytes }
}

/// The reason why a cache file cannot be used.
package enum CacheFault: Error, Hashable {
    case missing
    /// The file is truncated or changed, or is not a cache file.
    case damaged(String)
    /// The system reports an error, in its words.
    case refused(String)

    /// The error of the last system call.
    static var lastError: CacheFault { .refused(String(cString: strerror(errno))) }
}

/// How a file of the cache is written.
///
/// A block of 64 bytes, a header in JSON, and the columns, each from a multiple of 64 bytes on:
///
/// | bytes | hold |
/// |---|---|
/// | 0 … 15 | ``magic`` |
/// | 16 … 19 | ``version`` |
/// | 20 … 23 | ``orderMark``, which reads differently where numbers are turned around |
/// | 24 … 31 | the header's length in bytes, without what fills it up |
/// | 32 … 39 | the file's length |
/// | 40 … 47 | the columns' checksum |
/// | 48 … 55 | 0 |
/// | 56 … 63 | the checksum of the 56 bytes above and the header |
enum CacheFormat {
    static let magic = Array("sextant.columns\n".utf8)
    /// Raised whenever the form of these files changes, or what reading makes of the same files.
    static let version: UInt32 = 2
    static let orderMark: UInt32 = 0x0102_0304
    static let blockBytes = 64
    static let suffix = ".columns"
    /// What is summed up and copied at a time: it stays in the processor's caches.
    static let chunkBytes = 1 << 18

    static func roundedUp(_ bytes: Int) -> Int { (bytes + blockBytes - 1) / blockBytes * blockBytes }
}

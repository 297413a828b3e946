/// How much a zip may unpack to: more than any recording has, and less than a disk.
struct ArchiveLimits {
    /// Files and folders.
    var entries = 10_000
    /// Of all entries together.
    var bytes = 4 << 30
    /// Bytes unpacked for a byte packed. Tables of numbers have 3 to 20.
    var ratio = 200
    /// Below this many bytes the ratio does not count: a short file of zeros is no attack.
    var freeBytes = 1 << 20
}

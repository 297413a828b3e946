import Crypto

/// A SHA-256 digest of all bytes that were read, in the order of reading.
public final class Fingerprint {
    private var digest = SHA256()

    /// Makes the digest of no bytes.
    public init() {}

    /// Makes a copy of another digest.
    init(_ other: Fingerprint) {
        digest = other.digest
    }

    /// Adds the next bytes to the digest. O(n).
    public func update(_ bytes: UnsafeRawBufferPointer) {
        digest.update(bufferPointer: bytes)
    }

    /// The digest of the bytes so far as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

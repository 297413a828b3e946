import Crypto

/// SHA-256 over all bytes that were read, in the order of reading.
public final class Fingerprint {
    private var digest = SHA256()

    public init() {}

    /// Goes on from where another one is, which stays as it is.
    init(_ other: Fingerprint) {
        digest = other.digest
    }

    /// Takes in the next bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        digest.update(bufferPointer: bytes)
    }

    /// The digest of the bytes so far, as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

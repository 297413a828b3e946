#if canImport(CryptoKit)
import CryptoKit
#else
import CLibCrypto
#endif

/// A running SHA-256 digest of bytes, in the order of reading.
///
/// Uses OpenSSL's libcrypto on Linux and CryptoKit on Apple platforms; both use the processor's SHA instructions.
public final class Fingerprint {
    #if canImport(CryptoKit)
    private var digest = SHA256()

    /// Creates the digest of no bytes.
    public init() {}

    /// Creates an independent copy of another digest.
    init(_ other: Fingerprint) {
        digest = other.digest
    }

    /// Appends bytes. O(n).
    public func update(_ bytes: UnsafeRawBufferPointer) {
        digest.update(bufferPointer: bytes)
    }

    private var bytes: [UInt8] { Array(digest.finalize()) }
    #else
    private let context: OpaquePointer

    private init(_ prepare: (OpaquePointer) -> Int32) {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a SHA-256 context") }
        precondition(prepare(context) == 1, "libcrypto provides no SHA-256")
        self.context = context
    }

    /// Creates the digest of no bytes.
    public convenience init() {
        self.init { EVP_DigestInit_ex($0, EVP_sha256(), nil) }
    }

    /// Creates an independent copy of another digest.
    convenience init(_ other: Fingerprint) {
        self.init { EVP_MD_CTX_copy_ex($0, other.context) }
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Appends bytes. O(n).
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        let status = EVP_DigestUpdate(context, start, bytes.count)
        precondition(status == 1, "libcrypto failed to hash \(bytes.count) bytes")
    }

    private var bytes: [UInt8] {
        // Finalising ends a context, and more bytes may follow.
        let copy = Fingerprint(self)
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let status = EVP_DigestFinal_ex(copy.context, buffer.baseAddress, nil)
            precondition(status == 1, "libcrypto failed to finalise a digest")
            count = 32
        }
    }
    #endif

    /// The digest of the bytes so far, as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

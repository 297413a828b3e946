import SensorModel

#if canImport(CryptoKit)
import CryptoKit
#else
import CLibCrypto
#endif

/// A running SHA-256 digest of bytes.
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
        // Finalising makes a context unusable. Therefore a copy is finalised, and further bytes can be added to this
        // digest.
        let copy = Fingerprint(self)
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let status = EVP_DigestFinal_ex(copy.context, buffer.baseAddress, nil)
            precondition(status == 1, "libcrypto failed to finalise a digest")
            count = 32
        }
    }
    #endif

    /// The digest of all bytes so far, as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension Recording {
    /// The SHA-256 of the recording's content: the times and values of all streams, the masks of the reference, the
    /// declination, the simulation's description, and the estimator parameters of the layout.
    ///
    /// Recordings with equal digests have equal results, even if their files differ.
    ///
    /// - Complexity: O(*n*) in the number of samples.
    public var contentDigest: String {
        let digest = ContentDigest()
        digest.add(numbers: [declination?.radians].compactMap(\.self))
        digest.add(texts: [simulation?.yaml].compactMap(\.self))
        for (name, parameters) in estimators.sorted(by: { $0.key < $1.key }) {
            digest.add(texts: [name] + parameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        }
        digest.add(accelerometer) { $0.fields }
        digest.add(gyroscope) { $0.fields }
        digest.add(magnetometer) { $0.fields }
        digest.add(heading) { $0.fields.map { $0 ?? .nan } }
        digest.add(location) { fix in
            let motion = [fix.speed, fix.course?.degrees]
            return (fix.fields + (motion.contains { $0 != nil } ? motion : [])).map { $0 ?? .nan }
        }
        digest.add(attitude) { $0.fields }
        digest.add(pose) { $0.fields }
        if let reference {
            let orientations = SensorStream(times: reference.times, values: reference.orientations)
            digest.add(orientations) { $0.fields }
            digest.add(numbers: reference.isValid.map { $0 ? 1 : 0 })
            digest.add(numbers: reference.isEvaluated?.map { $0 ? 1 : 0 } ?? [])
        }
        return digest.hexadecimal
    }
}

/// A running digest of lists of numbers and texts. The length of each list is hashed before its elements.
private struct ContentDigest {
    private let fingerprint = Fingerprint()

    var hexadecimal: String { fingerprint.hexadecimal }

    func add(texts: [String]) {
        for text in [String(texts.count)] + texts { add(numbers: text.utf8.map(Double.init)) }
    }

    func add(numbers: [Double]) {
        let bits = [UInt64(numbers.count).littleEndian] + numbers.map { $0.bitPattern.littleEndian }
        bits.withUnsafeBytes(fingerprint.update)
    }

    func add<Value>(_ stream: SensorStream<Value>?, _ numbers: (Value) -> [Double]) {
        guard let stream else { return add(numbers: []) }
        add(numbers: stream.times)
        add(numbers: stream.values.flatMap(numbers))
    }
}

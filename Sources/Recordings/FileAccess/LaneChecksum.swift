/// A 64-bit checksum that processes several gigabytes per second.
///
/// The bytes are divided into words of 8 bytes, which are assigned to four lanes in turn. Each lane processes its words
/// with the round function of xxHash64 (Y. Collet): add a multiple of the word, rotate, multiply. Each step is
/// invertible, so a change of a single word always changes the checksum. Other changes remain undetected with a
/// probability of 2⁻⁶⁴. The checksum does not protect against forgery.
package struct LaneChecksum {
    private static let first: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let laneBytes = 32

    private var lanes = SIMD4<UInt64>(first &+ second, second, 0, 0 &- first)
    private var count: UInt64 = 0

    /// Creates the checksum of no bytes.
    package init() {}

    /// Adds the next bytes, padded with zeros to a multiple of 32 bytes. O(n).
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        let whole = bytes.count / Self.laneBytes * Self.laneBytes
        if let base = bytes.baseAddress {
            for offset in stride(from: 0, to: whole, by: Self.laneBytes) {
                a = Self.step(a, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                b = Self.step(b, base.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                c = Self.step(c, base.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
                d = Self.step(d, base.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
            }
        }
        lanes = SIMD4(a, b, c, d)
        count &+= UInt64(bytes.count)
        if whole < bytes.count { addTail(UnsafeRawBufferPointer(rebasing: bytes[whole...])) }
    }

    private mutating func addTail(_ bytes: UnsafeRawBufferPointer) {
        var words = SIMD4<UInt64>()
        for (offset, byte) in bytes.enumerated() { words[offset / 8] |= UInt64(byte) << UInt64(offset % 8 * 8) }
        for lane in 0..<4 { lanes[lane] = Self.step(lanes[lane], words[lane]) }
    }

    /// The checksum of all bytes so far.
    package var value: UInt64 {
        var sum = count
        for lane in 0..<4 { sum = Self.step(sum, lanes[lane]) }
        sum = (sum ^ (sum >> 33)) &* Self.second
        sum = (sum ^ (sum >> 29)) &* Self.first
        return sum ^ (sum >> 32)
    }

    @inline(__always) private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let sum = lane &+ word &* second
        return (sum << 31 | sum >> 33) &* first
    }
}

/// A ``LaneChecksum`` of bytes that arrive in pieces of any length.
package struct PieceChecksum {
    package init() {}

    /// The last bytes, which are too few for a step of the checksum. A step needs 32 bytes.
    private var rest: [UInt8] = []
    private var sum = LaneChecksum()
    package private(set) var count = 0

    /// Adds the next bytes. O(n).
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(LaneChecksum.laneBytes - rest.count, bytes.count)
            rest += bytes[..<missing]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
            guard rest.count == LaneChecksum.laneBytes else { return }
            rest.withUnsafeBytes { sum.add($0) }
            rest = []
        }
        let whole = bytes.count / LaneChecksum.laneBytes * LaneChecksum.laneBytes
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
        rest = Array(bytes[whole...])
    }

    /// The checksum of all bytes so far.
    package var value: UInt64 {
        var sum = sum
        rest.withUnsafeBytes { sum.add($0) }
        return sum.value
    }
}

/// A 64-bit checksum that processes several gigabytes per second. The bytes may arrive in pieces of any length.
///
/// The bytes are divided into words of 8 bytes, which are assigned to four lanes in turn. Each lane processes its words
/// with the round function of xxHash64 (Y. Collet): add a multiple of the word, rotate, multiply. Each step is
/// invertible, so a change of a single word always changes the checksum. Other changes remain undetected with a
/// probability of 2⁻⁶⁴. The checksum does not protect against forgery.
package struct PieceChecksum {
    private static let first: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let laneBytes = 32

    private var lanes = SIMD4<UInt64>(first &+ second, second, 0, 0 &- first)
    /// The last bytes, which are too few for a step of all lanes.
    private var rest: [UInt8] = []
    package private(set) var count = 0

    /// Creates the checksum of no bytes.
    package init() {}

    /// Adds the next bytes. O(n).
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(Self.laneBytes - rest.count, bytes.count)
            rest += bytes[..<missing]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
            guard rest.count == Self.laneBytes else { return }
            rest.withUnsafeBytes { Self.add($0, to: &lanes) }
        }
        let whole = bytes.count / Self.laneBytes * Self.laneBytes
        Self.add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: &lanes)
        rest = Array(bytes[whole...])
    }

    /// The checksum of all bytes so far, padded with zeros to a multiple of 32 bytes.
    package var value: UInt64 {
        var lanes = lanes
        let padding = rest.isEmpty ? 0 : Self.laneBytes - rest.count
        (rest + repeatElement(0, count: padding)).withUnsafeBytes { Self.add($0, to: &lanes) }
        var sum = UInt64(count)
        for lane in 0..<4 { sum = Self.step(sum, lanes[lane]) }
        sum = (sum ^ (sum >> 33)) &* Self.second
        sum = (sum ^ (sum >> 29)) &* Self.first
        return sum ^ (sum >> 32)
    }

    /// Adds bytes whose number is a multiple of 32.
    private static func add(_ bytes: UnsafeRawBufferPointer, to lanes: inout SIMD4<UInt64>) {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        for offset in stride(from: 0, to: bytes.count, by: laneBytes) {
            a = step(a, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            b = step(b, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            c = step(c, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
            d = step(d, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
        }
        lanes = SIMD4(a, b, c, d)
    }

    @inline(__always) private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let sum = lane &+ word &* second
        return (sum << 31 | sum >> 33) &* first
    }
}

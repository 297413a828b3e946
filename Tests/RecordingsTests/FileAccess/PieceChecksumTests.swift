import Recordings
import TestSupport
import Testing

/// The changes that ``PieceChecksum`` must detect.
struct PieceChecksumTests {
    private static func sum(_ bytes: [UInt8]) -> UInt64 {
        var sum = PieceChecksum()
        bytes.withUnsafeBytes { sum.add($0) }
        return sum.value
    }

    @Test func `Every changed bit, length or exchange of words changes the checksum`() {
        var generator = SeededGenerator(seed: 3)
        let bytes = (0..<150).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var sums: Set<UInt64> = []
        for length in 0...bytes.count { sums.insert(Self.sum(Array(bytes[..<length]))) }
        #expect(sums.count == bytes.count + 1)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                sums.insert(Self.sum(changed))
            }
        }
        #expect(sums.count == 9 * bytes.count + 1)
        for first in stride(from: 0, to: 136, by: 8) {
            for second in stride(from: first + 8, to: 144, by: 8) {
                var changed = bytes
                for byte in 0..<8 { changed.swapAt(first + byte, second + byte) }
                sums.insert(Self.sum(changed))
            }
        }
        #expect(sums.count == 9 * bytes.count + 1 + 17 * 18 / 2)
    }

    /// Checksums by multiplication alone do not detect changes of the top bit in two words of one lane.
    @Test func `Two changed top bits in one lane change the checksum`() {
        let bytes = [UInt8](repeating: 0, count: 96)
        for pair in [(7, 39), (7, 71), (39, 71)] {
            var changed = bytes
            changed[pair.0] = 0x80
            changed[pair.1] = 0x80
            #expect(Self.sum(changed) != Self.sum(bytes))
        }
    }

    @Test func `Pieces of whole words have the checksum of the whole`() {
        let bytes = (0..<100).map { UInt8($0) }
        var sum = PieceChecksum()
        for piece in [bytes[..<32], bytes[32..<96], bytes[96...]] { Array(piece).withUnsafeBytes { sum.add($0) } }
        #expect(sum.value == Self.sum(bytes))
    }

    @Test func `Pieces of any length have the checksum of the whole`() {
        let bytes = (0..<200).map { UInt8($0) }
        for length in 1...70 {
            var sum = PieceChecksum()
            for start in stride(from: 0, to: bytes.count, by: length) {
                Array(bytes[start..<min(start + length, bytes.count)]).withUnsafeBytes { sum.add($0) }
            }
            #expect(sum.value == Self.sum(bytes) && sum.count == bytes.count)
        }
    }
}

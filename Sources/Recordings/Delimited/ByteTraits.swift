import Foundation

/// What some bytes do not hold, so that nobody has to look for it again.
struct ByteTraits {
    /// Whether all are ASCII.
    let isASCII: Bool
    let hasReturns: Bool
    /// Whether one is the byte with which comments start.
    let hasComments: Bool

    /// Where nobody has looked.
    static let unknown = ByteTraits(isASCII: false, hasReturns: true, hasComments: true)

    private init(isASCII: Bool, hasReturns: Bool, hasComments: Bool) {
        self.isASCII = isASCII
        self.hasReturns = hasReturns
        self.hasComments = hasComments
    }

    init(of bytes: UnsafeBufferPointer<UInt8>, comment: UInt8?) {
        func holds(_ byte: UInt8) -> Bool {
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
        isASCII = UTF8Check.isASCII(bytes)
        hasReturns = holds(UInt8(ascii: "\r"))
        hasComments = comment.map(holds) ?? false
    }
}

import Foundation

/// Results of a scan over some bytes, so that later steps can skip searches.
struct ByteTraits {
    /// Whether all bytes are ASCII.
    let isASCII: Bool
    /// Whether there is a carriage return.
    let hasReturns: Bool
    /// Whether there is a byte that starts comments.
    let hasComments: Bool

    /// The traits of bytes that were not scanned: anything is possible.
    static let unknown = ByteTraits(isASCII: false, hasReturns: true, hasComments: true)

    private init(isASCII: Bool, hasReturns: Bool, hasComments: Bool) {
        self.isASCII = isASCII
        self.hasReturns = hasReturns
        self.hasComments = hasComments
    }

    init(of bytes: UnsafeBufferPointer<UInt8>, comment: UInt8?) {
        func contains(_ byte: UInt8) -> Bool {
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
        isASCII = UTF8Check.isASCII(bytes)
        hasReturns = contains(UInt8(ascii: "\r"))
        hasComments = comment.map(contains) ?? false
    }
}

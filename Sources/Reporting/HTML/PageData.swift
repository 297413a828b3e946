/// Data in a link.
enum PageData {
    /// The text as the part of a `data:` link behind the comma: what may stand there as it is, and the rest of its
    /// UTF-8 as `%0A` (RFC 3986, section 2).
    static func uri(of text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 5 / 4)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if isPlain[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let isPlain: [Bool] = {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:;=/()*!@".utf8)
        return (0..<256).map { plain.contains(UInt8($0)) }
    }()
}

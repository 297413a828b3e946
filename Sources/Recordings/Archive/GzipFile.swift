import CLibZip
import SensorModel

/// A gzip file (RFC 1952) that is open for reading.
final class GzipFile {
    private let path: String
    private let file: gzFile

    /// Opens a file. Returns `nil` if it is not a gzip file.
    init?(path: String) {
        guard Self.isGzip(path: path), let file = gzopen(path, "rb") else { return nil }
        self.path = path
        self.file = file
    }

    deinit { gzclose_r(file) }

    /// Returns whether a file starts with the signature of gzip.
    static func isGzip(path: String) -> Bool {
        guard FileKind(path: path) == .regular else { return false }
        return (try? ByteSource.head(of: path, bytes: 3)) == [0x1F, 0x8B, 8]
    }

    /// Passes the content to `body` in pieces. Stops if `body` returns `false`.
    ///
    /// - Throws: `InputError` if the file is damaged, or its content is a tar archive, and the errors of `body`.
    func read(_ body: (UnsafeRawBufferPointer) throws(InputError) -> Bool) throws(InputError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var isFirst = true
        while true {
            let count = gzread(file, buffer.baseAddress, UInt32(buffer.count))
            guard count >= 0 else { throw damaged() }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)])
            if isFirst, Self.isTar(piece) {
                throw InputError(
                    file: path,
                    message: "the gzip file contains a tar archive",
                    advice: "unpack the archive with 'tar xzf', and give the unpacked folder"
                )
            }
            isFirst = false
            guard count > 0 else {
                var code: Int32 = 0
                _ = gzerror(file, &code)
                if code != Z_OK { throw damaged() }
                return
            }
            guard try body(piece) else { return }
        }
    }

    private static func isTar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 262 && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    private func damaged() -> InputError {
        var code: Int32 = 0
        let text = gzerror(file, &code).map { String(cString: $0) } ?? ""
        let reason = text.isEmpty ? "unknown reason" : text
        return InputError(
            file: path,
            message: "cannot unpack the gzip file: \(reason)",
            advice: "copy or export the file again"
        )
    }
}

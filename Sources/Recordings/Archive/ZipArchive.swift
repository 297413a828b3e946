import CLibZip
import SensorModel

/// Limits for the content of a zip, which protect against zip bombs.
package struct ArchiveLimits {
    package init() {}

    /// The maximum number of files and folders in the zip.
    package var entries = 10_000
    /// The maximum number of unpacked bytes of all entries together. Recordings are smaller.
    package var bytes = 4 << 30
    /// The maximum ratio of unpacked to packed bytes. Tables of numbers have ratios of 3 to 20.
    package var ratio = 200
    /// The unpacked size in bytes up to which an entry may exceed ``ratio``. Short files of zeros are therefore
    /// accepted.
    package var freeBytes = 1 << 20
}

/// A zip that is open for reading.
final class ZipArchive {
    /// A file in the zip.
    struct Entry {
        let index: UInt64
        let name: String
        /// The unpacked size in bytes that the archive declares.
        let size: UInt64
        /// The packed size in bytes that the archive declares.
        let packedSize: UInt64
    }

    let path: String
    /// The files in the zip, without metadata of macOS.
    private(set) var entries: [Entry] = []
    private let archive: OpaquePointer

    init(path: String, limits: ArchiveLimits) throws(InputError) {
        var code: Int32 = 0
        guard let archive = zip_open(SpooledInput.openablePath(path), ZIP_RDONLY, &code) else {
            let reason = Self.text(of: code)
            throw InputError(
                file: path,
                message: "cannot read the zip: \(reason)",
                advice: "copy or export the zip again"
            )
        }
        self.path = path
        self.archive = archive
        let count = zip_get_num_entries(archive, 0)
        guard count <= limits.entries else {
            throw Self.tooMuch(path, "the zip has \(count) entries, but at most \(limits.entries) are allowed")
        }
        for index in 0..<UInt64(max(count, 0)) {
            if let entry = try entry(index) { entries.append(entry) }
        }
        try checkStatedSizes(limits)
    }

    deinit { zip_discard(archive) }

    /// Returns whether a file starts with the signature of a zip.
    static func isZip(path: String) -> Bool {
        guard FileKind(path: path) != .folder, let head = try? ByteSource.head(of: path, bytes: 4) else { return false }
        // A local file header, or the end of an empty archive's directory.
        return head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 5, 6]
    }

    /// Passes the content of an entry to `body` in pieces. Stops if `body` returns `false`.
    ///
    /// - Throws: `InputError` if the entry is damaged, and the errors of `body`.
    func read(
        _ entry: Entry,
        _ body: (UnsafeRawBufferPointer) throws(InputError) -> Bool
    ) throws(InputError) {
        guard let file = zip_fopen_index(archive, entry.index, 0) else {
            throw damaged(entry, String(cString: zip_strerror(archive)))
        }
        defer { zip_fclose(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while let base = buffer.baseAddress {
            let count = zip_fread(file, base, UInt64(buffer.count))
            guard count >= 0 else { throw damaged(entry, String(cString: zip_file_strerror(file))) }
            if count == 0 { return }
            guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)])) else { return }
        }
    }

    private func entry(_ index: UInt64) throws(InputError) -> Entry? {
        var status = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &status) == 0, let text = status.name else {
            let reason = String(cString: zip_strerror(archive))
            throw InputError(
                file: path,
                message: "cannot read an entry of the zip: \(reason)",
                advice: "copy or export the zip again"
            )
        }
        let name = String(cString: text)
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSystems = parts.contains("__MACOSX") || (parts.last ?? "").hasPrefix(".")
        guard !name.hasSuffix("/"), !isSystems || parts.contains("..") else { return nil }
        try checkName(name, parts)
        guard status.encryption_method == UInt16(ZIP_EM_NONE) else {
            throw InputError(
                file: "\(path)/\(name)",
                message: "the entry is encrypted",
                advice: "unpack the zip yourself, and give the folder"
            )
        }
        return Entry(index: index, name: name, size: status.size, packedSize: status.comp_size)
    }

    private func checkName(_ name: String, _ parts: [Substring]) throws(InputError) {
        let isOutside = parts.contains("..") || parts.contains("") || name.contains("\\")
        guard isOutside || parts.contains(".") || name.utf8.count > 1024 else { return }
        throw InputError(
            file: path,
            message: "the entry '\(name.prefix(80))' has an unsafe path",
            advice: "unpack the files that you trust, and give the folder with these files"
        )
    }

    private func checkStatedSizes(_ limits: ArchiveLimits) throws(InputError) {
        var sum: UInt64 = 0
        for entry in entries {
            let (total, overflow) = sum.addingReportingOverflow(entry.size)
            guard !overflow, total <= UInt64(limits.bytes) else {
                throw Self.tooMuch(path, "the zip exceeds \(limits.bytes >> 20) MiB when unpacked")
            }
            sum = total
            try checkRatio(of: entry, unpackedBytes: entry.size, limits)
        }
    }

    /// Checks the compression ratio of an entry that unpacks to at least `bytes` bytes.
    func checkRatio(of entry: Entry, unpackedBytes bytes: UInt64, _ limits: ArchiveLimits) throws(InputError) {
        let maximum = entry.packedSize.multipliedReportingOverflow(by: UInt64(limits.ratio))
        guard bytes > UInt64(limits.freeBytes), !maximum.overflow, bytes > maximum.partialValue else { return }
        throw Self.tooMuch(
            "\(path)/\(entry.name)",
            "the entry unpacks to more than \(limits.ratio) times its packed size"
        )
    }

    static func tooMuch(_ file: String, _ message: String) -> InputError {
        InputError(
            file: file,
            message: message,
            advice: "if you trust the zip, unpack it yourself and give the folder"
        )
    }

    private func damaged(_ entry: Entry, _ reason: String) -> InputError {
        InputError(
            file: "\(path)/\(entry.name)",
            message: "cannot unpack the entry: \(reason)",
            advice: "copy or export the zip again"
        )
    }

    private static func text(of code: Int32) -> String {
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return String(cString: zip_error_strerror(&error))
    }
}

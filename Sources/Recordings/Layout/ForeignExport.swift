/// A file in a form that apps export besides CSV, and that is not read.
struct ForeignExport {
    private let path: String
    private let form: String

    private static let headBytes = 64

    /// Detects the form of a file from its first bytes; nil for any other file and for a folder.
    init?(path: String) {
        guard let source = try? ByteSource(path: path, fingerprint: nil, access: .repeatable),
            let head = try? source.head(bytes: Self.headBytes)
        else { return nil }
        guard head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else { return nil }
        form = "an Excel workbook"
        self.path = path
    }

    /// The error that names the form, and the export to use in its place.
    var error: InputError {
        InputError(
            file: path,
            found: form,
            expected: "a recording as CSV, which is the form of an app's export that is read",
            remedy: "export the recording again as CSV, or as a zip of CSV files"
        )
    }
}

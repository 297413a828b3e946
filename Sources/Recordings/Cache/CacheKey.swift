/// Everything that a recording's streams depend on, but for the bytes of its files, which ``Recording/sha256`` stands
/// for.
struct CacheKey: Hashable {
    /// 64 hexadecimal digits.
    let digest: String
    private let sizes: [Int]

    /// Nil where something cannot be told in advance: how long a pipe is, for example.
    ///
    /// `tool` is who reads: another version may read the same file differently.
    init?(_ source: StreamSource, tool: String) {
        guard let sizes = Self.sizes(of: source) else { return nil }
        self.sizes = sizes
        // Of the metadata's file one entry may be the recording's, by the folder's name.
        let entry = source.layout.metadata?.list == nil ? nil : source.folder.name
        let names = source.files.map(\.name) + source.paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let parts: [Any] = [
            CacheFormat.version, tool, entry as Any, names, sizes, source.files.map(\.choices), source.layout,
        ]
        guard let text = try? ValueText.text(of: parts) else { return nil }
        let fingerprint = Fingerprint()
        Array(text.utf8).withUnsafeBytes(fingerprint.update)
        digest = fingerprint.hexadecimal
    }

    /// Whether the files are as long as they were.
    func holds(for source: StreamSource) -> Bool { Self.sizes(of: source) == sizes }

    /// Which bytes belong to which file, in the digest of them all.
    private static func sizes(of source: StreamSource) -> [Int]? {
        var sizes: [Int] = []
        for path in source.paths {
            guard let file = try? ByteSource(path: path, fingerprint: nil, access: .member), let size = file.size else {
                return nil
            }
            sizes.append(size)
        }
        return sizes
    }
}

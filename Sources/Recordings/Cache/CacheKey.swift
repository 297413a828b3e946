/// A digest of everything that determines the streams of a recording, except for the bytes of its files.
///
/// ``Recording/sha256`` is the digest of these bytes.
struct CacheKey: Hashable {
    /// The digest as 64 hexadecimal digits.
    let digest: String
    private let sizes: [Int]

    /// Makes the key of a recording; nil if it has no key, for example because the length of a pipe is unknown.
    ///
    /// - Parameters:
    ///   - source: the files of the recording.
    ///   - tool: the name and version of the reading program, because versions may read the same file differently.
    init?(_ source: StreamSource, tool: String) {
        guard let sizes = Self.sizes(of: source) else { return nil }
        self.sizes = sizes
        // The name of the folder may select an entry of the metadata file.
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

    /// Whether the files still have the lengths in this key.
    func matches(_ source: StreamSource) -> Bool { Self.sizes(of: source) == sizes }

    /// The lengths of the files, which define their boundaries in the digest of all bytes.
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

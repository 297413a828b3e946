extension StreamSource {
    /// Takes every byte of every file into a digest, in the order in which reading does.
    func hash(into fingerprint: Fingerprint) throws(InputError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: CacheFormat.chunkBytes, alignment: 64)
        defer { buffer.deallocate() }
        for path in paths {
            let file = try ByteSource(path: path, fingerprint: fingerprint, access: .member)
            while try file.read(into: buffer) > 0 {}
        }
    }
}

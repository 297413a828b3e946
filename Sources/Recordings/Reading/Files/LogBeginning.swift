/// The first lines of a log.
enum LogBeginning {
    private static let bytes = 1 << 14
    private static let maximumLines = 100

    /// The first lines of a file, without the last one if it may be incomplete; none if the file cannot be read.
    static func lines(of path: String) -> [String] {
        guard let source = try? ByteSource(path: path, fingerprint: nil, access: .repeatable),
            let head = try? source.head(bytes: bytes)
        else { return [] }
        let lines = head.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        let whole = head.count < bytes ? lines[...] : lines.dropLast()
        return whole.prefix(maximumLines).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The median length of the vectors in the columns x, y, z of the first rows; nil without such columns or vectors.
    ///
    /// Vectors of length zero are left out: some sensors write them before they have started.
    static func length(of path: String) -> Double? {
        let rows = lines(of: path).map { line in line.split(omittingEmptySubsequences: false) { ",;\t".contains($0) } }
        guard let header = rows.first else { return nil }
        let places = ["x", "y", "z"].compactMap { axis in header.firstIndex { $0.lowercased() == axis } }
        guard places.count == 3 else { return nil }
        let lengths = rows.dropFirst().compactMap { row -> Double? in
            let values = places.compactMap { row.indices.contains($0) ? Double(row[$0]) : nil }
            let squared = values.reduce(0) { $0 + $1 * $1 }
            return values.count == 3 && squared > 0 ? squared.squareRoot() : nil
        }
        return lengths.isEmpty ? nil : lengths.sorted()[lengths.count / 2]
    }
}

import Yams

extension YAMLValue {
    /// The first row of a CSV file, under the names in its header.
    static func row(ofCSV text: [UInt8], file: String) throws(InputError) -> YAMLValue {
        var format = DelimitedFormat(comment: nil)
        format.headerRows = 0
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let rows = text[start...].withUnsafeBufferPointer { bytes -> (names: FirstRow, values: FirstRow)? in
            guard let names = try? FirstRow(bytes: bytes, isAtEnd: true, format: format) else { return nil }
            let rest = UnsafeBufferPointer(rebasing: bytes[names.length...])
            guard let values = try? FirstRow(bytes: rest, isAtEnd: true, format: format) else { return nil }
            return (names, values)
        }
        guard let rows else {
            throw InputError(
                file: file,
                found: "no row below a header",
                expected: "the names of the metadata and their values",
                remedy: "check that the file was written to its end, or remove it"
            )
        }
        var pairs: [(Node, Node)] = []
        for (name, value) in zip(rows.names.fields, rows.values.fields)
        where !pairs.contains(where: { $0.0 == Node(name) }) {
            pairs.append((Node(name), Node(value)))
        }
        return YAMLValue(file: file, node: .mapping(Node.Mapping(pairs)))
    }
}

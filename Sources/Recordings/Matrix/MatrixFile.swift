import Foundation

/// A MATLAB or HDF5 file as a table: each column of its matrices has a name such as `imu_acc(:,1)`.
///
/// The names use MATLAB's notation: indices count from 1, and the colon is the dimension of the samples. The dimensions
/// have the order that MATLAB shows for a `.mat` and h5py for an HDF5 file.
final class MatrixFile {
    let path: String
    private let library: MatrixLibrary
    /// The variables and columns by field, in the order of the file.
    private let fields: [(variable: MatrixVariable, column: MatrixColumn)]

    /// Lists the variables of a file; nil for a file that is neither MATLAB's nor HDF5.
    ///
    /// - Throws: ``InputError`` for a missing library and for a damaged file.
    init?(path: String) throws(InputError) {
        guard let library = MatrixLibrary(path: path) else { return nil }
        self.path = path
        self.library = library
        let variables = try Self.variables(in: library.records(of: path, names: nil), path).variables
        let columns = variables.map { $0.columns(columnMajor: library.isColumnMajor) }
        fields = zip(variables, columns).flatMap { variable, columns in columns.map { (variable, $0) } }
    }

    /// The names of all columns.
    var header: DelimitedHeader {
        DelimitedHeader(file: path, names: fields.map(\.column.name), fieldCount: fields.count, line: 1)
    }

    private static func variables(
        in records: FileHandle,
        _ path: String
    ) throws(InputError) -> (bytes: Data, variables: [MatrixVariable]) {
        // A mapped file needs no second copy of the values.
        let place = "/dev/fd/\(records.fileDescriptor)"
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: place), options: .alwaysMapped)
        guard let bytes, let variables = bytes.withUnsafeBytes(MatrixVariable.list) else {
            throw InputError(
                file: path,
                found: "values that could not be passed on",
                expected: "space for them in memory",
                remedy: "check the memory of this machine",
                isEnvironment: true
            )
        }
        return (bytes, variables)
    }

    /// The only value of a field.
    ///
    /// - Throws: ``InputError`` if the field has several values.
    func number(field: Int) throws(InputError) -> Double {
        let wanted = fields[field]
        let columns = try values(of: [field])
        guard columns.count == 1 else {
            throw InputError(
                file: path,
                found: "\(wanted.variable.sampleCount) values in '\(wanted.column.name)'",
                expected: "one number",
                remedy: "correct the layout"
            )
        }
        var number = Double.nan
        columns.forEach(column: 0, rows: 0..<1) { _, bits in
            number = MatrixValues.double(bits, isInteger: columns.columns[0].isInteger)
        }
        return number
    }

    /// Reads the values of some fields.
    ///
    /// - Throws: ``InputError`` for columns of different lengths and for a damaged file.
    func values(of selection: [Int]) throws(InputError) -> MatrixValues {
        let wanted = selection.map { fields[$0] }
        let first = wanted.first?.variable
        for (variable, column) in wanted where variable.sampleCount != first?.sampleCount {
            throw InputError(
                file: path,
                found: "\(variable.sampleCount) values in '\(column.name)', "
                    + "and \(first?.sampleCount ?? 0) in '\(wanted[0].column.name)'",
                expected: "columns of one length in a stream",
                remedy: "correct the layout, or the file"
            )
        }
        var names: [String] = []
        for (variable, _) in wanted where !names.contains(variable.name) { names.append(variable.name) }
        let (bytes, variables) = try Self.variables(in: library.records(of: path, names: names), path)
        let byName = Dictionary(variables.map { ($0.name, $0) }) { first, _ in first }
        var columns: [MatrixValues.Column] = []
        for (variable, column) in wanted {
            guard let read = byName[variable.name], let offset = read.valueOffset,
                read.dimensions == variable.dimensions
            else {
                throw InputError(
                    file: path,
                    found: "no values of '\(variable.name)'",
                    expected: "numbers",
                    remedy: "write the file again, or export the matrices as CSV"
                )
            }
            columns.append(
                MatrixValues.Column(
                    offset: offset + 8 * column.start,
                    step: 8 * column.step,
                    isInteger: read.content == .integers
                )
            )
        }
        return MatrixValues(bytes: bytes, columns: columns, count: first?.sampleCount ?? 0)
    }

    /// The name of a field.
    func name(ofField field: Int) -> String { fields[field].column.name }
}

/// The values of some columns.
struct MatrixValues {
    struct Column {
        /// The offset of the first value in bytes.
        let offset: Int
        /// The bytes from one value to the next.
        let step: Int
        let isInteger: Bool
    }

    let bytes: Data
    let columns: [Column]
    /// The count of values in each column.
    let count: Int

    /// Calls `body` with the 8 bytes of each value of a column in some rows, as a bit pattern.
    func forEach(column: Int, rows: Range<Int>, _ body: (_ number: Int, _ bits: UInt64) -> Void) {
        let place = columns[column]
        bytes.withUnsafeBytes { bytes in
            for (number, row) in rows.enumerated() {
                body(number, bytes.loadUnaligned(fromByteOffset: place.offset + row * place.step, as: UInt64.self))
            }
        }
    }

    /// A value as a number.
    static func double(_ bits: UInt64, isInteger: Bool) -> Double {
        isInteger ? Double(Int64(bitPattern: bits)) : Double(bitPattern: bits)
    }
}

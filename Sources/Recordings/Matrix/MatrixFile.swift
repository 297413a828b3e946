import Dispatch
package import Foundation

/// A MATLAB, HDF5 or NumPy file as a table: each column of its matrices has a name such as `imu_acc(:,1)`.
///
/// The names use MATLAB's notation: indices count from 1, and the colon is the dimension of the samples. The dimensions
/// have the order that MATLAB shows for a `.mat`, and NumPy and h5py for the other files.
package final class MatrixFile {
    /// Reads records, see `CMatrixFiles.h`: the list of all variables for nil, or the variables with some names.
    package typealias RecordReader = @Sendable (_ names: [String]?) throws(InputError) -> Data

    /// The values of a variable.
    fileprivate struct StoredValues {
        let variable: MatrixVariable
        let bytes: Data
    }

    package let path: String
    private let read: RecordReader
    /// The variables and columns by field, in the order of the file.
    private let fields: [(variable: MatrixVariable, column: MatrixColumn)]
    /// The values of short variables, which the list contains.
    private let listed: [String: StoredValues]
    /// The values that ``load(_:threads:)`` has read.
    private var loaded: [String: StoredValues] = [:]

    /// Lists the variables of a file; nil for a file that is neither MATLAB's nor HDF5 nor a NumPy archive.
    ///
    /// - Throws: ``InputError`` for a missing library and for a damaged file.
    package convenience init?(path: String) throws(InputError) {
        if let records = try NumPyArchive(path: path)?.records() {
            try self.init(path: path, isColumnMajor: false) { _ in records }
            return
        }
        guard let library = MatrixLibrary(path: path) else { return nil }
        try self.init(path: path, isColumnMajor: library.isColumnMajor) { names throws(InputError) in
            try library.records(of: path, names: names)
        }
    }

    /// Lists the variables in records.
    ///
    /// - Throws: ``InputError`` for damaged records, and errors of `read`.
    package init(path: String, isColumnMajor: Bool, read: @escaping RecordReader) throws(InputError) {
        self.path = path
        self.read = read
        let (variables, bytes) = try Self.variables(in: read(nil), path)
        fields = variables.flatMap { variable in
            variable.columns(columnMajor: isColumnMajor).map { (variable, $0) }
        }
        listed = Self.stored(variables, bytes)
    }

    /// The names of all columns.
    package var header: DelimitedHeader {
        DelimitedHeader(file: path, names: fields.map(\.column.name), fieldCount: fields.count, line: 1)
    }

    private static func variables(
        in records: Data,
        _ path: String
    ) throws(InputError) -> (variables: [MatrixVariable], bytes: Data) {
        guard let variables = records.withUnsafeBytes(MatrixVariable.list) else {
            throw InputError(
                file: path,
                found: "values that could not be passed on",
                expected: "space for them in memory",
                remedy: "check the memory of this machine",
                isEnvironment: true
            )
        }
        return (variables, records)
    }

    private static func stored(_ variables: [MatrixVariable], _ bytes: Data) -> [String: StoredValues] {
        let values = variables.filter { $0.valueOffset != nil }
        return Dictionary(values.map { ($0.name, StoredValues(variable: $0, bytes: bytes)) }) { first, _ in first }
    }

    /// Reads the values of all fields that streams need, so that the file is not opened for each stream.
    ///
    /// - Parameters:
    ///   - selection: the fields.
    ///   - threads: the number of threads that wait for child processes; each of these reads some of the variables.
    /// - Throws: ``InputError`` for a damaged file.
    package func load(_ selection: [Int], threads: Int) throws(InputError) {
        let missing = missing(among: selection.map { fields[$0].variable })
        let bytes = missing.reduce(0) { $0 + 8 * ($1.elementCount ?? 0) }
        guard bytes <= Self.maximumLoadedBytes else { return }
        loaded.merge(try values(of: missing, groups: bytes < Self.minimumGroupBytes ? 1 : threads)) { first, _ in first
        }
    }

    /// Discards the values that ``load(_:threads:)`` has read.
    func discard() { loaded = [:] }

    /// The bytes up to which the values of all streams are in memory at once.
    private static let maximumLoadedBytes = 512 << 20
    /// The bytes above which several processes read a file faster than one.
    private static let minimumGroupBytes = 1 << 20

    /// The variables without values, each once.
    private func missing(among variables: [MatrixVariable]) -> [MatrixVariable] {
        var known = Set(listed.keys).union(loaded.keys)
        return variables.filter { known.insert($0.name).inserted }
    }

    /// Reads variables in one child process or in several at the same time, with the same values and errors.
    private func values(
        of variables: [MatrixVariable],
        groups: Int
    ) throws(InputError) -> [String: StoredValues] {
        guard !variables.isEmpty else { return [:] }
        let groups = MatrixGroups(of: variables, count: groups).names
        var results = [Result<Data, InputError>?](repeating: nil, count: groups.count)
        let read = read
        results.withUnsafeMutableBufferPointer { results in
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: groups.count) { group in
                results[group] = Result { () throws(InputError) in try read(groups[group]) }
            }
        }
        // Which fault is first depends on the groups. One process reports that of the first variable.
        if groups.count > 1, results.contains(where: { (try? $0?.get()) == nil }) {
            return try self.values(of: variables, groups: 1)
        }
        var values: [String: StoredValues] = [:]
        for case let result? in results {
            let (variables, bytes) = try Self.variables(in: result.get(), path)
            values.merge(Self.stored(variables, bytes)) { first, _ in first }
        }
        return values
    }

    /// The only value of a field.
    ///
    /// - Throws: ``InputError`` if the field has several values.
    package func number(field: Int) throws(InputError) -> Double {
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
    package func values(of selection: [Int]) throws(InputError) -> MatrixValues {
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
        let variables = wanted.map(\.variable)
        let own = try values(of: missing(among: variables), groups: 1)
        var columns: [MatrixValues.Column] = []
        for (variable, column) in wanted {
            guard let read = listed[variable.name] ?? loaded[variable.name] ?? own[variable.name],
                let offset = read.variable.valueOffset, read.variable.dimensions == variable.dimensions
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
                    bytes: read.bytes,
                    offset: offset + 8 * column.start,
                    step: 8 * column.step,
                    isInteger: read.variable.content == .integers
                )
            )
        }
        return MatrixValues(columns: columns, count: first?.sampleCount ?? 0)
    }

    /// The name of a field.
    package func name(ofField field: Int) -> String { fields[field].column.name }
}

/// The values of some columns.
package struct MatrixValues {
    package struct Column {
        package let bytes: Data
        /// The offset of the first value in bytes.
        let offset: Int
        /// The bytes from one value to the next.
        let step: Int
        let isInteger: Bool
    }

    package let columns: [Column]
    /// The count of values in each column.
    package let count: Int

    package init(columns: [Column], count: Int) {
        self.columns = columns
        self.count = count
    }

    /// Calls `body` with the 8 bytes of each value of a column in some rows, as a bit pattern.
    package func forEach(column: Int, rows: Range<Int>, _ body: (_ number: Int, _ bits: UInt64) -> Void) {
        let place = columns[column]
        place.bytes.withUnsafeBytes { bytes in
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

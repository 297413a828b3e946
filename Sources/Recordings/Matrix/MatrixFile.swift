import CMatrixFiles
import Dispatch
package import Foundation
package import SensorModel

/// A MATLAB, HDF5 or NumPy file as a table. Each column of a matrix has a name such as `imu_acc(:,1)`.
///
/// Names use MATLAB's notation: indices count from 1, and the colon marks the dimension of the samples. Dimensions are
/// in MATLAB's order for a `.mat`, and in the order of NumPy and h5py for other files.
package final class MatrixFile {
    /// A function that reads the variables with the given names, and returns them as records (see `CMatrixFiles.h`). If
    /// `names` is `nil`, the function returns a list of all variables instead.
    package typealias RecordReader = @Sendable (_ names: [String]?) throws(InputError) -> Data

    /// The stored values of a variable.
    fileprivate struct StoredValues {
        let variable: MatrixVariable
        let bytes: Data
    }

    package let path: String
    private let read: RecordReader
    /// The variable and the column of each field, in file order.
    private let fields: [(variable: MatrixVariable, column: MatrixColumn)]
    /// The values of short variables. They are read together with the list of variables.
    private let listed: [String: StoredValues]
    /// The values that ``load(_:threads:)`` has read.
    private var loaded: [String: StoredValues] = [:]

    /// Lists the variables of a file. The result is `nil` if the file is not a MATLAB, HDF5 or NumPy file.
    ///
    /// - Throws: `InputError` if the library for the file is missing, or the file is damaged.
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

    /// Lists the variables that `read` returns.
    ///
    /// - Throws: `InputError` if the records are damaged, and errors of `read`.
    package init(path: String, isColumnMajor: Bool, read: @escaping RecordReader) throws(InputError) {
        self.path = path
        self.read = read
        let records = try read(nil)
        let variables = try Self.variables(in: records, path)
        fields = variables.flatMap { variable in
            variable.columns(columnMajor: isColumnMajor).map { (variable, $0) }
        }
        listed = Self.stored(variables, records)
    }

    /// The names of all columns.
    package var header: DelimitedHeader {
        DelimitedHeader(file: path, names: fields.map(\.column.name), fieldCount: fields.count, line: 1)
    }

    private static func variables(in records: Data, _ path: String) throws(InputError) -> [MatrixVariable] {
        if let variables = records.withUnsafeBytes(MatrixVariable.list) { return variables }
        throw uncopied(path)
    }

    /// Returns the error for values that could not be copied into memory.
    static func uncopied(_ path: String) -> InputError {
        InputError(
            file: path,
            message: "the values of the file could not be copied into memory",
            advice: "check that enough memory is free",
            isEnvironment: true
        )
    }

    private static func stored(_ variables: [MatrixVariable], _ bytes: Data) -> [String: StoredValues] {
        let values = variables.filter { $0.valueOffset != nil }
        return Dictionary(values.map { ($0.name, StoredValues(variable: $0, bytes: bytes)) }) { first, _ in first }
    }

    /// Reads the values of all fields that streams need, so that the file is opened only once for all streams. Reads
    /// nothing if the values exceed ``maximumLoadedBytes``.
    ///
    /// - Parameters:
    ///   - selection: the indices of the fields.
    ///   - threads: the maximum number of child processes that read variables at the same time.
    /// - Throws: `InputError` if the file is damaged.
    package func load(_ selection: [Int], threads: Int) throws(InputError) {
        let missing = missing(among: selection.map { fields[$0].variable })
        let bytes = missing.reduce(0) { $0 + 8 * ($1.elementCount ?? 0) }
        guard bytes <= Self.maximumLoadedBytes else { return }
        loaded.merge(try values(of: missing, groups: bytes < Self.minimumGroupBytes ? 1 : threads)) { first, _ in first
        }
    }

    /// Discards the values that ``load(_:threads:)`` has read.
    func discard() { loaded = [:] }

    /// The maximum number of bytes that are loaded for all streams together. If the streams need more bytes, each
    /// stream is read separately.
    private static let maximumLoadedBytes = 512 << 20
    /// The minimum number of bytes that are read in several processes. A single process reads fewer bytes faster.
    private static let minimumGroupBytes = 1 << 20

    /// Returns the given variables whose values were not read yet, without duplicates.
    private func missing(among variables: [MatrixVariable]) -> [MatrixVariable] {
        var known = Set(listed.keys).union(loaded.keys)
        return variables.filter { known.insert($0.name).inserted }
    }

    /// Reads variables in one or several child processes. Results and errors do not depend on the number of processes.
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
        // The reported fault could depend on the division into groups. Reading all variables in one process always
        // reports the same fault.
        if groups.count > 1, results.contains(where: { (try? $0?.get()) == nil }) {
            return try self.values(of: variables, groups: 1)
        }
        var values: [String: StoredValues] = [:]
        for case let result? in results {
            let records = try result.get()
            values.merge(Self.stored(try Self.variables(in: records, path), records)) { first, _ in first }
        }
        return values
    }

    /// Returns the only value of a field.
    ///
    /// - Throws: `InputError` if the field has several values.
    package func number(field: Int) throws(InputError) -> Double {
        let wanted = fields[field]
        let columns = try values(of: [field])
        guard columns.count == 1 else {
            throw InputError(
                file: path,
                message: "'\(wanted.column.name)' has \(wanted.variable.sampleCount) values, but must have one value",
                advice: "correct the layout"
            )
        }
        var number = Double.nan
        columns.forEach(column: 0, rows: 0..<1) { _, bits in
            number = MatrixValues.double(bits, isInteger: columns.columns[0].isInteger)
        }
        return number
    }

    /// Returns the values of the selected fields. All of these fields must be columns of the same stream.
    ///
    /// - Throws: `InputError` if the columns have different lengths or the file is damaged.
    package func values(of selection: [Int]) throws(InputError) -> MatrixValues {
        let wanted = selection.map { fields[$0] }
        let first = wanted.first?.variable
        for (variable, column) in wanted where variable.sampleCount != first?.sampleCount {
            let (count, otherCount, otherName) = (variable.sampleCount, first?.sampleCount ?? 0, wanted[0].column.name)
            throw InputError(
                file: path,
                message: "'\(column.name)' has \(count) values, but '\(otherName)' of the same stream has "
                    + "\(otherCount)",
                advice: "correct the layout, or the file"
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
                    message: "cannot read the values of the variable '\(variable.name)'",
                    advice: "write the file again, or export the matrices as CSV"
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

    /// Returns the name of a field.
    package func name(ofField field: Int) -> String { fields[field].column.name }
}

/// The values of several columns of equal length.
package struct MatrixValues {
    package struct Column {
        package let bytes: Data
        /// The byte offset of the first value.
        let offset: Int
        /// The number of bytes from one value to the next one.
        let step: Int
        let isInteger: Bool
    }

    package let columns: [Column]
    /// The number of values in each column.
    package let count: Int

    package init(columns: [Column], count: Int) {
        self.columns = columns
        self.count = count
    }

    /// Passes each value in a range of a column's rows to `body`, as a bit pattern. `number` is the index of the value
    /// in this range.
    package func forEach(column: Int, rows: Range<Int>, _ body: (_ number: Int, _ bits: UInt64) -> Void) {
        let source = columns[column]
        source.bytes.withUnsafeBytes { bytes in
            for (number, row) in rows.enumerated() {
                body(number, bytes.loadUnaligned(fromByteOffset: source.offset + row * source.step, as: UInt64.self))
            }
        }
    }

    /// Converts the bit pattern of a value to a number.
    static func double(_ bits: UInt64, isInteger: Bool) -> Double {
        isInteger ? Double(Int64(bitPattern: bits)) : Double(bitPattern: bits)
    }
}

/// A division of variables into groups of similar size. Each group is read by a separate process.
package struct MatrixGroups {
    /// The names of the variables in each group. The parts of a structure are in the same group, because they are read
    /// together.
    package let names: [[String]]

    /// Divides the variables into at most `count` groups. Variables are assigned in order of decreasing size, each to
    /// the group that is the smallest so far.
    package init(of variables: [MatrixVariable], count: Int) {
        var sizes: [String: Int] = [:]
        for variable in variables { sizes[variable.structure, default: 0] += variable.elementCount ?? 0 }
        var groups = [(size: Int, names: Set<String>)](repeating: (0, []), count: max(min(count, sizes.count), 1))
        for (name, size) in sizes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let smallest = groups.indices.min { groups[$0].size < groups[$1].size } ?? 0
            groups[smallest].size += size
            groups[smallest].names.insert(name)
        }
        names = groups.map { group in variables.filter { group.names.contains($0.structure) }.map(\.name) }
    }
}

extension MatrixVariable {
    /// The name of the structure that contains the variable, or the variable's own name if it is not in a structure.
    fileprivate var structure: String { String(name.prefix { $0 != "." && $0 != "(" }) }
}

/// A source of a stream's rows from a MATLAB, HDF5 or NumPy file.
final class MatrixRows: RowSource {
    private let file: MatrixFile
    private let selection: [FieldSelection]
    private let values: MatrixValues

    /// Reads the values of the selected fields.
    ///
    /// - Throws: `InputError` if the fields have different lengths, times are dates or times of day, or the file is
    ///   damaged.
    init(file: MatrixFile, selection: [FieldSelection]) throws(InputError) {
        self.file = file
        self.selection = selection
        for field in selection {
            guard case .stamp(let notation) = field.content else { continue }
            if case .number = notation { continue }
            let name = file.name(ofField: field.field)
            throw InputError(
                file: file.path,
                message: "'\(name)' is a matrix of numbers and cannot contain dates or times of day",
                advice: "set the unit of the time to s, ms, us or ns in the layout"
            )
        }
        values = try file.values(of: selection.map(\.field))
    }

    var rowCount: Int { values.count }

    private static let blockRows = 4096

    /// Passes all rows to `body`, in blocks.
    func forEachBlock(_ body: (DelimitedBlock) throws(InputError) -> Void) throws(InputError) {
        let stride = min(Self.blockRows, max(values.count, 1))
        let cells = UnsafeMutablePointer<Double>.allocate(capacity: max(selection.count, 1) * stride)
        let lines = UnsafeMutablePointer<UInt32>.allocate(capacity: stride)
        defer {
            cells.deallocate()
            lines.deallocate()
        }
        for row in 0..<stride { lines[row] = UInt32(row) + 1 }
        var start = 0
        while start < values.count {
            let count = min(stride, values.count - start)
            for column in selection.indices {
                fill(cells + column * stride, column, rows: start..<start + count)
            }
            let block = DelimitedBlock(
                rowCount: count,
                source: self,
                fieldCount: selection.count,
                linesBefore: start,
                cells: cells,
                lines: lines,
                stride: stride,
                slots: Array(selection.indices),
                text: nil
            )
            try body(block)
            start += count
        }
    }

    private func fill(_ cells: UnsafeMutablePointer<Double>, _ column: Int, rows: Range<Int>) {
        let isInteger = values.columns[column].isInteger
        switch selection[column].content {
        case .number:
            values.forEach(column: column, rows: rows) { cells[$0] = MatrixValues.double($1, isInteger: isInteger) }
        case .word(let text):
            let wanted = Double(text)
            values.forEach(column: column, rows: rows) { cell, bits in
                cells[cell] = MatrixValues.double(bits, isInteger: isInteger) == wanted ? 1 : 0
            }
        case .stamp(let notation):
            let unit = notation.nanoseconds ?? 1
            values.forEach(column: column, rows: rows) { cell, bits in
                let stamp = Self.stamp(bits, isInteger: isInteger, unit: unit)
                cells[cell] = Double(bitPattern: UInt64(bitPattern: stamp))
            }
        }
    }

    /// Returns a time in whole nanoseconds, or ``StampText/none`` if the time is not finite or is too large.
    private static func stamp(_ bits: UInt64, isInteger: Bool, unit: Double) -> Int64 {
        if isInteger {
            let (product, isTooLarge) = Int64(bitPattern: bits).multipliedReportingOverflow(by: Int64(unit))
            return isTooLarge || product.magnitude > UInt64(StampText.limit) ? StampText.none : product
        }
        let nanoseconds = (Double(bitPattern: bits) * unit).rounded()
        return nanoseconds.magnitude <= Double(StampText.limit) ? Int64(nanoseconds) : StampText.none
    }

    func expectedRows(of block: DelimitedBlock) -> Int? { values.count }

    func error(line: Int, selected column: Int, message: String, advice: String?) -> InputError {
        InputError(
            file: file.path,
            message: "row \(line) of '\(file.name(ofField: selection[column].field))': \(message)",
            advice: advice
        )
    }
}

/// A variable of a matrix file: its name, its dimensions, and the position of its values in the records that were read
/// from the file.
package struct MatrixVariable {
    enum Content {
        case doubles
        case integers
        case other
    }

    /// The name, with the structures or groups that contain the variable, such as `RigidBodies.Rotations`,
    /// `synced/acce` or `@sampling_rate`.
    package let name: String
    let content: Content
    /// The lengths of the dimensions, in the order in which the tools of the file format show them.
    package let dimensions: [Int]
    /// The byte offset of the values in the records, or `nil` if the records do not contain the values.
    package let valueOffset: Int?

    /// The index of the dimension that counts samples, which is the first of the longest dimensions.
    var sampleAxis: Int? {
        guard let longest = dimensions.max() else { return nil }
        return dimensions.firstIndex(of: longest)
    }

    /// The number of samples; 1 for a single number.
    var sampleCount: Int { dimensions.max() ?? 1 }

    /// The number of elements, or `nil` if it exceeds ``maximumElements``.
    var elementCount: Int? { dimensions.product.flatMap { $0 <= Self.maximumElements ? $0 : nil } }

    /// The maximum number of elements. With this limit, the total number of bytes of all listed variables cannot
    /// overflow an integer.
    private static let maximumElements = 1 << 40

    /// Returns the columns of the variable. The result is empty if the variable does not contain numbers, or has more
    /// than ``maximumColumns`` columns.
    ///
    /// - Parameter columnMajor: whether the first dimension varies fastest.
    package func columns(columnMajor: Bool) -> [MatrixColumn] {
        guard content != .other, let elementCount, elementCount > 0 else { return [] }
        var strides = [Int](repeating: 1, count: dimensions.count)
        let order = columnMajor ? Array(dimensions.indices) : dimensions.indices.reversed()
        var elements = 1
        for axis in order {
            strides[axis] = elements
            elements *= dimensions[axis]
        }
        let others = dimensions.indices.filter { $0 != sampleAxis }
        let count = others.reduce(1) { $0 * dimensions[$1] }
        guard count <= Self.maximumColumns else { return [] }
        let step = sampleAxis.map { strides[$0] } ?? 1
        guard count > 1 || others.contains(where: { dimensions[$0] > 1 }) else {
            return [MatrixColumn(name: name, start: 0, step: step)]
        }
        return (0..<count).map { number in
            var (rest, start) = (number, 0)
            var indices = dimensions.map { _ in ":" }
            for axis in others.reversed() {
                let index = rest % dimensions[axis]
                rest /= dimensions[axis]
                start += index * strides[axis]
                indices[axis] = "\(index + 1)"
            }
            return MatrixColumn(name: "\(name)(\(indices.joined(separator: ",")))", start: start, step: step)
        }
    }

    /// The maximum number of columns of a variable. Variables with sensor data have fewer columns.
    private static let maximumColumns = 64
}

/// One column of a matrix, such as `imu_acc(:,1)`, and the position of its values.
package struct MatrixColumn {
    let name: String
    /// The index of the first value among the variable's values in the file.
    package let start: Int
    /// The number of values in the file from one sample to the next one.
    let step: Int
}

extension MatrixVariable {
    /// Parses the variables from records. Returns `nil` if the records are damaged.
    package static func list(in records: UnsafeRawBufferPointer) -> [MatrixVariable]? {
        var variables: [MatrixVariable] = []
        var offset = 0
        while offset < records.count {
            guard let (variable, length) = next(in: UnsafeRawBufferPointer(rebasing: records[offset...]), at: offset)
            else { return nil }
            variables.append(variable)
            offset += length
        }
        return variables
    }

    /// Parses the first variable in `records`, and returns the variable with the length of its record in bytes.
    /// `offset` is the byte position of this variable among all records.
    private static func next(
        in records: UnsafeRawBufferPointer,
        at offset: Int
    ) -> (variable: MatrixVariable, length: Int)? {
        let headBytes = MemoryLayout<sextant_matrix_record>.size
        guard records.count >= headBytes else { return nil }
        let record = records.loadUnaligned(as: sextant_matrix_record.self)
        guard record.magic == SEXTANT_MATRIX_MAGIC, record.rank <= 8 else { return nil }
        let nameLength = Int(record.name_length)
        guard records.count - headBytes >= nameLength.paddedToEight else { return nil }
        let name = String(decoding: records[headBytes..<headBytes + nameLength], as: UTF8.self)
        let start = headBytes + nameLength.paddedToEight
        let isText = record.content == SEXTANT_MATRIX_TEXT.rawValue
        guard let count = Int(exactly: record.count), count <= records.count else { return nil }
        let valueBytes = isText ? count.paddedToEight : 8 * count
        guard records.count - start >= valueBytes else { return nil }
        let lengths = withUnsafeBytes(of: record.dimensions) { Array($0.bindMemory(to: UInt64.self)) }
        let content: Content =
            switch record.content {
            case SEXTANT_MATRIX_DOUBLES.rawValue: .doubles
            case SEXTANT_MATRIX_INTEGERS.rawValue: .integers
            default: .other
            }
        let hasValues = count > 0 && !isText
        let variable = MatrixVariable(
            name: name,
            content: content,
            dimensions: lengths.prefix(Int(record.rank)).map { Int(clamping: $0) },
            valueOffset: hasValues ? offset + start : nil
        )
        guard !hasValues || variable.elementCount == count else { return nil }
        return (variable, start + valueBytes)
    }
}

extension [Int] {
    /// The product of the elements, or `nil` if it or an intermediate product overflows.
    var product: Int? {
        var product = 1
        for element in self {
            let (next, isTooLarge) = product.multipliedReportingOverflow(by: element)
            guard !isTooLarge else { return nil }
            product = next
        }
        return product
    }
}

extension Int {
    /// The number, rounded up to a multiple of 8. Lengths in records are padded in this way.
    fileprivate var paddedToEight: Int { (self + 7) & ~7 }
}

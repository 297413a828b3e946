import CMatrixFiles
import Foundation

/// A variable of a file with matrices: its name, its dimensions, and the place of its values among the records.
package struct MatrixVariable {
    enum Content {
        case doubles
        case integers
        case other
    }

    /// The name with the structures or groups that contain it: `RigidBodies.Rotations`, `synced/acce`, `@sampling_rate`.
    package let name: String
    let content: Content
    /// The lengths in the order in which the file's own tools show them.
    package let dimensions: [Int]
    /// The offset of the values in the records in bytes; nil where they were not read.
    package let valueOffset: Int?

    /// The dimension that counts samples: the longest; the first of equally long ones.
    var sampleAxis: Int? {
        guard let longest = dimensions.max() else { return nil }
        return dimensions.firstIndex(of: longest)
    }

    /// The count of samples: 1 for a number without dimensions.
    var sampleCount: Int { dimensions.max() ?? 1 }

    /// The product of the dimensions; nil if it is more than any memory contains.
    var elementCount: Int? {
        var count = 1
        for length in dimensions {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: length)
            guard !isTooLarge else { return nil }
            count = product
        }
        return count <= Self.maximumElements ? count : nil
    }

    /// The bytes of all variables in a list are a number of this machine, too.
    private static let maximumElements = 1 << 40

    /// The columns of samples; none for a variable without numbers, and for one with more than ``maximumColumns``.
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

    /// The maximum count of columns of one variable; more are no sensor's.
    private static let maximumColumns = 64
}

/// One column of a matrix, such as `imu_acc(:,1)`, and the place of its values.
package struct MatrixColumn {
    let name: String
    /// The number of the first value, counted from 0 in the order of the file.
    package let start: Int
    /// The count of values from one sample to the next.
    let step: Int
}

extension MatrixVariable {
    /// Parses the variables from records; nil where the records are damaged.
    package static func list(in records: UnsafeRawBufferPointer) -> [MatrixVariable]? {
        var variables: [MatrixVariable] = []
        var place = 0
        while place < records.count {
            guard let (variable, length) = next(in: UnsafeRawBufferPointer(rebasing: records[place...]), at: place)
            else { return nil }
            variables.append(variable)
            place += length
        }
        return variables
    }

    /// The first variable in records that begin at an offset, and the length of its record.
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

extension Int {
    /// The next multiple of 8, for lengths in records.
    fileprivate var paddedToEight: Int { (self + 7) & ~7 }
}

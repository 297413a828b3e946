import SensorModel

/// A selected field that is not a number: a word or a time stamp.
struct TextField {
    /// The field in a row, counted from 0.
    let field: Int
    /// The column to which the value is written.
    let slot: Int
    let content: FieldSelection.Content

    /// The text fields of a selection; nil instead of an empty array.
    static func all(in selection: [FieldSelection]) -> [TextField]? {
        let fields = selection.enumerated().compactMap { slot, field in
            field.content == .number ? nil : TextField(field: field.field, slot: slot, content: field.content)
        }
        return fields.isEmpty ? nil : fields
    }

    /// The reason why a text cannot be read.
    enum Failure: Error {
        case notStamp
        case lostDigits
    }

    /// Reads a text into a cell: 0 or 1 for a word, and the bits of the nanoseconds for a stamp.
    func read(_ text: UnsafeRawBufferPointer, into cell: UnsafeMutablePointer<Double>) throws(Failure) {
        switch content {
        case .number: break
        case .word(let word): cell.pointee = text.elementsEqual(word.utf8) ? 1 : 0
        case .stamp(let notation):
            guard !text.isEmpty else {
                cell.pointee = Double(bitPattern: UInt64(bitPattern: StampText.none))
                return
            }
            guard let stamp = try Self.power(text, notation) ?? StampText.nanoseconds(text, notation) else {
                throw .notStamp
            }
            cell.pointee = Double(bitPattern: UInt64(bitPattern: stamp))
        }
    }

    /// The stamp for a number with an exponent; nil for other texts.
    ///
    /// Spreadsheets write long numbers that way and round them, so that a large number lacks its last digits.
    private static func power(_ text: UnsafeRawBufferPointer, _ notation: StampNotation) throws(Failure) -> Int64? {
        guard text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        let digits = String(decoding: text, as: UTF8.self).replacing(",", with: ".")
        guard let value = Double(digits), let unit = notation.nanoseconds else { return nil }
        // Beyond 2^53 a Double does not resolve nanoseconds.
        guard abs(value) * unit < 0x1p53, let stamp = Int64(checked: (value * unit).rounded()) else {
            throw .lostDigits
        }
        return stamp
    }
}

import SensorModel

/// A field that is read as something else than a number, and where that goes.
struct WordReading {
    let field: Int
    let slot: Int
    let reading: FieldSelection.Reading

    /// Those among the fields of a selection; nil where there is none.
    static func all(in selection: [FieldSelection]) -> [WordReading]? {
        let readings = selection.enumerated().compactMap { slot, field in
            field.reading == .number ? nil : WordReading(field: field.field, slot: slot, reading: field.reading)
        }
        return readings.isEmpty ? nil : readings
    }

    /// Why a text cannot be read.
    enum Failure: Error {
        case notStamp
        case lostDigits
    }

    /// Reads a text into a cell: 0 or 1, or a stamp's bits.
    func read(_ text: UnsafeRawBufferPointer, into cell: UnsafeMutablePointer<Double>) throws(Failure) {
        switch reading {
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

    /// A number with a power of ten; nil where the text is none. One so large that a spreadsheet has rounded it has lost
    /// its last digits.
    private static func power(_ text: UnsafeRawBufferPointer, _ notation: StampNotation) throws(Failure) -> Int64? {
        guard text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        let digits = String(decoding: text, as: UTF8.self).replacing(",", with: ".")
        guard let value = Double(digits), let unit = notation.nanoseconds else { return nil }
        // What a Double holds to the nanosecond.
        guard abs(value) * unit < 0x1p53, let stamp = Int64(checked: (value * unit).rounded()) else {
            throw .lostDigits
        }
        return stamp
    }
}

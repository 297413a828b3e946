/// A value in one of SQLite's five storage classes.
package enum SQLiteValue: Sendable, Hashable, CustomStringConvertible {
    /// SQLite's `NULL`.
    case null
    /// An integer of 64 bits.
    case integer(Int64)
    /// A 64-bit floating-point number. SQLite stores NaN as ``null``.
    case real(Double)
    /// A text of any length, which may contain NUL.
    case text(String)
    /// Bytes without a type.
    case blob([UInt8])

    /// The value in SQL notation: `NULL`, `17`, `1.5`, or a quoted text. For a blob, the number of bytes.
    package var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): String(reflecting: value)
        case .blob(let bytes): "a blob of \(bytes.count) bytes"
        }
    }
}

/// A type whose values can be stored in a column and read again.
package protocol SQLiteConvertible {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }

    /// Converts a stored value. The result is `nil` if the type cannot represent the storage class or the number.
    init?(sqliteValue: SQLiteValue)
}

extension SQLiteConvertible where Self: FixedWidthInteger & SignedInteger {
    /// The value as an integer.
    package var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// Converts an integer. The result is `nil` if the integer is out of range.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let value) = sqliteValue else { return nil }
        self.init(exactly: value)
    }
}

extension Int: SQLiteConvertible {}
extension Int32: SQLiteConvertible {}
extension Int64: SQLiteConvertible {}

extension Bool: SQLiteConvertible {
    /// The value as the integer 0 or 1.
    package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// Converts an integer: 0 to `false`, all other values to `true`.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let value) = sqliteValue else { return nil }
        self = value != 0
    }
}

extension Double: SQLiteConvertible {
    /// The value as a real number.
    package var sqliteValue: SQLiteValue { .real(self) }

    /// Converts a real number, or an integer to the nearest real number.
    package init?(sqliteValue: SQLiteValue) {
        switch sqliteValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        case .null, .text, .blob: return nil
        }
    }
}

extension String: SQLiteConvertible {
    /// The value as a text.
    package var sqliteValue: SQLiteValue { .text(self) }

    /// Converts a text.
    package init?(sqliteValue: SQLiteValue) {
        guard case .text(let value) = sqliteValue else { return nil }
        self = value
    }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The wrapped value, or null for `nil`.
    package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// Converts null to `nil`, and any other value with the initialiser of the wrapped type.
    package init?(sqliteValue: SQLiteValue) {
        if case .null = sqliteValue {
            self = .none
            return
        }
        guard let value = Wrapped(sqliteValue: sqliteValue) else { return nil }
        self = value
    }
}

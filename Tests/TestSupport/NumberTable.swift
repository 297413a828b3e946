import Foundation
package import SensorModel

/// A fixture of numbers in CSV: a line of column names, then a line of numbers per row.
package struct NumberTable {
    /// The error of a fixture without rows, with a missing column, or with a cell that is not a number.
    package struct Unreadable: Error {}

    private static let fixtures = "Tests/SensorFiltersTests/Fixtures"
    private let columns: [String: [Double]]

    package init(fixture name: String) throws {
        let rows = try Self.rows(fixture: name)
        let names = (try Self.lines("\(Self.fixtures)/\(name)").first ?? "").split(separator: ",").map(String.init)
        guard rows.allSatisfy({ $0.count == names.count }) else { throw Unreadable() }
        columns = Dictionary(uniqueKeysWithValues: names.indices.map { k in (names[k], rows.map { $0[k] }) })
    }

    /// The rows of a fixture after the line of names. Rows may differ in length.
    package static func rows(fixture name: String) throws -> [[Double]] {
        try rows("\(fixtures)/\(name)")
    }

    /// The rows of a file after the line of names. The path is relative to the package; rows may differ in length.
    package static func rows(_ path: String) throws -> [[Double]] {
        let lines = try lines(path).dropFirst()
        guard !lines.isEmpty else { throw Unreadable() }
        return try lines.map { line in
            try line.split(separator: ",").map { text in
                guard let number = Double(text) else { throw Unreadable() }
                return number
            }
        }
    }

    private static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: Package.root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    package func column(_ name: String) throws -> [Double] {
        guard let column = columns[name] else { throw Unreadable() }
        return column
    }

    /// The columns `name_x`, `name_y`, `name_z`.
    package func vectors(_ name: String) throws -> [Vector3] {
        let (x, y, z) = (try column(name + "_x"), try column(name + "_y"), try column(name + "_z"))
        return x.indices.map { Vector3(x[$0], y[$0], z[$0]) }
    }

    /// The columns `name_w`, `name_x`, `name_y`, `name_z`.
    package func orientations(_ name: String) throws -> [UnitQuaternion] {
        let (w, vectors) = (try column(name + "_w"), try vectors(name))
        return try w.indices.map { index in
            let v = vectors[index]
            guard let q = UnitQuaternion(w: w[index], x: v.x, y: v.y, z: v.z) else { throw Unreadable() }
            return q
        }
    }
}

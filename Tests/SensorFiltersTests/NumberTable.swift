import Foundation
import SensorModel
import TestSupport

/// A fixture of numbers: a line of column names, then a line of numbers per row, with commas.
struct NumberTable {
    /// The fixture has no such column, or its lines are not all numbers.
    struct Unreadable: Error {}

    private let columns: [String: [Double]]

    init(fixture name: String) throws {
        let path = Package.root.appendingPathComponent("Tests/SensorFiltersTests/Fixtures/\(name)")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let rows = try lines.dropFirst().map { line in
            try line.split(separator: ",").map { text in
                guard let number = Double(text) else { throw Unreadable() }
                return number
            }
        }
        let names = (lines.first ?? "").split(separator: ",").map(String.init)
        guard !rows.isEmpty, rows.allSatisfy({ $0.count == names.count }) else { throw Unreadable() }
        columns = Dictionary(uniqueKeysWithValues: names.indices.map { k in (names[k], rows.map { $0[k] }) })
    }

    func column(_ name: String) throws -> [Double] {
        guard let column = columns[name] else { throw Unreadable() }
        return column
    }

    /// The columns `name_x`, `name_y`, `name_z`.
    func vectors(_ name: String) throws -> [Vector3] {
        let (x, y, z) = (try column(name + "_x"), try column(name + "_y"), try column(name + "_z"))
        return x.indices.map { Vector3(x[$0], y[$0], z[$0]) }
    }

    /// The columns `name_w`, `name_x`, `name_y`, `name_z`.
    func orientations(_ name: String) throws -> [UnitQuaternion] {
        let (w, vectors) = (try column(name + "_w"), try vectors(name))
        return try w.indices.map { index in
            let v = vectors[index]
            guard let q = UnitQuaternion(w: w[index], x: v.x, y: v.y, z: v.z) else { throw Unreadable() }
            return q
        }
    }
}

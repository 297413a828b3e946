import Evaluation
import Foundation

extension FigureTable {
    private struct Document: Encodable {
        struct Column: Encodable {
            let key: String
            let title: String
            let unit: String
            let polarity: String?
        }

        struct Cell: Encodable {
            let text: String?
            let value: Double?
            let lower: Double?
            let upper: Double?
            let count: Int?
            let total: Int?
            /// The index in `notes`, counted from 0.
            let note: Int?
            let best: Bool
        }

        let schema = "sextant.table/1"
        let caption: String
        let columns: [Column]
        let rows: [[Cell]]
        let notes: [String]
        let remarks: [String]
        let provenance: [String]
    }

    /// The table as JSON of schema `sextant.table/1`.
    ///
    /// A column has its unit and polarity. A cell has its text, the value with all digits, interval, count, and the
    /// index of its note.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func json() throws(ReportError) -> String {
        let document = Document(
            caption: caption,
            columns: columns.map { column in
                Document.Column(
                    key: column.key,
                    title: column.title,
                    unit: column.unit,
                    polarity: column.polarity?.rawValue
                )
            },
            rows: rows.map { row in
                row.map { cell in
                    Document.Cell(
                        text: cell.text,
                        value: cell.value,
                        lower: cell.interval?.lower,
                        upper: cell.interval?.upper,
                        count: cell.count,
                        total: cell.total,
                        note: cell.note,
                        best: cell.isBest
                    )
                }
            },
            notes: notes,
            remarks: remarks,
            provenance: provenance
        )
        return try TidyJSON.text(document, file: "table.json")
    }
}

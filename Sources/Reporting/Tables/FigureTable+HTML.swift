import Evaluation
import Mustache

extension FigureTable {
    /// The values of the template `table`: a table of pipelines for an HTML page. The first column names the rows.
    ///
    /// - Parameters:
    ///   - label: the caption.
    ///   - slots: the style of each pipeline in the pictures; see ``PlotPalette``. `nil` if the rows are not pipelines
    ///     of the page's pictures.
    ///   - front: the rows on the Pareto front.
    ///   - sortValues: the values by which the rows are sorted; `nil` for the values of the cells.
    ///   - recording: the index of the recording in the page's data; `nil` for a table that is not about one recording.
    ///     For a recording, the script reads the values from the data.
    func pageValues(
        label: String,
        slots: [Int]? = nil,
        front: Set<Int> = [],
        sortValues: [[Double?]]? = nil,
        recording: Int? = nil
    ) -> PageValues {
        let rows = rows.enumerated().map { index, cells in
            let figures = cells.dropFirst()
            let values = sortValues?[index] ?? figures.map(\.value)
            let slot = slots?[index]
            return PageValues(known: [
                "name": cells[0].text ?? "",
                "slot": slot,
                "swatch": slot.map(PageKey.swatch) ?? "",
                "isOnFront": front.contains(index),
                "cells": zip(figures, values).map { cell, value in
                    recording == nil ? PageCell(cell, value, showsInterval: slot != nil) : PageCell(cell, nil)
                },
            ])
        }
        let titles = columns.map(\.titleWithUnit)
        return PageValues(known: ["label": label, "recording": recording, "columns": titles, "rows": rows])
    }
}

/// A cell of a table in an HTML page. The properties have the names that the template `table` uses.
struct PageCell: MustacheParent {
    /// The value as shown to people; `nil` if it is missing.
    let number: String?
    /// The number by which the column is sorted; `nil` if it is missing.
    let value: String?
    let isBest: Bool
    /// The number of the note on the cell.
    let footnote: Int?
    /// The confidence interval of the value, followed by the number of averaged recordings and of all recordings,
    /// such as `[1.20, 3.40] (2/3)`.
    let interval: String?

    init(_ cell: FigureTable.Cell, _ value: Double?, showsInterval: Bool = false) {
        number = cell.text
        self.value = value.flatMap { $0.isFinite ? NumberText.exact($0) : nil }
        isBest = cell.isBest
        footnote = cell.note.map { $0 + 1 }
        let isShown = showsInterval || cell.total != nil
        let parts = isShown ? [cell.intervalText, cell.basisText.map { " \($0)" }].compactMap(\.self) : []
        interval = parts.isEmpty ? nil : parts.joined()
    }

    /// Returns the property with the given name. Without this method, the template engine would use reflection, which
    /// is too slow for the thousands of cells of a page.
    func child(named name: String) -> Any? {
        switch name {
        case "number": number
        case "value": value
        case "isBest": isBest
        case "footnote": footnote
        case "interval": interval
        default: nil
        }
    }
}

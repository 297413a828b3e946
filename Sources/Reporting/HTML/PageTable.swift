import Evaluation

/// A table of pipelines and their figures, for a page.
struct PageTable {
    let columns: [ReportColumn]
    /// The rows' looks in pictures.
    let slots: [Int]
    let rows: [ReportRow]
    /// What the rows are sorted by; nil where nothing was measured.
    let values: [[Double?]]
    /// The rows that nothing beats.
    let front: Set<Int>

    /// The columns in which something was measured.
    static func measured(_ columns: [ReportColumn], in runs: [EvaluationRun]) -> [ReportColumn] {
        columns.filter { column in runs.contains { $0.metrics[column.metric] != nil } }
    }

    /// What stands in none of the columns, and why: `not measured: step: rise (ms), …: the recording has no step`.
    static func missing(_ columns: [ReportColumn], in runs: [EvaluationRun]) -> [String] {
        var order: [String] = []
        var titles: [String: [String]] = [:]
        for column in columns where !measured([column], in: runs).contains(column) {
            var reasons: [String] = []
            for reason in runs.map({ $0.metrics.reason(for: column.metric) }) where !reasons.contains(reason) {
                reasons.append(reason)
            }
            let reason = reasons.joined(separator: "; ")
            if titles[reason] == nil { order.append(reason) }
            titles[reason, default: []].append(column.title)
        }
        return order.map { "not measured: \(titles[$0, default: []].joined(separator: ", ")): \($0)" }
    }

    func content(label: String) -> [String: Any] {
        let names = ["pipeline"] + columns.map(\.title)
        return [
            "label": label,
            "columns": names.map { ["name": $0] },
            "rows": rows.indices.map(row),
        ]
    }

    private func row(_ place: Int) -> [String: Any] {
        let cells = zip(rows[place].cells, values[place]).map(cell)
        return [
            "name": rows[place].name,
            "swatch": PageKey.swatch(slots[place]),
            "isOnFront": front.contains(place),
            "cells": cells,
        ]
    }

    private func cell(_ cell: ReportRow.Cell, _ value: Double?) -> [String: Any] {
        var view: [String: Any] = ["isBest": cell.isBest]
        view["number"] = cell.number
        view["value"] = value.map { $0.isFinite ? NumberText.exact($0) : nil } ?? nil
        view["footnote"] = cell.footnote
        guard let mean = cell.mean else { return view }
        let share = mean.isPartial && mean.value != nil ? " (\(mean.recordings.count)/\(mean.total))" : ""
        let interval = mean.interval.map { "[\(NumberText.short($0.lower)), \(NumberText.short($0.upper))]" } ?? ""
        view["interval"] = interval.isEmpty && share.isEmpty ? nil : interval + share
        return view
    }
}

public import Evaluation
public import Foundation
import Recordings
import SensorModel

/// The output of `sextant calibrate`: text for a terminal, or one JSON object.
public struct CalibrationReport: Sendable {
    private let recordings: [String]
    private let outcomes: [FitOutcome]

    /// Creates a report on the calibration of a device's sensors.
    ///
    /// - Parameters:
    ///   - outcomes: for each sensor, the calibration, or the reason why the recordings do not determine it.
    ///   - recordings: the names of the recordings.
    public init(_ outcomes: [FitOutcome], of recordings: [String]) {
        self.outcomes = outcomes
        self.recordings = recordings
    }

    /// The report for a terminal, with a line end after every line.
    public func text(width: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let sections = outcomes.map { outcome in
            switch outcome {
            case .fitted(let fit): lines(fit, width: width, style)
            case .undetermined(let kind, let reason):
                TextWrapping.lines("\(kind.rawValue): not determined: \(reason)", width: width, indent: 2)
            }
        }
        return sections.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    private func lines(_ fit: SensorFit, width: Int, _ style: TerminalStyle) -> [String] {
        let unit = RecordingCalibration.unit(of: fit.kind)
        let samples = NumberText.count(fit.count, noun(of: fit.kind))
        var table = FigureTable(
            text: [fit.kind.rawValue],
            figures: ["offset \(unit)", "±"] + (fit.model == nil ? [] : ["matrix", "", "", "±"])
        )
        let axes: [(String, KeyPath<Vector3, Double>)] = [("x", \.x), ("y", \.y), ("z", \.z)]
        let rows = [fit.calibration.matrix.x, fit.calibration.matrix.y, fit.calibration.matrix.z]
        let widths = fit.matrixInterval.map { [$0.x, $0.y, $0.z] } ?? []
        for (index, axis) in axes.enumerated() {
            var cells = [
                axis.0, NumberText.figure(fit.calibration.offset[keyPath: axis.1]),
                NumberText.short(fit.offsetInterval[keyPath: axis.1]),
            ]
            if !widths.isEmpty {
                cells += [rows[index].x, rows[index].y, rows[index].z].map { NumberText.signed($0, decimals: 4) }
                cells.append(NumberText.short(max(widths[index].x, widths[index].y, widths[index].z)))
            }
            table.append(cells)
        }
        let before = NumberText.short(fit.residualBefore)
        var sentences = ["residual: \(before) → \(NumberText.short(fit.residualAfter)) \(unit) RMS over \(samples)"]
        if let length = fit.length, let source = fit.lengthSource {
            sentences.append("length of the corrected vectors: \(NumberText.figure(length)) \(unit), \(source)")
        }
        return table.plainLines(style: style)
            + (sentences + fit.remarks).flatMap { TextWrapping.lines("  " + $0, width: width, indent: 4) }
    }

    private func noun(of kind: StreamKind) -> String {
        switch kind {
        case .accelerometer: "rest"
        case .gyroscope: "second"
        default: "sample"
        }
    }

    /// The report as one JSON object of schema `sextant.calibrate/1` with sorted keys. A sensor without a fit has a
    /// reason instead.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        let content: JSONObject = [
            "schema": "sextant.calibrate/1",
            "recordings": recordings,
            "sensors": outcomes.map(sensor),
        ]
        return try TidyJSON.data(content, file: "JSON")
    }

    private func sensor(_ outcome: FitOutcome) -> JSONObject {
        let fit = outcome.fit
        var object = JSONObject(known: [
            "sensor": outcome.kind.rawValue,
            "unit": RecordingCalibration.unit(of: outcome.kind),
            "model": fit.map { $0.model?.rawValue ?? "offset" },
            "count": fit?.count,
            "offset": (fit?.calibration.offset).map(list),
            "offset_interval": (fit?.offsetInterval).map(list),
            "matrix": (fit?.calibration.matrix).map(rows),
            "matrix_interval": (fit?.matrixInterval).map(rows),
            "length": fit?.length,
            "length_source": fit?.lengthSource,
            "residual_before": fit?.residualBefore,
            "residual_after": fit?.residualAfter,
            "remarks": fit?.remarks ?? [],
        ])
        if case .undetermined(_, let reason) = outcome { object.add("reason", reason) }
        return object
    }

    private func list(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }
    private func rows(_ matrix: Matrix3) -> [[Double]] { [matrix.x, matrix.y, matrix.z].map(list) }
}

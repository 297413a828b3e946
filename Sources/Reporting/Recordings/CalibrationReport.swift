public import Evaluation
public import Foundation
import Recordings
import SensorModel

/// The output of `sextant calibrate`: text for a terminal, or one JSON object.
public struct CalibrationReport: Sendable {
    private let recordings: [String]
    private let outcomes: [FitOutcome]

    /// Creates a report on the fits of a device's sensors.
    ///
    /// - Parameters:
    ///   - outcomes: the fits of the sensors.
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
        try TidyJSON.data(Content(recordings: recordings, sensors: outcomes.map(SensorContent.init)), file: "JSON")
    }

    private struct Content: Encodable {
        let schema = "sextant.calibrate/1"
        let recordings: [String]
        let sensors: [SensorContent]
    }
}

/// A fit in JSON.
private struct SensorContent: Encodable {
    let sensor: String
    var reason: String?
    var unit: String
    var model: String?
    var count: Int?
    var offset: [Double]?
    var offsetInterval: [Double]?
    var matrix: [[Double]]?
    var matrixInterval: [[Double]]?
    var length: Double?
    var lengthSource: String?
    var residualBefore: Double?
    var residualAfter: Double?
    var remarks: [String] = []

    init(_ outcome: FitOutcome) {
        sensor = outcome.kind.rawValue
        unit = RecordingCalibration.unit(of: outcome.kind)
        if case .undetermined(_, let reason) = outcome { self.reason = reason }
        guard let fit = outcome.fit else { return }
        model = fit.model?.rawValue ?? "offset"
        count = fit.count
        offset = Self.list(fit.calibration.offset)
        offsetInterval = Self.list(fit.offsetInterval)
        matrix = Self.rows(fit.calibration.matrix)
        matrixInterval = fit.matrixInterval.map(Self.rows)
        length = fit.length
        lengthSource = fit.lengthSource
        residualBefore = fit.residualBefore
        residualAfter = fit.residualAfter
        remarks = fit.remarks
    }

    private static func list(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }
    private static func rows(_ matrix: Matrix3) -> [[Double]] { [matrix.x, matrix.y, matrix.z].map(list) }

    private enum CodingKeys: String, CodingKey {
        case sensor
        case reason
        case unit
        case model
        case count
        case offset
        case offsetInterval = "offset_interval"
        case matrix
        case matrixInterval = "matrix_interval"
        case length
        case lengthSource = "length_source"
        case residualBefore = "residual_before"
        case residualAfter = "residual_after"
        case remarks
    }
}

public import Diagnosis
public import Foundation
import Recordings

/// The output of `sextant doctor`: text for a terminal, or one JSON object.
public struct DoctorReport: Sendable {
    /// The diagnosis of one estimate.
    public struct Entry: Sendable {
        /// The name of the estimate.
        public var name: String
        /// The path of the estimate's file; for a pipeline, the path of the recording.
        public var path: String
        /// The value of `--estimate` as the user gave it; `nil` for a pipeline.
        public var argument: String?
        /// The diagnosis.
        public var diagnosis: EstimateDiagnosis

        /// Creates an entry.
        public init(name: String, path: String, argument: String?, diagnosis: EstimateDiagnosis) {
            self.name = name
            self.path = path
            self.argument = argument
            self.diagnosis = diagnosis
        }

        /// The user's value of `--estimate` with the proposed keys. A proposed key replaces the same key of the user.
        /// `nil` if there is no proposed key, or no value of the user.
        var proposal: String? {
            let keys = diagnosis.findings.reduce(into: [:]) { $0.merge($1.keys) { $1 } }
            guard !keys.isEmpty, let argument else { return nil }
            let fields = argument.split(separator: ",", omittingEmptySubsequences: false)
            let kept = fields.enumerated().filter { index, field in
                index == 0 || keys[String(field.prefix { $0 != "=" })] == nil
            }
            return (kept.map { String($0.element) } + keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
                .joined(separator: ",")
        }
    }

    private let recording: String
    private let remarks: [String]
    private let entries: [Entry]

    /// Creates a report on the estimates of one recording.
    ///
    /// - Parameters:
    ///   - recording: the name of the recording.
    ///   - remarks: the remarks on the recording.
    ///   - entries: the diagnoses of the estimates.
    public init(recording: String, remarks: [String] = [], entries: [Entry]) {
        self.recording = recording
        self.remarks = remarks
        self.entries = entries
    }

    /// The report for a terminal, with a line end after every line. Wrapped lines have at most `width` columns.
    public func text(width: Int, colour: Bool) -> String {
        let width = max(width, TerminalReport.minimumWidth)
        let style = TerminalStyle(isColoured: colour)
        let remarks = remarks.flatMap { TextWrapping.lines("\(recording): \($0)", width: width, indent: 2) }
        let sections = (remarks.isEmpty ? [] : [remarks]) + entries.map { lines($0, width, style) }
        return sections.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.doctor/1` with sorted keys.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        let estimates = entries.map { entry -> JSONObject in
            JSONObject(known: [
                "name": entry.name,
                "path": entry.path,
                "findings": entry.diagnosis.findings,
                "figures": entry.diagnosis.figures,
                "notCompared": entry.diagnosis.reason,
                "proposal": entry.proposal,
            ])
        }
        let content: JSONObject = [
            "schema": "sextant.doctor/1",
            "recording": recording,
            "remarks": remarks,
            "estimates": estimates,
        ]
        return try TidyJSON.data(content, file: "JSON")
    }

    private func lines(_ entry: Entry, _ width: Int, _ style: TerminalStyle) -> [String] {
        let findings = entry.diagnosis.findings
        let wrapped = { (text: String, indent: Int) in
            TextWrapping.lines(String(repeating: " ", count: indent) + text, width: width, indent: indent + 2)
        }
        var lines = wrapped("\(entry.name) · \(recording)", 0).map(style.heading)
        for (index, finding) in findings.enumerated() {
            lines += wrapped("\(index + 1). \(finding.fault.title) (\(finding.certainty.rawValue))", 2)
            lines += wrapped(finding.evidence, 5)
            if let figures = finding.figures { lines += wrapped(Self.text(figures), 5) }
            lines += wrapped("fix: \(finding.remedy)", 5)
        }
        if let reason = entry.diagnosis.reason {
            lines += wrapped("not compared: \(reason)", 2)
        } else if findings.isEmpty {
            let figures =
                entry.diagnosis.figures.map { "; \(Self.name($0.measure)) \(NumberText.figure($0.before))" } ?? ""
            lines += wrapped("no fault found in the estimate\(figures)", 2)
        }
        if let proposal = entry.proposal { lines += wrapped("--estimate \(proposal)", 2) }
        return lines
    }

    private static func text(_ figures: DoctorFigures) -> String {
        "\(name(figures.measure)) \(NumberText.figure(figures.before)) → \(NumberText.figure(figures.after))"
    }

    private static func name(_ measure: DoctorFigures.Measure) -> String {
        switch measure {
        case .referenceError: "total RMSE in °:"
        case .rateDifference: "RMS difference between the rates of estimate and gyroscope in °/s:"
        }
    }
}

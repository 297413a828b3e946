public import Evaluation
public import Foundation

/// What `sextant scene` says: for people, and as one JSON object.
public struct SceneReport: Sendable {
    private let scenes: [SceneEvaluation]

    public init(_ scenes: [SceneEvaluation]) { self.scenes = scenes }

    /// Text for a terminal, with a line end behind every line; no line is wider than `width` allows.
    public func text(width: Int, colour: Bool) -> String {
        let sections = SceneSections(
            width: max(width, TerminalReport.leastWidth),
            style: TerminalStyle(isColoured: colour)
        )
        return scenes.map(sections.lines).joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// One JSON object of schema `sextant.scene/1`, keys sorted. What cannot be told is null, with a reason beside it.
    public func json() throws(ReportError) -> Data {
        try TidyJSON.data(Content(scenes: scenes), file: "JSON")
    }

    private struct Content: Encodable {
        let schema = "sextant.scene/1"
        let scenes: [SceneEvaluation]
    }
}

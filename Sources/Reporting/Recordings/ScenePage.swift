public import Evaluation
import Recordings

/// An HTML page of tracked scenes, with a map of the track and the fixes, and the heading from each pair of fixes.
///
/// The page is one file and loads no other files. It shows scenes that were evaluated with a trace; see
/// `SceneEvaluationOptions.keepsTrace`.
public struct ScenePage: Sendable {
    private let scenes: [SceneEvaluation]
    private let command: String

    /// Creates the page of scenes.
    ///
    /// - Parameters:
    ///   - scenes: the evaluated scenes.
    ///   - command: the command that evaluated the scenes.
    public init(_ scenes: [SceneEvaluation], command: String) {
        self.scenes = scenes
        self.command = command
    }

    /// The HTML document.
    public var text: String {
        var plots: [JSONObject] = []
        let shown = scenes.enumerated().map { index, scene in
            let figures = scene.trace.map { SceneFigures(scene: scene, trace: $0, number: index + 1).figures } ?? []
            let first = plots.count
            plots += figures.map { $0.pageData(ofPipelines: false) }
            return Self.values(of: scene, number: index + 1, figures, first)
        }
        let values: PageValues = [
            "title": "Scene axes",
            "extent": NumberText.count(scenes.count, "recording"),
            "style": PageTemplates.style + PageTemplates.sceneStyle,
            "script": PageTemplates.script,
            "markers": PageKey.markers,
            "scenes": shown,
            "hasIndex": shown.count > 1,
            "command": command,
            "data": PageData(figures: plots).json,
        ]
        return PageTemplates.render(values, template: "scene")
    }

    /// Writes the page atomically.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the file cannot be written.
    public func save(to path: String) throws(ReportError) { try WholeFiles.save([(path, Array(text.utf8))]) }

    private static func values(
        of scene: SceneEvaluation,
        number: Int,
        _ figures: [ReportFigure],
        _ firstFigure: Int
    ) -> PageValues {
        let corrections = SceneSections.corrections(scene)
        let missing =
            switch scene.trace {
            case nil: ["There is no map, because no fix has a location."]
            case let trace? where trace.pairs.isEmpty:
                ["There are no plots of angles, because no round has a pair of estimates."]
            default: [String]()
            }
        return PageValues(known: [
            "id": "scene-\(number)",
            "name": SceneSections.title(scene),
            "checksum": "SHA-256 \(scene.sha256)",
            "facts": SceneSections.facts(scene),
            "map": scene.trace.map { map(of: $0, in: scene) },
            "plotKey": figures.isEmpty ? nil : plotKey(scene),
            "figures": figures.enumerated().map { index, figure in
                figure.pageValues(in: scene.recording, number: firstFigure + index)
            },
            "corrections": corrections.rows.isEmpty
                ? nil : corrections.pageValues(label: "Table: corrections of \(scene.recording)"),
            "remarks": missing + SceneSections.remarks(scene),
            "uses": uses(scene).pageValues(label: "Table: fixes and pairs of \(scene.recording)"),
        ])
    }

    private static func map(of trace: SceneTrace, in scene: SceneEvaluation) -> PageValues {
        let map = SceneMap(trace)
        var entries = [("<path class=\"track\" d=\"M0 6h34\"/>", "track of the scene; the ring is its start")]
        if !trace.truth.isEmpty {
            let isTrue = scene.reference?.source == .simulation
            let name = isTrue ? "true positions" : "reference positions, aligned with all fixes"
            entries.append(("<path class=\"truth\" d=\"M0 6h34\"/>", name))
        }
        entries += [
            ("<path class=\"dot used\" d=\"M17 6h0\"/>", "fix in a correction"),
            ("<path class=\"dot waiting\" d=\"M17 6h0\"/>", "fix only in rounds without a correction"),
            ("<path class=\"dot unused\" d=\"M17 6h0\"/>", "fix in no pair"),
            ("<circle class=\"claim\" cx=\"17\" cy=\"6\" r=\"5\"/>", "accuracy that the fix reports"),
            ("<path class=\"link\" d=\"M0 6h34\"/>", "from a fix to the track at the same time"),
        ]
        return [
            "description": "Map of \(scene.recording). \(map.caption)",
            "caption": map.caption,
            "svg": map.svg,
            "key": ["key": entries.map { ["swatch": swatch($0.0), "name": $0.1] }],
        ]
    }

    private static func plotKey(_ scene: SceneEvaluation) -> PageValues {
        var entries = SceneFigures.weights.map { name, slot, _ in
            ["swatch": swatch(marker(slot), slot: slot), "name": name]
        }
        let estimate = scene.corrections.isEmpty ? [] : [SceneFigures.estimate]
        let reference = scene.reference == nil ? [] : [SceneFigures.reference]
        for (name, slot) in estimate + reference {
            let line = swatch("<path d=\"M0 6h34\"/>" + marker(slot), slot: slot)
            entries.append(["swatch": line, "name": name])
        }
        return ["key": entries]
    }

    private static func marker(_ slot: Int) -> String {
        "<use href=\"#p\(PlotPalette.marker(of: slot) - 1)\" transform=\"translate(17 6)scale(3.4)\"/>"
    }

    private static func swatch(_ content: String, slot: Int = 0) -> String {
        "<svg class=\"swatch c\(slot % PlotPalette.colours.count)\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">"
            + "\(content)</svg>"
    }

    /// A table that counts fixes and pairs of fixes by their use: part of a correction, or part of no correction.
    private static func uses(_ scene: SceneEvaluation) -> FigureTable {
        var table = FigureTable(text: ["use"], figures: ["number"])
        func append(_ name: String, _ count: Int) {
            if count > 0 { table.rows.append([.text(name), .figure(Double(count), decimals: 0)]) }
        }
        guard let trace = scene.trace else {
            for (reason, count) in scene.leftOut.sorted(by: { $0.key < $1.key }) { append("fixes: \(reason)", count) }
            return table
        }
        append("fixes in a correction", trace.fixes.count { $0.use == .correction })
        append("fixes only in rounds without a correction", trace.fixes.count { $0.use == .undetermined })
        var reasons: [String: Int] = [:]
        for fix in trace.fixes { if case .leftOut(let reason) = fix.use { reasons[reason, default: 0] += 1 } }
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { append("fixes not used: \(reason)", count) }
        append("pairs in a correction", trace.pairs.count { $0.isApplied })
        append("pairs only in rounds without a correction", trace.pairs.count { !$0.isApplied })
        return table
    }
}

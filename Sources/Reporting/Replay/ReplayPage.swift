public import Evaluation
import Pipelines

/// An HTML page that plays what the users of several pipelines would have seen on their screens.
///
/// The page is one file and loads nothing. Without scripts it shows the worst moment.
public struct ReplayPage: Sendable {
    private struct Row {
        let swatch: String
        let name: String
        let meaning: String
        let pixels: String
        let degrees: String
        let isBest: Bool
    }

    private struct Content {
        let title: String
        let extent: String
        let style: String
        let script = String(decoding: PackageResources.replay_js, as: UTF8.self)
        let markers: String
        let still: String
        let rows: [Row]
        let verdict: String
        let remarks: [String]
        let data: String
    }

    private let replay: ScreenReplay
    private let rate: Double

    /// Creates the page of a replay.
    ///
    /// - Parameters:
    ///   - replay: the replay.
    ///   - rate: the rate of its frames in Hz.
    public init(_ replay: ScreenReplay, rate: Double) {
        self.replay = replay
        self.rate = rate
    }

    /// The HTML document.
    public var text: String {
        let film = FilmFrame(replay)
        let worst = replay.worstMoments(count: 1).first?.time ?? replay.times.first ?? 0
        let content = Content(
            title: "Replay of \(replay.recording)",
            extent: extent,
            style: PageTemplates.style + String(decoding: PackageResources.replay_css, as: UTF8.self),
            markers: PageKey.markers + PageKey.samples(replay.screens.count),
            still: film.svg(at: film.index(of: worst)),
            rows: rows,
            verdict: verdict,
            remarks: replay.remarks
                + replay.screens.compactMap { screen in
                    screen.reason.map { "\(screen.name): \($0)" }
                },
            data: ReplayData(replay, rate: rate).json
        )
        return PageTemplates.render(content, template: "replay")
    }

    /// Writes the page, complete or not at all.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func save(to path: String) throws(ReportError) { try WholeFiles.save([(path, Array(text.utf8))]) }

    private var extent: String {
        guard let first = replay.times.first, let last = replay.times.last else { return "" }
        let isCut = last - first < replay.duration - 1
        let part = isCut ? " of \(NumberText.duration(replay.duration))" : ""
        return "\(NumberText.short(first)) to \(NumberText.short(last)) s\(part)."
    }

    private var ranked: [ScreenReplay.PipelineScreen] {
        replay.screens.filter { $0.pixelRMSE != nil }.sorted { ($0.pixelRMSE ?? 0) < ($1.pixelRMSE ?? 0) }
    }

    private var rows: [Row] {
        replay.screens.enumerated().map { slot, screen in
            Row(
                swatch: PageKey.swatch(slot),
                name: screen.name,
                meaning: PipelineMeaning.text(of: screen.name),
                pixels: screen.pixelRMSE.map(NumberText.short) ?? "–",
                degrees: screen.orientationRMSE.map(NumberText.short) ?? "–",
                isBest: screen.name == ranked.first?.name
            )
        }
    }

    private var verdict: String {
        guard let best = ranked.first, let error = best.pixelRMSE else { return "" }
        let width = NumberText.short(best.projection.screen.width)
        let share = NumberText.short(100 * error / best.projection.screen.width)
        let others =
            ranked.count > 1 ? "'\(best.name)' draws the labels closest to their places" : "'\(best.name)' draws labels"
        return
            "\(others): \(NumberText.short(error)) pixels from them (RMS), \(share) % of the screen's width of \(width) pixels. "
            + "This is one recording; compare several with 'sextant evaluate --camera' before you choose."
    }
}

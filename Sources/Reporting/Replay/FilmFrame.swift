import Evaluation
import Pipelines
import SensorModel

/// A picture of all screens of a replay at one time. Rings show where the camera sees the places; markers show
/// where each pipeline draws them.
struct FilmFrame {
    private static let width = 170.0
    private static let gap = 14.0
    private static let head = 46.0
    /// Colours that are readable on the light background of a screen.
    private static let colours = ["#000000", "#0072b2", "#c24e00", "#00805d", "#a8578a", "#2b8cc4", "#b07800"]

    let replay: ScreenReplay

    /// The size of a frame in pixels.
    var size: (width: Double, height: Double) {
        let tallest =
            replay.screens.map { Self.width * $0.projection.screen.height / $0.projection.screen.width }.max() ?? 0
        return (Self.gap + (Self.width + Self.gap) * Double(replay.screens.count), Self.head + tallest + Self.gap)
    }

    /// The index of the frame that is nearest to a time.
    func index(of time: Seconds) -> Int {
        replay.times.indices.min { abs(replay.times[$0] - time) < abs(replay.times[$1] - time) } ?? 0
    }

    /// The SVG document of a frame.
    func svg(at frame: Int) -> String { document(content(at: frame), height: size.height) }

    /// The SVG document of several frames, one below the other.
    func strip(of frames: [Int]) -> String {
        let height = size.height
        let rows = frames.enumerated().map { row, frame in
            "<g transform=\"translate(0 \(text(Double(row) * height)))\">\(content(at: frame))</g>"
        }
        return document(rows.joined(separator: "\n"), height: height * Double(frames.count)) + "\n"
    }

    private func document(_ content: String, height: Double) -> String {
        let (width, height) = (text(size.width), text(height))
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
            + "width=\"\(width)\" height=\"\(height)\">\(content)</svg>"
    }

    private func content(at frame: Int) -> String {
        let (width, height) = size
        var output = "<rect width=\"\(text(width))\" height=\"\(text(height))\" fill=\"#fff\"/>"
        for (slot, screen) in replay.screens.enumerated() {
            let left = Self.gap + (Self.width + Self.gap) * Double(slot)
            output +=
                "<g transform=\"translate(\(text(left)) \(text(Self.head)))\">" + element(screen, slot, at: frame)
                + "</g>"
        }
        return output
    }

    private func element(_ screen: ScreenReplay.PipelineScreen, _ slot: Int, at frame: Int) -> String {
        let size = screen.projection.screen
        let scale = Self.width / size.width
        let height = text(size.height * scale)
        let colour = Self.colours[slot % Self.colours.count]
        let name = PageText.escaped(TextWrapping.shortened(screen.name, width: 24))
        let shown = screen.frames[frame]
        let without = shown.orientation == nil ? "no picture yet" : "nothing to compare"
        let error = screen.reason ?? shown.pixelError.map { "\(NumberText.short($0)) px" } ?? without
        var output = label(name, 0, -26, size: 13, colour: colour)
        output += label(
            PageText.escaped(TextWrapping.shortened(error, width: 28))
                + (slot == 0 ? " · \(NumberText.fixed(replay.times[frame], decimals: 1)) s" : ""),
            0,
            -9,
            size: 11,
            colour: "#444444"
        )
        output +=
            "<rect width=\"\(text(Self.width))\" height=\"\(height)\" fill=\"#dfe9f0\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
        let isOnScreen = { (spot: ScreenReplay.Spot) in
            spot.x >= 0 && spot.x <= size.width && spot.y >= 0 && spot.y <= size.height
        }
        let rings = Dictionary(shown.seen.map { ($0.place, $0) }) { first, _ in first }
        for spot in screen.reason == nil ? shown.drawn : [] where isOnScreen(spot) {
            let (x, y) = (text(spot.x * scale), text(spot.y * scale))
            if let ring = rings[spot.place] {
                output +=
                    "<path d=\"M\(x) \(y)L\(text(ring.x * scale)) \(text(ring.y * scale))\" stroke=\"\(colour)\" stroke-width=\"1.5\"/>"
            }
            output += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3.5\" fill=\"\(colour)\"/>"
        }
        for ring in shown.seen where isOnScreen(ring) {
            output +=
                "<circle cx=\"\(text(ring.x * scale))\" cy=\"\(text(ring.y * scale))\" r=\"6\" fill=\"none\" stroke=\"#111\" stroke-width=\"1.5\"/>"
        }
        return output
    }

    private func label(_ words: String, _ x: Double, _ y: Double, size: Int, colour: String) -> String {
        "<text x=\"\(text(x))\" y=\"\(text(y))\" font-family=\"sans-serif\" font-size=\"\(size)\" fill=\"\(colour)\">\(words)</text>"
    }

    private func text(_ pixels: Double) -> String { PagePath.text(pixels) }
}

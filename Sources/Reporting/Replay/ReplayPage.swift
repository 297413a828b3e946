import CResources
public import Evaluation
import Pipelines
import Recordings
import SensorModel

/// An HTML page that replays the screen of an AR app, with one screen per pipeline.
///
/// The page is one file and loads no other files. Without scripts, the page shows the screens at the time of the
/// largest error.
public struct ReplayPage: Sendable {
    private let replay: ScreenReplay
    private let rate: Double

    /// Creates the page of a replay.
    ///
    /// - Parameters:
    ///   - replay: the replay.
    ///   - rate: the frame rate in Hz.
    public init(_ replay: ScreenReplay, rate: Double) {
        self.replay = replay
        self.rate = rate
    }

    /// The HTML document.
    public var text: String {
        let film = FilmFrame(replay: replay)
        let worst = replay.worstMoments(count: 1).first?.time ?? replay.times.first ?? 0
        let reasons = replay.screens.compactMap { screen in screen.reason.map { "\(screen.name): \($0)" } }
        let values: PageValues = [
            "title": "Replay of \(replay.recording)",
            "extent": extent,
            "style": PageTemplates.style + PageTemplates.text(sextant_replay_css()),
            "script": PageTemplates.text(sextant_replay_js()),
            "markers": PageKey.markers + PageKey.samples(replay.screens.count),
            "still": film.svg(at: film.index(of: worst)),
            "rows": rows,
            "verdict": verdict,
            "isOfDevice": isOfDevice,
            "hasClaims": replay.screens.contains { $0.headingDeviations.contains { $0 != nil } },
            "remarks": replay.remarks + reasons,
            "data": ReplayData.json(replay, rate: rate),
        ]
        return PageTemplates.render(values, template: "replay")
    }

    /// Writes the page atomically.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the file cannot be written.
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

    private var rows: [PageValues] {
        replay.screens.enumerated().map { slot, screen in
            [
                "swatch": PageKey.swatch(slot),
                "name": screen.name,
                "meaning": PipelineMeaning.text(of: screen.name),
                "pixels": screen.pixelRMSE.map(NumberText.short) ?? "–",
                "degrees": screen.orientationRMSE.map(NumberText.short) ?? "–",
                "isBest": !isOfDevice && screen.name == ranked.first?.name,
            ]
        }
    }

    /// A Boolean value that indicates whether the screens are compared with the device's own attitude.
    private var isOfDevice: Bool { replay.reference == .device }

    private var verdict: String {
        guard !isOfDevice else { return differences }
        guard let best = ranked.first, let error = best.pixelRMSE else { return "" }
        let width = NumberText.short(best.projection.screen.width)
        let share = NumberText.short(100 * error / best.projection.screen.width)
        let others =
            ranked.count > 1
            ? "In this recording, '\(best.name)' draws the labels closest to their places" : "'\(best.name)'"
        return
            "\(others): RMS distance \(NumberText.short(error)) pixels, \(share) % of the screen's width of \(width) "
            + "pixels. "
            + "This is one recording; compare several with 'sextant evaluate --camera' before you choose."
    }
}

extension ReplayPage {
    /// The distances of the labels from their positions according to the device's own attitude, without a winner.
    private var differences: String {
        let distances = replay.screens.compactMap { screen in
            screen.pixelRMSE.map { "\(NumberText.short($0)) pixels for '\(screen.name)'" }
        }
        guard !distances.isEmpty else { return "" }
        return "The reference is the device's own attitude, not the truth. RMS distance of the labels from their "
            + "positions according to this attitude: \(distances.listed()). A smaller distance does not show a better "
            + "pipeline, because the device can be wrong."
    }
}

/// Integers as text for a page's script.
///
/// Each character encodes five bits of a number. A sixth bit is set if the number continues in the next character. The
/// lowest bit of a signed number is the sign. The characters are those of base64url (RFC 4648, section 5).
struct IntegerText {
    static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private var bytes: [UInt8] = []

    /// The text of all numbers that have been appended.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a number. O(1).
    mutating func append(_ number: Int) { append(unsigned: number.magnitude << 1 | (number < 0 ? 1 : 0)) }

    /// Appends a number without a sign. O(1).
    mutating func append(unsigned number: UInt) {
        var rest = number
        repeat {
            let payload = Int(rest & 31)
            rest >>= 5
            bytes.append(Self.digits[payload | (rest > 0 ? 32 : 0)])
        } while rest > 0
    }
}

/// Numbers as text: the difference of each number from the previous one, in steps of a fixed size.
struct DifferenceText {
    private let step: Double
    private var last = 0
    private var output = IntegerText()

    /// Creates an empty text.
    ///
    /// - Parameter step: the size of a step. Numbers are rounded to the nearest multiple of the step.
    init(step: Double) { self.step = step }

    var text: String { output.text }

    /// Appends a number. A `nil` or non-finite number is encoded as −1; the next difference starts at the last valid
    /// number.
    mutating func append(_ value: Double?) {
        guard let value, let steps = Int(checked: (value / step).rounded()) else { return output.append(-1) }
        let difference = steps - last
        // Negative differences are shifted by −1, because −1 itself means a missing number.
        output.append(difference < 0 ? difference - 1 : difference)
        last = steps
    }
}

/// The data of a replay for its page.
///
/// Pixels are rounded to a fifth, quaternions to 1/8192, errors to 0.01° and 0.1 px, positions to 0.1 m, and the field
/// to 0.1 µT. A repeated frame is encoded as −1.
enum ReplayData {
    private static let moments = 8

    /// The data as JSON that is safe inside a `script` element.
    static func json(_ replay: ScreenReplay, rate: Double) -> String {
        let seen = replay.screens.map { spots($0.frames.map(\.seen)) }
        let film = FilmFrame(replay: replay)
        let first: Double = replay.times.first ?? 0
        let document = JSONObject(known: [
            "recording": replay.recording,
            "isOfDevice": replay.reference == .device ? true : nil,
            "track": replay.track.map(track),
            "first": first,
            "rate": rate,
            "count": replay.times.count,
            "places": replay.places,
            "truth": orientations(replay.truth),
            "field": replay.fieldStrength.map { numbers($0, step: 0.1) },
            "rests": replay.rests.map { [$0.lowerBound, $0.upperBound] },
            "disturbances": replay.disturbances.map { [$0.lowerBound, $0.upperBound] },
            "screens": replay.screens.enumerated().map { index, screen in
                self.screen(screen, seen: index > 0 && seen[index] == seen[0] ? nil : seen[index])
            },
            "worst": replay.worstMoments(count: moments).map { moment -> JSONObject in
                ["frame": film.index(of: moment.time), "screen": moment.pipeline, "error": moment.error]
            },
        ])
        return PageText.script(encoding: document)
    }

    /// The true and the estimated positions of the user in metres east and north, and the accuracy radii of the
    /// estimates.
    private static func track(_ track: ScreenReplay.Track) -> JSONObject {
        func plane(_ positions: [Vector3?]) -> [String] {
            [numbers(positions.map { $0?.x }, step: 0.1), numbers(positions.map { $0?.y }, step: 0.1)]
        }
        return [
            "truth": plane(track.truth),
            "estimates": plane(track.estimates),
            "radii": numbers(track.radii, step: 0.1),
        ]
    }

    /// A screen and its camera, with lengths in pixels.
    ///
    /// - Parameters:
    ///   - seen: the positions at which the camera sees the places, as text. The value is `nil` if the first screen of
    ///     the replay already contains the same text.
    private static func screen(_ screen: ScreenReplay.PipelineScreen, seen: String?) -> JSONObject {
        let projection = screen.projection
        let camera: JSONObject = [
            "width": projection.screen.width,
            "height": projection.screen.height,
            "focalX": projection.focalLength.x,
            "focalY": projection.focalLength.y,
            "middleX": projection.principalPoint.x,
            "middleY": projection.principalPoint.y,
        ]
        let isDrawn = screen.reason == nil
        let deviations = screen.headingDeviations.map { isDrawn ? $0?.degrees : nil }
        let hasDeviations = deviations.contains { $0 != nil }
        return JSONObject(known: [
            "name": screen.name,
            "reason": screen.reason,
            "camera": camera,
            "pixelRMSE": screen.pixelRMSE,
            "orientationRMSE": screen.orientationRMSE,
            "orientation": orientations(screen.frames.map { isDrawn ? $0.orientation : nil }),
            "drawn": spots(screen.frames.map { isDrawn ? $0.drawn : [] }),
            "seen": seen,
            "pixelError": numbers(screen.frames.map { isDrawn ? $0.pixelError : nil }, step: 0.1),
            "orientationError": numbers(screen.frames.map { isDrawn ? $0.orientationError : nil }, step: 0.01),
            // The claimed standard deviations of the heading in degrees.
            "headingDeviation": hasDeviations ? numbers(deviations, step: 0.01) : nil,
        ])
    }

    static func numbers(_ values: [Double?], step: Double) -> String {
        var text = DifferenceText(step: step)
        for value in values { text.append(value) }
        return text.text
    }

    /// The components w, x, y and z of quaternions, each as one series. The sign of each quaternion is chosen so that
    /// the quaternion is close to the previous one.
    static func orientations(_ values: [UnitQuaternion?]) -> String {
        var parts = Array(repeating: DifferenceText(step: 1.0 / 8_192), count: 4)
        var last = UnitQuaternion.identity
        for value in values {
            guard let value else {
                for part in parts.indices { parts[part].append(nil) }
                continue
            }
            let product = value.w * last.w + value.x * last.x + value.y * last.y + value.z * last.z
            let sign = product < 0 ? -1.0 : 1.0
            for (part, number) in [value.w, value.x, value.y, value.z].enumerated() {
                parts[part].append(sign * number)
            }
            last = product < 0 ? -value : value
        }
        return parts.map(\.text).joined(separator: ".")
    }

    /// The positions of the places in all frames, as text.
    ///
    /// A frame that equals the previous frame is encoded as −1. Any other frame is encoded as the number of places,
    /// followed by three differences per place. The first is the place's index minus the index of the previous place in
    /// the frame. The other two are x and y, in fifths of a pixel, minus the values of this place in the last frame
    /// that contains it.
    static func spots(_ frames: [[ScreenReplay.Spot]]) -> String {
        var text = IntegerText()
        var known: [Int: (x: Int, y: Int)] = [:]
        var last: [[Int]]?
        for frame in frames {
            let rounded = frame.sorted { $0.place < $1.place }.map { spot in
                [spot.place, Int(saturating: (spot.x * 5).rounded()), Int(saturating: (spot.y * 5).rounded())]
            }
            if rounded == last {
                text.append(-1)
                continue
            }
            last = rounded
            text.append(rounded.count)
            var place = 0
            for spot in rounded {
                let before = known[spot[0]] ?? (0, 0)
                text.append(spot[0] - place)
                text.append(spot[1] - before.x)
                text.append(spot[2] - before.y)
                place = spot[0]
                known[place] = (spot[1], spot[2])
            }
        }
        return text.text
    }
}

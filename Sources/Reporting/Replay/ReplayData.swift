import Evaluation
import Foundation
import Pipelines
import SensorModel

/// The numbers of a replay for its page.
///
/// Pixels are rounded to a fifth, quaternions to 1/8192, errors to 0.01° and 0.1 px, the field to 0.1 µT. A picture that
/// equals the one before is a mark.
struct ReplayData: Encodable {
    /// A screen with its camera in pixels.
    struct Camera: Encodable {
        let width: Double
        let height: Double
        let focalX: Double
        let focalY: Double
        let middleX: Double
        let middleY: Double
    }

    struct Screen: Encodable {
        let name: String
        let reason: String?
        let camera: Camera
        let pixelRMSE: Double?
        let orientationRMSE: Double?
        let orientation: String
        let drawn: String
        /// What the camera sees; nil if it is that of the first screen.
        let seen: String?
        let pixelError: String
        let orientationError: String
    }

    struct Moment: Encodable {
        let frame: Int
        let screen: Int
        let error: Double
    }

    let recording: String
    let first: Double
    let rate: Double
    let count: Int
    let places: [String]
    let truth: String
    let field: String?
    let rests: [[Double]]
    let disturbances: [[Double]]
    let screens: [Screen]
    let worst: [Moment]

    private static let moments = 8

    init(_ replay: ScreenReplay, rate: Double) {
        recording = replay.recording
        first = replay.times.first ?? 0
        self.rate = rate
        count = replay.times.count
        places = replay.places
        truth = Self.orientations(replay.truth)
        field = replay.fieldStrength.map { Self.numbers($0, step: 0.1) }
        rests = replay.rests.map { [$0.lowerBound, $0.upperBound] }
        disturbances = replay.disturbances.map { [$0.lowerBound, $0.upperBound] }
        let seen = replay.screens.map { Self.spots($0.frames.map(\.seen)) }
        screens = replay.screens.enumerated().map { place, screen in
            Screen(screen, seen: place > 0 && seen[place] == seen[0] ? nil : seen[place])
        }
        worst = replay.worstMoments(count: Self.moments).map { moment in
            let frame = replay.times.indices.min {
                abs(replay.times[$0] - moment.time) < abs(replay.times[$1] - moment.time)
            }
            return Moment(frame: frame ?? 0, screen: moment.pipeline, error: moment.error)
        }
    }

    /// The data as JSON that can be inside a `script` element.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
        return PageText.script(data)
    }

    static func numbers(_ values: [Double?], step: Double) -> String {
        var text = DifferenceText(step: step)
        for value in values { text.append(value) }
        return text.text
    }

    /// Quaternions w, x, y, z one after another, with the sign that is closer to the one before.
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

    /// For each frame: −1 if it equals the one before; else the number of spots, and for each the difference of its
    /// place from the place before and of its pixels from those at which the place was last.
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

extension ReplayData.Screen {
    fileprivate init(_ screen: ScreenReplay.PipelineScreen, seen: String?) {
        let projection = screen.projection
        name = screen.name
        reason = screen.reason
        camera = ReplayData.Camera(
            width: projection.screen.width,
            height: projection.screen.height,
            focalX: projection.focalLength.x,
            focalY: projection.focalLength.y,
            middleX: projection.principalPoint.x,
            middleY: projection.principalPoint.y
        )
        pixelRMSE = screen.pixelRMSE
        orientationRMSE = screen.orientationRMSE
        let isDrawn = screen.reason == nil
        orientation = ReplayData.orientations(screen.frames.map { isDrawn ? $0.orientation : nil })
        drawn = ReplayData.spots(screen.frames.map { isDrawn ? $0.drawn : [] })
        self.seen = seen
        pixelError = ReplayData.numbers(screen.frames.map { isDrawn ? $0.pixelError : nil }, step: 0.1)
        orientationError = ReplayData.numbers(screen.frames.map { isDrawn ? $0.orientationError : nil }, step: 0.01)
    }
}

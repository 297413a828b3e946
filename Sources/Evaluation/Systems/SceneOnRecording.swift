public import Geodesy
public import Pipelines
import Recordings
import SensorModel

/// A scene as one recording fills it: where its user stands, and what is true of it. The same for all systems.
struct SceneOnRecording {
    let recording: Recording
    let truth: TrueViewpoints
    let places: PlaceSet
    /// Where the user stands all the time; nil to follow the fixes.
    let station: GeodeticPosition?
    /// What a reader must know of every run.
    let remarks: [String]

    init(_ scene: SystemScene, _ prepared: PreparedRecording) {
        let recording = prepared.recording
        let firstFix = recording.location?.values.lazy
            .compactMap { GeodeticPosition($0, heightIfMissing: 0) }.first
        var remarks: [String] = []
        var station = scene.station
        if let station {
            remarks.append("the user stands at \(Self.text(station)), as was asked for")
        } else if firstFix == nil {
            let own = recording.origin ?? Self.ulm
            station = own
            let whose = recording.origin == nil ? "in Ulm" : "where the recording was made"
            remarks.append("no fixes: the user stands at \(Self.text(own)), \(whose)")
        }
        let centre = station ?? firstFix ?? Self.ulm
        if let given = scene.places {
            remarks.append("\(given.places.count) places")
        } else {
            remarks.append("places: a ring of 72 around \(Self.text(centre))")
        }
        self.recording = recording
        self.station = station
        self.remarks = remarks
        places = scene.places ?? DefaultPlaces.ring(around: centre)
        truth = TrueViewpoints(recording, reference: prepared.reference, station: scene.station)
    }

    /// The moment of the last sensor sample.
    var end: Seconds {
        let last = [
            recording.accelerometer?.times.last, recording.gyroscope?.times.last, recording.magnetometer?.times.last,
            recording.attitude?.times.last, recording.heading?.times.last,
        ]
        return last.compactMap(\.self).max() ?? 0
    }

    /// A system at the beginning of the recording.
    func run(_ system: DescribedSystem, options: EvaluationOptions) -> SystemRun {
        var frames = FrameMerge(recording)
        return SystemRun(
            system,
            over: recording,
            places: places,
            station: station,
            truth: truth,
            displayRate: options.displayRate,
            start: frames.next()?.time ?? 0
        )
    }

    /// AREA's home (Geiger 2012, listing 4.1): for a recording that does not say where it was made.
    private static let ulm: GeodeticPosition = {
        let position = GeodeticPosition(latitudeDegrees: 48.4042981, longitudeDegrees: 9.979349, height: 0)
        guard let position else { preconditionFailure("Ulm is on the Earth") }
        return position
    }()

    private static func text(_ position: GeodeticPosition) -> String {
        "\(position.point.latitudeDegrees),\(position.point.longitudeDegrees)"
    }
}

extension SceneOnRecording {
    /// What becomes of the axes of the recording's poses; nil where it has none or no fixes, and for a user who stands
    /// somewhere else.
    func summary(of locator: SceneLocator) -> SceneSummary? {
        guard station == nil else { return nil }
        var options = SceneEvaluationOptions()
        options.locator = locator.parameters
        let scene = try? SceneEvaluation(recording, path: recording.name, options: options)
        return scene.map(SceneSummary.init)
    }
}

/// What described systems are measured with beside a recording: the places that they show, and where the user stands.
public struct SystemScene: Sendable {
    /// nil for the ring of ``DefaultPlaces`` around where the user begins.
    public var places: PlaceSet?
    /// Where the user stands all the time, in place of the recording's fixes; nil to follow these.
    public var station: GeodeticPosition?

    public init(places: PlaceSet? = nil, station: GeodeticPosition? = nil) {
        self.places = places
        self.station = station
    }
}

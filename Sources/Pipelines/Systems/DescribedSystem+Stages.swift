internal import Geodesy
internal import SensorFilters
public import SensorModel

/// The stages as objects that do their work.
extension DescribedSystem {
    /// The locator of the tracked scene; nil for a system that does not track a scene.
    public var sceneLocator: SceneLocator? {
        guard word(.tracking, "poses") == "aligned" else { return nil }
        var parameters = SceneLocator.Parameters()
        parameters.best.reach = required(.tracking, "reach")
        parameters.aligner.countLimit = Int(saturating: required(.tracking, "countLimit"))
        parameters.aligner.timeLimit = required(.tracking, "timeLimit")
        parameters.aligner.worstAccuracy = required(.tracking, "worstAccuracy")
        parameters.aligner.keepsEstimates = word(.tracking, "estimates") == "kept"
        return SceneLocator(parameters)
    }

    /// The gate that selects fixes, in its initial state.
    public var locationGate: LocationGate {
        LocationGate(
            maximumSpeed: number(.location, "maximumSpeed"),
            reportDistance: number(.location, "reportDistance"),
            worstAccuracy: number(.location, "accuracyLimit")
        )
    }

    /// The interval in seconds at which reported positions are fetched; nil for immediate use.
    public var fetchInterval: Seconds? { number(.location, "fetchInterval") }

    /// The law of directions to places.
    public var directionLaw: PlaceDirectionLaw {
        let vertical = PlaceDirectionLaw.verticals.first { $0.name == word(.directions, "vertical") }
        return PlaceDirectionLaw(
            PlaceDirectionLaw.Kind(rawValue: word(.directions, "law")) ?? .tangentPlane,
            vertical: vertical?.value ?? .ellipsoidNormal,
            earthRadius: required(.directions, "earthRadius")
        )
    }

    /// Whether the origin of ``PlaceDirectionLaw/Kind/offsetEarth`` moves with each position, or remains at the first.
    public var movesOffset: Bool { word(.directions, "offset") == "current" }

    /// Whether nothing is drawn while the pipeline has no orientation for its samples. Otherwise the last one is used.
    public var hidesWithoutOrientation: Bool {
        orientation.estimator.values.word("beyondOneG") == CompassHeading.BeyondOneG.none.rawValue
    }

    /// The times at which the system draws.
    public var displayLoop: DisplayLoop {
        word(.display, "loop") == "sample" ? .onSample : .rate(required(.display, "rate"))
    }

    /// The screen.
    public var screen: Screen {
        Screen(
            width: required(.screen, "width"),
            height: required(.screen, "height"),
            rotation: Angle(degrees: required(.screen, "rotation"))
        )
    }

    /// The camera.
    public var camera: Camera {
        guard let camera = Self.camera(of: values[.camera]) else {
            preconditionFailure("the initialiser rejects a system without a camera")
        }
        return camera
    }

    /// The system's own projection.
    public var projection: any ScreenProjection {
        guard word(.projection, "kind") == "linearDegrees" else {
            guard let view = number(.projection, "fieldOfView") else { return exactProjection }
            // tan(θ_h/2) = tan(θ_v/2) · width/height, as of three.js' PerspectiveCamera
            let vertical = Angle(degrees: view)
            let half = Angle(radians: vertical.radians / 2).tangent * screen.width / screen.height
            let horizontal = Angle(radians: 2 * Angle(ofPoint: 1, half).radians)
            return PerspectiveProjection(
                camera: .fieldOfView(horizontal: horizontal, vertical: vertical),
                screen: screen
            )
        }
        return LinearDegreesProjection(
            screen: screen,
            pixelsPerDegree: required(.projection, "pixelsPerDegree"),
            viewSize: required(.projection, "viewSize")
        )
    }

    /// The exact projection of the camera onto the system's screen, whatever the system's own projection is.
    public var exactProjection: PerspectiveProjection { PerspectiveProjection(camera: camera, screen: screen) }

    /// The largest distance of shown places in metres, by the system's own measure.
    public var radius: Metres { required(.places, "radius") }

    /// The streams that the system requires.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    public func requiredSensors(isCompassRecorded: Bool) -> [SensorKind] {
        let sensors = orientation.requiredSensors(isCompassRecorded: isCompassRecorded)
        return sceneLocator == nil ? sensors : sensors.map { $0 == .attitude ? .pose : $0 }
    }

    static func camera(of values: ParameterValues?) -> Camera? {
        guard let values else { return nil }
        if let horizontal = values.number("horizontalView"), let vertical = values.number("verticalView") {
            return .fieldOfView(horizontal: Angle(degrees: horizontal), vertical: Angle(degrees: vertical))
        }
        guard let focalLength = values.number("focalLength"), let width = values.number("sensorWidth"),
            let height = values.number("sensorHeight")
        else { return nil }
        return .physical(focalLength: focalLength, sensorWidth: width, sensorHeight: height)
    }

    private func number(_ stage: SystemStage, _ name: String) -> Double? { values[stage]?.number(name) }

    private func required(_ stage: SystemStage, _ name: String) -> Double {
        guard let value = number(stage, name) else { preconditionFailure("\(name) has a default") }
        return value
    }

    private func word(_ stage: SystemStage, _ name: String) -> String { values[stage]?.word(name) ?? "" }
}

/// The times at which a system draws. Between two drawings the screen shows the last one.
public enum DisplayLoop: Sendable, Hashable {
    /// At a fixed rate from the first sample on, with the latest values.
    case rate(Hertz)
    /// At each new orientation.
    case onSample
}

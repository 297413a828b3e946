internal import Geodesy
internal import SensorFilters
public import SensorModel

/// The stages as what they do.
extension DescribedSystem {
    /// nil where the system does not track a scene.
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

    public var locationGate: LocationGate {
        LocationGate(
            maximumSpeed: number(.location, "maximumSpeed"),
            reportDistance: number(.location, "reportDistance")
        )
    }

    /// How often reported positions are fetched; nil for at once.
    public var fetchInterval: Seconds? { number(.location, "fetchInterval") }

    public var directionLaw: PlaceDirectionLaw {
        let vertical = PlaceDirectionLaw.verticals.first { $0.name == word(.directions, "vertical") }
        return PlaceDirectionLaw(
            PlaceDirectionLaw.Kind(rawValue: word(.directions, "law")) ?? .tangentPlane,
            vertical: vertical?.value ?? .ellipsoidNormal,
            earthRadius: required(.directions, "earthRadius")
        )
    }

    /// Whether the origin of ``PlaceDirectionLaw/Kind/offsetEarth`` moves with each position, or stays at the first.
    public var movesOffset: Bool { word(.directions, "offset") == "current" }

    /// Whether nothing is drawn while the pipeline gives no orientation for its samples; otherwise the last one is kept.
    public var hidesWithoutOrientation: Bool {
        orientation.estimator.values.word("beyondOneG") == CompassHeading.BeyondOneG.none.rawValue
    }

    public var displayLoop: DisplayLoop {
        word(.display, "loop") == "sample" ? .onSample : .rate(required(.display, "rate"))
    }

    public var screen: Screen {
        Screen(
            width: required(.screen, "width"),
            height: required(.screen, "height"),
            rotation: Angle(degrees: required(.screen, "rotation"))
        )
    }

    public var camera: Camera {
        guard let camera = Self.camera(of: values[.camera]) else {
            preconditionFailure("a system without a camera is refused")
        }
        return camera
    }

    /// By the system's own law.
    public var projection: any ScreenProjection {
        guard word(.projection, "kind") == "linearDegrees" else { return exactProjection }
        return LinearDegreesProjection(
            screen: screen,
            pixelsPerDegree: required(.projection, "pixelsPerDegree"),
            viewSize: required(.projection, "viewSize")
        )
    }

    /// Where the camera's image shows a place on the system's screen: the tangent law, whatever the system's own is.
    public var exactProjection: PerspectiveProjection { PerspectiveProjection(camera: camera, screen: screen) }

    /// Places farther away, by the system's own measure, are not shown.
    public var radius: Metres { required(.places, "radius") }

    /// The streams without which the system gives nothing, where the recording has these.
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

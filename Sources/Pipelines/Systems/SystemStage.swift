public import SensorModel

/// The stages of a described system, in the order in which data passes them: from the sensors' samples to pixels.
///
/// A system is a declaration of these stages with their parameters; what it does not declare has the stage's default.
public enum SystemStage: String, Sendable, Hashable, CaseIterable {
    /// How often the sensors are read.
    case sampling
    /// What the compass of the operating system says.
    case compass
    /// How poses of a tracked scene become attitudes and positions on the Earth.
    case tracking
    /// From samples to an orientation: the stages of a ``PipelineSpecification``, which have parameters of their own.
    case orientation
    /// Which fixes are believed.
    case location
    /// Where a place is seen from the device, before any screen.
    case directions
    /// When a picture is drawn.
    case display
    /// What the camera sees.
    case camera
    /// What the picture is drawn on.
    case screen
    /// From directions to pixels.
    case projection
    /// Which places are shown at all.
    case places

    /// One line for listings.
    public var summary: String {
        switch self {
        case .sampling: "How often the sensors are read."
        case .compass: "What the operating system's compass says."
        case .tracking: "How poses of a tracked scene become attitudes and positions on the Earth."
        case .orientation: "From samples to an orientation: an estimator with filters around it."
        case .location: "Which fixes are believed."
        case .directions: "Where a place is seen from the device."
        case .display: "When a picture is drawn; until the next one it stands still."
        case .camera: "What the camera sees."
        case .screen: "What the picture is drawn on."
        case .projection: "From directions to pixels."
        case .places: "Which places are shown at all."
        }
    }

    /// Those of the stage itself; ``orientation`` has those of its own stages.
    public var parameters: [ParameterDescriptor] {
        switch self {
        case .sampling: Self.samplingParameters
        case .compass: Self.compassParameters
        case .tracking: Self.trackingParameters
        case .orientation: []
        case .location: Self.locationParameters
        case .directions: Self.directionsParameters
        case .display: Self.displayParameters
        case .camera: Self.cameraParameters
        case .screen: Self.screenParameters
        case .projection: Self.projectionParameters
        case .places: Self.placesParameters
        }
    }
}

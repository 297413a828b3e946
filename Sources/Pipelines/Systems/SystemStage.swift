public import SensorModel

/// The stages of a described system in the order of the data flow, from sensor samples to pixels.
///
/// A system declares parameters of these stages; the others have their defaults.
public enum SystemStage: String, Sendable, Hashable, CaseIterable {
    /// The rates at which sensors are read.
    case sampling
    /// The compass of the operating system.
    case compass
    /// The conversion of poses of a tracked scene to attitudes and positions on the Earth.
    case tracking
    /// The estimation of orientation: the stages of a ``PipelineSpecification`` with their own parameters.
    case orientation
    /// The selection of fixes.
    case location
    /// The directions of places from the device.
    case directions
    /// The times of drawing.
    case display
    /// The camera.
    case camera
    /// The screen.
    case screen
    /// The projection of directions to pixels.
    case projection
    /// The selection of places.
    case places

    /// One line for listings.
    public var summary: String {
        switch self {
        case .sampling: "Rates at which sensors are read."
        case .compass: "Compass of the operating system."
        case .tracking: "Conversion of a tracked scene's poses to attitudes and positions on the Earth."
        case .orientation: "Estimation of orientation: an estimator with filters."
        case .location: "Selection of fixes."
        case .directions: "Directions of places from the device."
        case .display: "Times of drawing; a picture remains until the next one."
        case .camera: "Camera."
        case .screen: "Screen."
        case .projection: "Projection of directions to pixels."
        case .places: "Selection of places."
        }
    }

    /// The parameters of the stage itself; empty for ``orientation``, whose stages have their own parameters.
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

import Geodesy
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

extension SystemStage {
    private static let lengths = ParameterRange("more than 0 and at most 1 m", from: 1e-6, to: 1)
    private static let views = ParameterRange("from 1 to 179", from: 1, to: 179)
    private static let pixels = ParameterRange("from 1 to 100,000", from: 1, to: 100_000)
    static let rates = ParameterRange("from 0.1 to 1,000", from: 0.1, to: 1_000)

    static let samplingParameters: [ParameterDescriptor] = [
        .number(
            "accelerometerRate",
            .hertz,
            in: rates,
            default: nil,
            "Rate of reading the accelerometer (default: every recorded sample)."
        ),
        .number(
            "magnetometerRate",
            .hertz,
            in: rates,
            default: nil,
            "Rate of reading the magnetometer (default: every recorded sample)."
        ),
        .choice(
            "method",
            of: ResamplingMethod.allCases.map(\.rawValue),
            default: ResamplingMethod.decimate.rawValue,
            "First recorded sample of each interval, latest at each moment, or interpolated value."
        ),
    ]

    static let compassParameters: [ParameterDescriptor] = [
        .number(
            "step",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: 0,
            "Step to which recorded readings are rounded; 0 for no rounding."
        ),
        .number(
            "derivedStep",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: 1,
            "Step of readings derived from the magnetic field, used without recorded readings."
        ),
        .choice(
            "readingOf",
            of: SystemCompass.ReadingOf.allCases.map(\.rawValue),
            default: SystemCompass.ReadingOf.portrait.rawValue,
            "Direction of recorded readings: the upper edge in portrait, or the edge that is up."
        ),
        .number(
            "flipTilt",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: nil,
            "Camera's elevation above which readings are turned by 180 deg (default: never)."
        ),
    ]

    static let trackingParameters: [ParameterDescriptor] = [
        .choice(
            "poses",
            of: ["unused", "aligned"],
            default: "unused",
            "Whether recorded poses, aligned with fixes, replace attitude and fixes."
        ),
        .number(
            "countLimit",
            .count,
            in: .windowLength,
            default: 10,
            "Number of new fixes after which the axes are corrected."
        ),
        .number(
            "timeLimit",
            .seconds,
            in: .aboveZeroToBillion,
            default: 10,
            "Time after which the axes are corrected with fewer fixes."
        ),
        .number(
            "worstAccuracy",
            .metres,
            in: .aboveZeroToBillion,
            default: 50,
            "Largest accuracy value of fixes that correct the axes."
        ),
        .choice(
            "estimates",
            of: ["discarded", "kept"],
            default: "discarded",
            "Whether fixes are discarded or kept after a correction."
        ),
        .number(
            "reach",
            .metres,
            in: .aboveZeroToBillion,
            default: 100,
            "Largest distance of the fix from which the position is computed."
        ),
    ]

    static let locationParameters: [ParameterDescriptor] = [
        .number(
            "maximumSpeed",
            .metresPerSecond,
            in: .zeroToBillion,
            default: nil,
            "Maximum speed; fixes less accurate than the last one plus motion are dropped (default: none)."
        ),
        .number(
            "accuracyLimit",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "Largest accuracy value of accepted fixes (default: any)."
        ),
        .number(
            "reportDistance",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "Distance after which a position is reported (default: every fix)."
        ),
        .number(
            "fetchInterval",
            .seconds,
            in: .aboveZeroToBillion,
            default: nil,
            "Interval at which reported positions are fetched (default: immediately)."
        ),
    ]

    static let directionsParameters: [ParameterDescriptor] = [
        .choice(
            "law",
            of: PlaceDirectionLaw.Kind.allCases.map(\.rawValue),
            default: PlaceDirectionLaw.Kind.tangentPlane.rawValue,
            "Law of directions to places."
        ),
        .choice(
            "vertical",
            of: PlaceDirectionLaw.verticals.map(\.name),
            default: "normal",
            "Vertical of laws with a tangent plane."
        ),
        .choice(
            "offset",
            of: ["first", "current"],
            default: "first",
            "Position that is the origin of offsetEarth's single-precision coordinates."
        ),
        .number(
            "earthRadius",
            .metres,
            in: .aboveZeroToBillion,
            default: EarthSphere.common,
            "Radius of laws with a sphere."
        ),
    ]

    static let displayParameters: [ParameterDescriptor] = [
        .choice(
            "loop",
            of: ["rate", "sample"],
            default: "rate",
            "When to draw: at a fixed rate, or at each new orientation."
        ),
        .number("rate", .hertz, in: rates, default: 30, "Pictures per second at a fixed rate."),
    ]

    static let cameraParameters: [ParameterDescriptor] = [
        .number(
            "focalLength",
            .metres,
            in: lengths,
            default: nil,
            "Focal length of the lens; requires the sensor's sides."
        ),
        .number("sensorWidth", .metres, in: lengths, default: nil, "Side of the sensor along the screen's width."),
        .number("sensorHeight", .metres, in: lengths, default: nil, "Side of the sensor along the screen's height."),
        .number(
            "horizontalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's width, without a lens."
        ),
        .number(
            "verticalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's height, without a lens."
        ),
    ]

    static let screenParameters: [ParameterDescriptor] = [
        .number("width", in: pixels, default: 320, "Width in pixels."),
        .number("height", in: pixels, default: 480, "Height in pixels."),
        .number("rotation", .degrees, in: .turns, default: 0, "Rotation of the picture from portrait, clockwise."),
    ]

    static let projectionParameters: [ParameterDescriptor] = [
        .choice(
            "kind",
            of: ["perspective", "linearDegrees"],
            default: "perspective",
            "The camera's tangent law, or pixels proportional to degrees."
        ),
        .number("pixelsPerDegree", in: .aboveZeroToBillion, default: 480.0 / 56, "Pixels per degree of linearDegrees."),
        .number("viewSize", in: pixels, default: 580, "Side in pixels of the square view of linearDegrees."),
        .number(
            "fieldOfView",
            .degrees,
            in: views,
            default: nil,
            "Vertical field of view from which perspective draws (default: the camera's)."
        ),
    ]

    static let placesParameters: [ParameterDescriptor] = [
        .number(
            "radius",
            .metres,
            in: .aboveZeroToBillion,
            default: 20_000,
            "Largest distance of shown places; the default is that of AREA."
        )
    ]
}

import Geodesy
public import SensorModel

/// The stages of an AR system in the order of the data flow, from sensor samples to pixels.
///
/// A system's declaration sets parameters of these stages; other parameters have their defaults.
public enum SystemStage: String, Sendable, Hashable, CaseIterable {
    /// The rates at which sensors are read.
    case sampling
    /// The operating system's compass, which rounds recorded readings or derives missing ones.
    case compass
    /// The conversion of poses in a tracked scene to attitudes and positions on the Earth.
    case tracking
    /// The estimation of orientation: the stages of a ``PipelineSpecification`` with their own parameters.
    case orientation
    /// The rules that decide which location fixes the system uses.
    case location
    /// The computation of the directions in which places are seen from the device.
    case directions
    /// The times at which pictures are drawn.
    case display
    /// The camera's lens and sensor, or its field of view.
    case camera
    /// The screen's size in pixels, and its rotation on the device.
    case screen
    /// The projection of directions to pixels.
    case projection
    /// The selection of the places that are shown.
    case places
    /// The size and arrangement of the places' labels.
    case labels
    /// The disc that shows the places around the user as a map.
    case radar

    /// A one-line description for listings.
    public var summary: String {
        switch self {
        case .sampling: "Rates at which sensors are sampled."
        case .compass: "Operating system's compass, which rounds recorded readings or derives missing ones."
        case .tracking: "Conversion of a tracked scene's poses to attitudes and positions on the Earth."
        case .orientation: "Estimation of orientation: an estimator with filters."
        case .location: "Selection of the fixes that are used."
        case .directions: "Computation of the directions of places from the device."
        case .display: "Times at which pictures are drawn; between them the screen does not change."
        case .camera: "Camera's lens and sensor, or field of view."
        case .screen: "Screen's size in pixels, and rotation."
        case .projection: "Projection of directions to pixels."
        case .places: "Selection of the places that are shown."
        case .labels: "Size and arrangement of the places' labels."
        case .radar: "Disc that shows the places around the user as a map."
        }
    }

    /// The stage's own parameters; empty for ``orientation``, whose parameters belong to the stages of its pipeline.
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
        case .labels: Self.labelsParameters
        case .radar: Self.radarParameters
        }
    }

    /// Parses the values of the stage's own parameters from text. Missing parameters have their defaults.
    func values(_ texts: [String: String]) throws(InputError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: "'\(rawValue)'")
    }
}

extension SystemStage {
    private static let lengths = ParameterRange("more than 0 and at most 1 m", from: 1e-6, to: 1)
    private static let views = ParameterRange("from 1 to 179", from: 1, to: 179)
    private static let pixels = ParameterRange("from 1 to 100,000", from: 1, to: 100_000)
    static let rates = ParameterRange("from 0.1 to 1,000", from: 0.1, to: 1_000)

    static let samplingParameters: [ParameterDescriptor] =
        ["accelerometer", "magnetometer"].map { sensor in
            .number(
                "\(sensor)Rate",
                .hertz,
                in: rates,
                default: nil,
                "Sampling rate of the \(sensor) (default: every recorded sample)."
            )
        } + [ResamplingMethod.parameter]

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
            "Step of readings that are derived from the magnetic field if the recording has no compass."
        ),
        .choice(
            "readingOf",
            of: SystemCompass.ReadingOf.allCases.map(\.rawValue),
            default: SystemCompass.ReadingOf.portrait.rawValue,
            "Edge to which recorded readings are relative: the upper edge in portrait, or the edge that is up."
        ),
        .number(
            "flipTilt",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: nil,
            "Camera elevation above which readings are rotated by 180 deg (default: never)."
        ),
        .number(
            "headingFilter",
            .degrees,
            in: ParameterRange("from 0 to 180", from: 0, to: 180),
            default: nil,
            "Smallest change from the last reported heading that is reported (iOS: headingFilter; default: every "
                + "reading)."
        ),
    ]

    static let trackingParameters: [ParameterDescriptor] = [
        .choice(
            "poses",
            of: ["unused", "aligned"],
            default: "unused",
            "Whether orientation and position come from recorded poses that are aligned with fixes."
        ),
        .number(
            "countLimit",
            .count,
            in: .windowLength,
            default: 10,
            "Number of new fixes after which the scene's axes are corrected."
        ),
        .number(
            "timeLimit",
            .seconds,
            in: .aboveZeroToBillion,
            default: 10,
            "Time after which the scene's axes are corrected even with fewer new fixes."
        ),
        .number(
            "worstAccuracy",
            .metres,
            in: .aboveZeroToBillion,
            default: 50,
            "Worst accuracy of a fix that is used to correct the scene's axes."
        ),
        .choice(
            "estimates",
            of: ["discarded", "kept"],
            default: "discarded",
            "Whether fixes are discarded or kept for later corrections after they corrected the axes."
        ),
        .number(
            "reach",
            .metres,
            in: .aboveZeroToBillion,
            default: 100,
            "Maximum distance of the device from the fix that its position is computed from."
        ),
    ]

    static let locationParameters: [ParameterDescriptor] = [
        .number(
            "maximumSpeed",
            .metresPerSecond,
            in: .zeroToBillion,
            default: nil,
            "Maximum speed of the device; a fix is dropped if its accuracy exceeds the last fix's accuracy plus speed "
                + "times interval (default: none)."
        ),
        .number(
            "accuracyLimit",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "Worst accuracy of an accepted fix (default: any)."
        ),
        .number(
            "reportDistance",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "Distance from the last reported position after which a position is reported (default: every fix)."
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
            "Computation of the direction and the distance of a place."
        ),
        .choice(
            "vertical",
            of: PlaceDirectionLaw.verticals.map(\.name),
            default: "normal",
            "Vertical direction in laws that use a tangent plane."
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
            "Earth's radius in laws that use a sphere."
        ),
    ]

    static let displayParameters: [ParameterDescriptor] = [
        .choice(
            "loop",
            of: ["rate", "sample"],
            default: "rate",
            "When to draw: at a fixed rate, or at each new orientation."
        ),
        .number("rate", .hertz, in: rates, default: 30, "Pictures per second for loop=rate."),
    ]

    static let cameraParameters: [ParameterDescriptor] = [
        .number(
            "focalLength",
            .metres,
            in: lengths,
            default: nil,
            "Focal length of the lens; requires sensorWidth and sensorHeight."
        ),
        .number("sensorWidth", .metres, in: lengths, default: nil, "Sensor's side along the screen's width."),
        .number("sensorHeight", .metres, in: lengths, default: nil, "Sensor's side along the screen's height."),
        .number(
            "horizontalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's width, instead of lens and sensor."
        ),
        .number(
            "verticalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's height, instead of lens and sensor."
        ),
    ]

    static let screenParameters: [ParameterDescriptor] = [
        .number("width", in: pixels, default: 320, "Width of the screen in pixels."),
        .number("height", in: pixels, default: 480, "Height of the screen in pixels."),
        .number("rotation", .degrees, in: .turns, default: 0, "Clockwise rotation of the picture from portrait."),
    ]

    static let projectionParameters: [ParameterDescriptor] = [
        .choice(
            "kind",
            of: ["perspective", "linearDegrees"],
            default: "perspective",
            "Perspective of a camera, or pixels proportional to degrees."
        ),
        .number(
            "pixelsPerDegree",
            in: .aboveZeroToBillion,
            default: 480.0 / 56,
            "Pixels per degree for kind=linearDegrees."
        ),
        .number("viewSize", in: pixels, default: 580, "Side of the square view in pixels for kind=linearDegrees."),
        .number(
            "fieldOfView",
            .degrees,
            in: views,
            default: nil,
            "Vertical field of view of the drawn perspective (default: the camera's)."
        ),
    ]

    static let placesParameters: [ParameterDescriptor] = [
        .number(
            "radius",
            .metres,
            in: .aboveZeroToBillion,
            default: 20_000,
            "Maximum distance of a shown place; the default is AREA's."
        ),
        .number(
            "ringCount",
            .count,
            in: .windowLength,
            default: 72,
            "Number of places in the ring around the user if no places are specified."
        ),
        .number(
            "updateInterval",
            .seconds,
            in: .aboveZeroToBillion,
            default: nil,
            "Interval at which the positions of moving places are fetched (default: for each picture)."
        ),
        .number(
            "updateDistance",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "Distance that a moving place covers before it reports its position again (default: none)."
        ),
    ]

    static let labelsParameters: [ParameterDescriptor] = [
        .number("labelWidth", in: pixels, default: 88, "Width of a label in pixels; the default is our choice."),
        .number(
            "labelHeight",
            in: pixels,
            default: 44,
            "Height of a label in pixels; the default is the smallest tap target of Apple's guidelines."
        ),
        .choice(
            "arrangement",
            of: LabelLayout.Arrangement.allCases.map(\.rawValue),
            default: LabelLayout.Arrangement.anchored.rawValue,
            "Labels at their places, moved up until none overlap, or drawn as if the camera were raised."
        ),
        .number(
            "eyeHeight",
            .metres,
            in: .aboveZeroToBillion,
            default: 30,
            "Height of the raised camera for arrangement=birdsEye; the default is our choice."
        ),
        .number(
            "tapDelay",
            .seconds,
            in: .zeroToBillion,
            default: 0.25,
            "Time between aiming at a label and tapping it; the default is our choice, a simple reaction time."
        ),
        .choice(
            "labelRoll",
            of: ["rotated", "fixed"],
            default: "rotated",
            "Whether labels are rotated to the horizon, or parallel to the screen's edges."
        ),
    ]

    static let radarParameters: [ParameterDescriptor] = [
        .number(
            "radarRange",
            .metres,
            in: .aboveZeroToBillion,
            default: 1_000,
            "Distance at the edge of the radar; the default is iBetelgeuse's."
        ),
        .number(
            "sectors",
            .count,
            in: .windowLength,
            default: 8,
            "Number of sectors into which the radar's directions are divided; the default is our choice."
        ),
    ]
}

internal import Geodesy
internal import SensorModel

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
            "How often the accelerometer is read; every recorded sample where it is left out."
        ),
        .number(
            "magnetometerRate",
            .hertz,
            in: rates,
            default: nil,
            "How often the magnetometer is read; every recorded sample where it is left out."
        ),
        .choice(
            "method",
            of: ResamplingMethod.allCases.map(\.rawValue),
            default: ResamplingMethod.decimate.rawValue,
            "The first recorded sample of each interval, the latest at each moment, or a value between two samples."
        ),
    ]

    static let compassParameters: [ParameterDescriptor] = [
        .number(
            "step",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: 0,
            "Readings are rounded to whole multiples of it; 0 leaves them as they were recorded."
        ),
        .number(
            "derivedStep",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: 1,
            "The same of readings that are derived from the field, where none were recorded."
        ),
        .choice(
            "readingOf",
            of: SystemCompass.ReadingOf.allCases.map(\.rawValue),
            default: SystemCompass.ReadingOf.portrait.rawValue,
            "What recorded readings are the azimuth of: the upper edge in portrait, or the edge that is held up."
        ),
        .number(
            "flipTilt",
            .degrees,
            in: ParameterRange("from 0 to 90", from: 0, to: 90),
            default: nil,
            "The camera's elevation above which readings are turned by 180 deg; never where it is left out."
        ),
    ]

    static let trackingParameters: [ParameterDescriptor] = [
        .choice(
            "poses",
            of: ["unused", "aligned"],
            default: "unused",
            "Whether the recorded poses, tied to the Earth by fixes, stand in for attitude and fixes."
        ),
        .number("countLimit", .count, in: .windowLength, default: 10, "New fixes after which the axes are corrected."),
        .number(
            "timeLimit",
            .seconds,
            in: .aboveZeroToBillion,
            default: 10,
            "The time after which they are with fewer fixes."
        ),
        .number(
            "worstAccuracy",
            .metres,
            in: .aboveZeroToBillion,
            default: 50,
            "Fixes that are less accurate do not correct."
        ),
        .choice(
            "estimates",
            of: ["collectedAnew", "kept"],
            default: "collectedAnew",
            "What becomes of fixes behind a correction: they are forgotten, or go on correcting."
        ),
        .number(
            "reach",
            .metres,
            in: .aboveZeroToBillion,
            default: 100,
            "How far a fix may be that the place is counted from."
        ),
    ]

    static let locationParameters: [ParameterDescriptor] = [
        .number(
            "maximumSpeed",
            .metresPerSecond,
            in: .zeroToBillion,
            default: nil,
            "A fix that is less accurate than the last one grown by this speed is dropped; none is where it is left out."
        ),
        .number(
            "reportDistance",
            .metres,
            in: .zeroToBillion,
            default: nil,
            "A position is reported after this distance, as to friends; every fix where it is left out."
        ),
        .number(
            "fetchInterval",
            .seconds,
            in: .aboveZeroToBillion,
            default: nil,
            "Reported positions are fetched this often, as by friends; at once where it is left out."
        ),
    ]

    static let directionsParameters: [ParameterDescriptor] = [
        .choice(
            "law",
            of: PlaceDirectionLaw.Kind.allCases.map(\.rawValue),
            default: PlaceDirectionLaw.Kind.tangentPlane.rawValue,
            "How the direction of a place comes about."
        ),
        .choice(
            "vertical",
            of: PlaceDirectionLaw.verticals.map(\.name),
            default: "normal",
            "What the laws with a tangent plane take for up."
        ),
        .choice(
            "offset",
            of: ["first", "current"],
            default: "first",
            "Which position the law offsetEarth counts single-precision coordinates from."
        ),
        .number(
            "earthRadius",
            .metres,
            in: .aboveZeroToBillion,
            default: EarthSphere.common,
            "The radius of the laws with a sphere."
        ),
    ]

    static let displayParameters: [ParameterDescriptor] = [
        .choice(
            "loop",
            of: ["rate", "sample"],
            default: "rate",
            "Whether a picture is drawn at a fixed rate, or at each new orientation."
        ),
        .number("rate", .hertz, in: rates, default: 30, "Pictures per second, where they come at a fixed rate."),
    ]

    static let cameraParameters: [ParameterDescriptor] = [
        .number("focalLength", .metres, in: lengths, default: nil, "Of the lens; with the sensor's sides."),
        .number("sensorWidth", .metres, in: lengths, default: nil, "The side along the screen's width."),
        .number("sensorHeight", .metres, in: lengths, default: nil, "The side along the screen's height."),
        .number(
            "horizontalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's width, where no lens is given."
        ),
        .number(
            "verticalView",
            .degrees,
            in: views,
            default: nil,
            "Field of view along the screen's height, where no lens is given."
        ),
    ]

    static let screenParameters: [ParameterDescriptor] = [
        .number("width", in: pixels, default: 320, "In pixels."),
        .number("height", in: pixels, default: 480, "In pixels."),
        .number("rotation", .degrees, in: .turns, default: 0, "The picture's turn from portrait, clockwise."),
    ]

    static let projectionParameters: [ParameterDescriptor] = [
        .choice(
            "kind",
            of: ["perspective", "linearDegrees"],
            default: "perspective",
            "The camera's tangent law, or pixels in proportion to degrees."
        ),
        .number("pixelsPerDegree", in: .aboveZeroToBillion, default: 480.0 / 56, "Of linearDegrees."),
        .number("viewSize", in: pixels, default: 580, "Side in pixels of the square that linearDegrees draws on."),
    ]

    static let placesParameters: [ParameterDescriptor] = [
        .number(
            "radius",
            .metres,
            in: .aboveZeroToBillion,
            default: 20_000,
            "Places farther away are not shown; unless a system says otherwise, as far as AREA shows them."
        )
    ]
}

import SensorFilters
public import SensorModel

/// A stage that only location pipelines have: a source of positions, or an estimator of positions.
///
/// Filters of vectors may follow these stages.
public enum LocationStage: String, Sendable, Hashable, CaseIterable {
    /// The recorded fixes that a ``LocationGate`` accepts.
    case fixes
    /// The device's motion in a tracked scene. Fixes determine where the scene is on the Earth.
    case poses
    /// The steps of a walker, starting at a fix or a waypoint.
    case pdr
    /// A Kalman filter that weights fixes by their claimed accuracy.
    case positionKalman

    /// The stages that begin a pipeline.
    public static let sources: [LocationStage] = [.fixes, .poses, .pdr]

    /// A one-line description for listings.
    public var summary: String {
        switch self {
        case .fixes: "Recorded fixes; a gate drops inaccurate ones."
        case .poses: "Motion of a tracked scene, which fixes locate and rotate to north."
        case .pdr: "Steps from the accelerometer, in the direction of the orientation estimator that 'heading' names."
        case .positionKalman: "Kalman filter of fixes, weighted by their claimed accuracy; follows 'fixes'."
        }
    }

    /// The publication that describes the stage.
    public var source: String {
        switch self {
        case .fixes: "gates: Stevense & van der Tak 2010, section 4.4.1; Bertram 2012, section 3.4.3"
        case .poses: "Yandex 2018, section \"Determining the position of an object on the stage\""
        case .pdr: "Weinberg 2002, AN-602; Kim et al. 2004, doi:10.5081/jgps.3.1.273; Scarlett 2007, AN-900"
        case .positionKalman: "Kalman 1960, doi:10.1115/1.3662552; Bar-Shalom et al. 2001, doi:10.1002/0471221279"
        }
    }

    /// The streams of a recording that the stage reads.
    public var sensors: [SensorKind] {
        switch self {
        case .fixes: [.location]
        case .poses: [.location, .pose]
        case .pdr: [.accelerometer]
        case .positionKalman: []
        }
    }

    /// The parameters, in the order in which listings show them.
    public var parameters: [ParameterDescriptor] {
        switch self {
        case .fixes: SystemStage.locationParameters.filter { $0.name != "fetchInterval" }
        case .poses: Self.poseParameters
        case .pdr: Self.stepParameters
        case .positionKalman: PositionKalman.Parameters.descriptors
        }
    }

    /// The methods by which fixes determine the location of the scene.
    enum Anchor: String, CaseIterable {
        /// The most accurate fix near the current position, plus the motion since that fix.
        case best
        /// The last fix, plus the motion since that fix.
        case last
        /// All fixes, weighted by accuracy and by the drift of the tracking.
        case kalman
    }

    /// The fixes that the source `pdr` uses in addition to the steps of a walker.
    enum Start: String, CaseIterable {
        /// The first fix or waypoint.
        case first
        /// All fixes, weighted by accuracy and by the drift of the steps.
        case kalman
    }

    /// The parameter of `pdr` that names an orientation estimator. Its value is validated like the specification of a
    /// pipeline.
    static let heading = "heading"
    /// The default of ``heading``.
    static let defaultHeading = "vqf"

    private static let stepParameters: [ParameterDescriptor] =
        [
            .choice(
                "anchor",
                of: Start.allCases.map(\.rawValue),
                default: Start.first.rawValue,
                "Fix or waypoint that steps are added to: the first, or a Kalman filter of all fixes."
            ),
            .number(
                "headingOffset",
                .degrees,
                in: ParameterRange("from -180 to 180", from: -180, to: 180),
                default: 0,
                "Angle from the direction of the device to the direction of travel, clockwise."
            ),
            .number(
                "offsetDeviation",
                .degrees,
                in: ParameterRange("from 0 to 180", from: 0, to: 180),
                default: 180,
                "With anchor=kalman, standard deviation of headingOffset; 180 finds any angle from the fixes."
            ),
            .number(
                "offsetDrift",
                .degrees,
                in: .zeroToBillion,
                default: 2,
                "With anchor=kalman, standard deviation of the change of the angle in 1 m; grows with the square root "
                    + "of the distance."
            ),
            .number(
                "accuracyFactor",
                .none,
                in: .aboveZeroToBillion,
                default: 1,
                "With anchor=kalman, factor for claimed accuracies; above 1 if errors of fixes last for many steps."
            ),
            .number(
                "lengthDeviation",
                .none,
                in: .zeroToBillion,
                default: 0.1,
                "With anchor=kalman, standard deviation of the factor between true and estimated step lengths."
            ),
            .number(
                "drift",
                .none,
                in: .aboveZeroToBillion,
                default: 0.6,
                "Standard deviation in metres after 1 m; grows with the square root of the distance."
            ),
            missingAccuracy,
        ] + StepDetector.Parameters.descriptors

    private static let missingAccuracy = ParameterDescriptor.number(
        "missingAccuracy",
        .metres,
        in: .aboveZeroToBillion,
        default: 10,
        "With anchor=kalman, accuracy that is assumed for fixes without one."
    )

    private static let poseParameters: [ParameterDescriptor] =
        [
            .choice(
                "anchor",
                of: Anchor.allCases.map(\.rawValue),
                default: Anchor.best.rawValue,
                "Fix from which positions are computed: best or last, or a Kalman filter of all fixes."
            ),
            .number(
                "drift",
                .none,
                in: .aboveZeroToBillion,
                default: 0.5,
                "With anchor=kalman, drift of the tracking in metres after 1 m; grows with the square root of the "
                    + "distance."
            ),
            missingAccuracy,
        ] + SystemStage.trackingParameters.filter { $0.name != "poses" }
}

extension WalkKalman.Parameters {
    /// Creates the parameters from the values of the stage `pdr`.
    init(_ values: ParameterValues) {
        self.init(
            drift: values.required("drift"),
            missingAccuracy: values.required("missingAccuracy"),
            accuracyFactor: values.required("accuracyFactor"),
            offsetDeviation: Angle(degrees: values.required("offsetDeviation")),
            offsetDrift: Angle(degrees: values.required("offsetDrift")),
            scaleDeviation: values.required("lengthDeviation")
        )
    }
}

/// The description of a program that estimates positions. The program can be the first stage of a location pipeline.
public struct LocatorEntry: Sendable {
    /// The name in results.
    public let name: String
    /// The path of the file that describes the program.
    public let source: String
    /// The SHA-256 of the program.
    public let sha256: String
    /// The command that starts the program.
    public let command: String
    /// The streams of a recording that the program needs.
    public let sensors: [SensorKind]
    /// A Boolean value that indicates whether positions are in metres, in the axes of the recording's reference
    /// positions, rather than latitude and longitude.
    public let isLocal: Bool
    /// The parameters that a SPEC may set.
    public let parameters: [ParameterDescriptor]
    /// A closure that creates the estimator from parameter values.
    let make: @Sendable (ParameterValues) -> any OutsideLocator

    /// Creates the entry of a program.
    ///
    /// - Parameters:
    ///   - name: the name in results.
    ///   - source: the path of the file that describes the program.
    ///   - sha256: the SHA-256 of the program.
    ///   - command: the command that starts the program.
    ///   - sensors: the streams of a recording that the program needs.
    ///   - isLocal: whether positions are in metres, in the axes of the recording's reference positions.
    ///   - parameters: the parameters that a SPEC may set.
    ///   - make: a closure that creates the estimator from parameter values.
    public init(
        name: String,
        source: String,
        sha256: String,
        command: String,
        sensors: [SensorKind],
        isLocal: Bool,
        parameters: [ParameterDescriptor],
        make: @escaping @Sendable (ParameterValues) -> any OutsideLocator
    ) {
        self.name = name
        self.source = source
        self.sha256 = sha256
        self.command = command
        self.sensors = sensors
        self.isLocal = isLocal
        self.parameters = parameters
        self.make = make
    }
}

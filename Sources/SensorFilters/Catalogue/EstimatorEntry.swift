public import SensorModel

/// The description of an orientation estimator: name, sensors, parameters and constructor.
///
/// ```swift
/// if let entry = EstimatorCatalogue.entry(named: "madgwick") {
///     var estimator = entry.make(try entry.values(["beta": "0.05"]))
///     let orientation = estimator.update(with: frame)
/// }
/// ```
public struct EstimatorEntry: Sendable {
    /// The north to which the estimated headings refer.
    public enum North: String, Sendable, Hashable {
        /// Magnetic north, as measured by the magnetometer. The recording's declination converts headings to true
        /// north.
        case magnetic
        /// The north of the headings or orientations in the recording. The recording's layout converts them to true
        /// north before they reach the estimator. If a compass reading has only a magnetic heading, the declination is
        /// added to this heading.
        case recorded
        /// No north. Headings start at an arbitrary angle. In an evaluation, the mean difference between headings and
        /// reference is subtracted.
        case arbitrary
    }

    /// The name in a pipeline specification (SPEC).
    public let name: String
    /// A description of the estimator in one line, for listings.
    public let summary: String
    /// The publication that describes the estimator: a citation key with a section or DOI. For an outside program or
    /// library, the path.
    public let source: String
    /// The sensors that the estimator needs.
    public let sensors: [SensorKind]
    /// The sensors whose samples change the estimate.
    public let advancedBy: [SensorKind]
    /// The north to which the estimated headings refer.
    public let north: North
    /// A Boolean value that indicates whether the estimator treats all device axes alike. In this case, a rotation of
    /// all sensors within the device changes the result only by the same rotation. The value is `false` if limits or
    /// simplifications apply to individual axes.
    public let isIsotropic: Bool
    /// A Boolean value that indicates whether the estimator is an `OfflineEstimator`: orientations depend on later
    /// samples.
    public let isOffline: Bool
    /// The parameters, in the order in which listings show them.
    public let parameters: [ParameterDescriptor]
    private let resolve: @Sendable (inout ParameterValues) throws(InputError) -> Void
    /// The SHA-256 of the program of an outside estimator; `nil` for an estimator of Sextant.
    public let sha256: String?
    /// The sensor whose samples trigger orientations unless a pipeline specification names another sensor; `nil` for
    /// the gyroscope or the accelerometer, whichever is faster.
    public let declaredDriver: SensorKind?
    /// The command that starts an outside program; empty for a library and for an estimator of Sextant.
    public let command: String
    /// A Boolean value that indicates whether a pipeline specification may set any parameter, because the library that
    /// declares the parameters is not loaded.
    public let acceptsAnyParameter: Bool
    /// A Boolean value that indicates whether the estimator is a program or library outside Sextant.
    public var isOutside: Bool { sha256 != nil }
    private let maker: @Sendable (ParameterValues, [SensorKind]) -> any OrientationEstimator

    /// Creates the entry of an estimator that is linked into the program.
    ///
    /// - Parameters:
    ///   - name: the name in a pipeline specification (SPEC).
    ///   - summary: one line for listings.
    ///   - source: the publication that describes the estimator.
    ///   - sensors: the sensors that the estimator needs.
    ///   - advancedBy: the sensors whose samples change the estimate; at least one.
    ///   - north: the north to which headings refer.
    ///   - isIsotropic: whether a rotation of all sensors within the device changes the result only by the same
    ///     rotation.
    ///   - isOffline: whether orientations depend on later samples.
    ///   - parameters: the parameters, in the order in which listings show them.
    ///   - resolve: completes the parameter values, or throws if some values are mutually exclusive.
    ///   - make: creates an estimator from parameter values.
    public init(
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind],
        advancedBy: [SensorKind],
        north: North = .magnetic,
        isIsotropic: Bool = true,
        isOffline: Bool = false,
        parameters: [ParameterDescriptor] = [],
        resolve: @escaping @Sendable (inout ParameterValues) throws(InputError) -> Void = {
            _ throws(InputError) in
        },
        make: @escaping @Sendable (ParameterValues) -> any OrientationEstimator
    ) {
        precondition(!advancedBy.isEmpty, "at least one sensor must advance the estimator")
        self.name = name
        self.summary = summary
        self.source = source
        self.sensors = sensors
        self.advancedBy = advancedBy
        self.north = north
        self.isIsotropic = isIsotropic
        self.isOffline = isOffline
        self.parameters = parameters
        self.resolve = resolve
        self.sha256 = nil
        self.declaredDriver = nil
        self.command = ""
        self.acceptsAnyParameter = false
        self.maker = { values, _ in make(values) }
    }

    /// Creates the entry of an estimator outside Sextant: a program or a library.
    ///
    /// - Parameters:
    ///   - name: the name in results, which must differ from all names in the catalogue.
    ///   - summary: one line for listings.
    ///   - source: the path of the program.
    ///   - sha256: the SHA-256 of the program.
    ///   - sensors: the sensors that the estimator needs, at least one. Samples of each of these sensors change the
    ///     estimate.
    ///   - driver: the sensor whose samples trigger orientations unless a pipeline specification names another sensor;
    ///     `nil` for the gyroscope or the accelerometer, whichever is faster.
    ///   - parameters: the parameters that a pipeline specification may set.
    ///   - command: the command that starts a program; empty for a library.
    ///   - make: creates an estimator from parameter values and the sensors whose samples trigger orientations.
    public init(
        outside name: String,
        summary: String,
        source: String,
        sha256: String,
        sensors: [SensorKind],
        driver: SensorKind? = nil,
        parameters: [ParameterDescriptor],
        command: String = "",
        make: @escaping @Sendable (ParameterValues, _ drivers: [SensorKind]) -> any OrientationEstimator
    ) {
        precondition(!sensors.isEmpty, "at least one sensor must advance the estimator")
        self.name = name
        self.summary = summary
        self.source = source
        self.sensors = sensors
        self.advancedBy = sensors
        self.declaredDriver = driver
        self.north = Self.north(of: sensors)
        self.isIsotropic = true
        self.isOffline = false
        self.parameters = parameters
        self.resolve = { _ throws(InputError) in }
        self.sha256 = sha256
        self.command = command
        self.acceptsAnyParameter = false
        self.maker = make
    }

    /// Creates the entry of a library that is not loaded. Its sensors and parameters are therefore unknown.
    ///
    /// - Parameters:
    ///   - source: the path of the library.
    ///   - make: creates the estimator.
    public init(unreadLibrary source: String, make: @escaping @Sendable () -> any OrientationEstimator) {
        self.name = "plugin"
        self.summary = "A shared library."
        self.source = source
        self.sensors = [.gyroscope, .accelerometer, .magnetometer]
        self.advancedBy = sensors
        self.declaredDriver = nil
        self.north = .magnetic
        self.isIsotropic = true
        self.isOffline = false
        self.parameters = []
        self.resolve = { _ throws(InputError) in }
        self.sha256 = ""
        self.command = ""
        self.acceptsAnyParameter = true
        self.maker = { _, _ in make() }
    }

    /// Returns the north to which headings from these sensors are relative.
    private static func north(of sensors: [SensorKind]) -> North {
        if sensors.contains(.magnetometer) { return .magnetic }
        return sensors.contains(.heading) || sensors.contains(.attitude) ? .recorded : .arbitrary
    }

    /// Parses the parameter texts of a pipeline specification, and adds the defaults of all other parameters.
    ///
    /// - Throws: `InputError` for an unknown name, an invalid value or mutually exclusive values.
    public func values(_ texts: [String: String]) throws(InputError) -> ParameterValues {
        if acceptsAnyParameter {
            return try ParameterValues(texts, for: texts.map { .choice($0, of: [$1], default: nil, "") }, of: name)
        }
        var values = try ParameterValues(texts, for: parameters, of: name)
        try resolve(&values)
        return values
    }

    /// Creates an estimator with these parameters.
    public func make(_ values: ParameterValues) -> any OrientationEstimator { maker(values, [advancedBy[0]]) }

    /// Creates an estimator with these parameter values.
    ///
    /// - Parameters:
    ///   - values: the parameter values.
    ///   - drivers: the sensors whose samples trigger orientations.
    public func make(_ values: ParameterValues, drivers: [SensorKind]) -> any OrientationEstimator {
        maker(values, drivers)
    }
}

/// An estimator that declares its parameters. The estimator's catalogue entry and its ``reset()`` method are derived
/// from the parameters.
package protocol DeclaredEstimator: OrientationEstimator {
    associatedtype Parameters: DeclaredParameters

    var parameters: Parameters { get }

    /// Creates an estimator in the initial state.
    init(_ parameters: Parameters)
}

extension DeclaredEstimator {
    /// Restores the initial state.
    public mutating func reset() { self = Self(parameters) }
}

/// The parameters of an estimator that restarts after a gap and can run without the magnetometer.
package protocol EstimatorParameters: DeclaredParameters {
    /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
    var maximumGap: Seconds { get }
    /// Determines whether the estimator uses the magnetometer.
    var magnetometer: MagnetometerUse { get }
}

extension EstimatorEntry {
    /// Creates the entry of an estimator with declared parameters.
    ///
    /// - Parameters:
    ///   - type: the estimator.
    ///   - name: the name in a pipeline specification (SPEC).
    ///   - summary: one line for listings.
    ///   - source: the publication that describes the estimator.
    ///   - sensors: the sensors that the estimator needs; by default, gyroscope, accelerometer and magnetometer.
    ///   - advancedBy: the sensors whose samples change the estimate; by default, the gyroscope.
    ///   - north: the north to which headings refer.
    ///   - isIsotropic: whether a rotation of all sensors within the device changes the result only by the same
    ///     rotation.
    ///   - resolve: completes the parameter values, or throws if some values are mutually exclusive.
    package init<Estimator: DeclaredEstimator>(
        _ type: Estimator.Type,
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind] = [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [SensorKind] = [.gyroscope],
        north: North = .magnetic,
        isIsotropic: Bool = true,
        resolve: @escaping @Sendable (inout ParameterValues) throws(InputError) -> Void = {
            _ throws(InputError) in
        }
    ) {
        self.init(
            name: name,
            summary: summary,
            source: source,
            sensors: sensors,
            advancedBy: advancedBy,
            north: north,
            isIsotropic: isIsotropic,
            isOffline: type is any OfflineEstimator.Type,
            parameters: Estimator.Parameters.descriptors,
            resolve: resolve,
            make: { Estimator(Estimator.Parameters($0)) }
        )
    }
}

public import SensorModel

/// An orientation estimator in the catalogue: what it is, what it listens to, what it takes, and how one is made.
public struct EstimatorEntry: Sendable {
    /// Which north the estimate counts from.
    public enum North: String, Sendable, Hashable {
        /// The magnetometer's: the recording's declination turns it to true north.
        case magnetic
        /// That of the recorded stream, which has been turned to true north before: by the recording's layout, or by the declination where
        /// a compass reading has a magnetic heading only.
        case recorded
    }

    public let name: String
    /// One line for listings.
    public let summary: String
    /// Paper or seed document that describes it.
    public let source: String
    /// The streams without which it gives nothing.
    public let sensors: [SensorKind]
    /// Those of them at whose samples the estimate changes.
    public let advancedBy: [SensorKind]
    public let north: North
    public let parameters: [ParameterDescriptor]
    private let maker: @Sendable (ParameterValues) -> any OrientationEstimator

    init(
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind],
        advancedBy: [SensorKind],
        north: North = .magnetic,
        parameters: [ParameterDescriptor] = [],
        make: @escaping @Sendable (ParameterValues) -> any OrientationEstimator
    ) {
        precondition(!advancedBy.isEmpty, "something advances every estimator")
        self.name = name
        self.summary = summary
        self.source = source
        self.sensors = sensors
        self.advancedBy = advancedBy
        self.north = north
        self.parameters = parameters
        self.maker = make
    }

    /// The complete parameters for what a SPEC gives.
    public func values(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: name)
    }

    public func make(_ values: ParameterValues) -> any OrientationEstimator { maker(values) }
}

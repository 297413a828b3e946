public import SensorModel

/// An orientation estimator in the catalogue: what it is, what it listens to, what it takes, and how one is made.
public struct EstimatorEntry: Sendable {
    /// Which north the estimate counts from.
    public enum North: String, Sendable, Hashable {
        /// The magnetometer's: the recording's declination turns it to true north.
        case magnetic
        /// That of the recorded stream, which has been turned to true north before: by the recording's layout, or by
        /// the declination where a compass reading has a magnetic heading only.
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
    /// Whether sensors mounted another way in the device only turn the result. False where limits or simplifications
    /// work axis by axis.
    public let isIsotropic: Bool
    public let parameters: [ParameterDescriptor]
    private let resolve: @Sendable (inout ParameterValues) throws(ParameterError) -> Void
    private let maker: @Sendable (ParameterValues) -> any OrientationEstimator

    init(
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind],
        advancedBy: [SensorKind],
        north: North = .magnetic,
        isIsotropic: Bool = true,
        parameters: [ParameterDescriptor] = [],
        resolve: @escaping @Sendable (inout ParameterValues) throws(ParameterError) -> Void = {
            _ throws(ParameterError) in
        },
        make: @escaping @Sendable (ParameterValues) -> any OrientationEstimator
    ) {
        precondition(!advancedBy.isEmpty, "something advances every estimator")
        self.name = name
        self.summary = summary
        self.source = source
        self.sensors = sensors
        self.advancedBy = advancedBy
        self.north = north
        self.isIsotropic = isIsotropic
        self.parameters = parameters
        self.resolve = resolve
        self.maker = make
    }

    /// The complete parameters for what a SPEC gives.
    public func values(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
        var values = try ParameterValues(texts, for: parameters, of: name)
        try resolve(&values)
        return values
    }

    public func make(_ values: ParameterValues) -> any OrientationEstimator { maker(values) }
}

public import SensorModel

/// A filter in the catalogue: what it is called, what it is, what it takes, and how one is made in each domain.
public struct FilterEntry: Sendable {
    public typealias Maker<Value: FilterValue> = @Sendable (ParameterValues) -> any Filter<Value>

    /// What a filter does to its stream, and with it which laws hold for it.
    public enum Kind: Sendable, Hashable {
        /// It calms the stream: a constant passes through it, and it does the same in every frame.
        case smoother
        /// It corrects a sensor's error, axis by axis in the device's frame. It means something for these sensors only,
        /// and acts on the first of them where a SPEC names none.
        case calibration(of: [SensorKind])
    }

    public let name: String
    public let kind: Kind
    /// One line for listings.
    public let summary: String
    /// Paper or seed document that describes it.
    public let source: String
    public let parameters: [ParameterDescriptor]
    /// Whether the output for a vector depends on the axes that it is given in. Turning the frame then turns the output
    /// only if it turns axes into axes; for all other filters any turn does.
    public let dependsOnAxes: Bool
    private let resolve: @Sendable (inout ParameterValues) throws(ParameterError) -> Void
    private let scalar: Maker<Double>?
    private let heading: Maker<Heading>?
    private let vector: Maker<Vector3>?
    private let quaternion: Maker<UnitQuaternion>?

    init(
        name: String,
        kind: Kind = .smoother,
        summary: String,
        source: String,
        parameters: [ParameterDescriptor],
        dependsOnAxes: Bool = false,
        resolve: @escaping @Sendable (inout ParameterValues) throws(ParameterError) -> Void = {
            _ throws(ParameterError) in
        },
        scalar: Maker<Double>? = nil,
        heading: Maker<Heading>? = nil,
        vector: Maker<Vector3>? = nil,
        quaternion: Maker<UnitQuaternion>? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.source = source
        self.parameters = parameters
        self.dependsOnAxes = dependsOnAxes
        self.resolve = resolve
        self.scalar = scalar
        self.heading = heading
        self.vector = vector
        self.quaternion = quaternion
    }

    public var domains: [FilterDomain] {
        FilterDomain.allCases.filter { domain in
            switch domain {
            case .scalar: scalar != nil
            case .heading: heading != nil
            case .vector: vector != nil
            case .quaternion: quaternion != nil
            }
        }
    }

    /// The complete parameters for what a SPEC gives.
    public func values(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
        var values = try ParameterValues(texts, for: parameters, of: name)
        try resolve(&values)
        return values
    }

    public func makeScalar(_ values: ParameterValues) throws(ParameterError) -> any Filter<Double> {
        try made(scalar, values, .scalar)
    }

    public func makeHeading(_ values: ParameterValues) throws(ParameterError) -> any Filter<Heading> {
        try made(heading, values, .heading)
    }

    public func makeVector(_ values: ParameterValues) throws(ParameterError) -> any Filter<Vector3> {
        try made(vector, values, .vector)
    }

    public func makeQuaternion(_ values: ParameterValues) throws(ParameterError) -> any Filter<UnitQuaternion> {
        try made(quaternion, values, .quaternion)
    }

    private func made<Value>(
        _ maker: Maker<Value>?,
        _ values: ParameterValues,
        _ domain: FilterDomain
    ) throws(ParameterError) -> any Filter<Value> {
        guard let maker else {
            throw ParameterError(
                found: "filter '\(name)' on a \(domain.rawValue)",
                expected: "one of its domains: \(domains.map(\.rawValue).joined(separator: ", "))",
                remedy: "choose another filter, or place it where it means something"
            )
        }
        return maker(values)
    }
}

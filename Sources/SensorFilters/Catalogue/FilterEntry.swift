public import SensorModel

/// The description of a filter: name, parameters, and a constructor for each kind of values.
///
/// ```swift
/// if let entry = FilterCatalogue.entry(named: "lowPass") {
///     var filter = try entry.makeScalar(try entry.values(["cutoff": "3Hz"]))
///     let smoothed = filter.update(9.81, at: 0.01)
/// }
/// ```
public struct FilterEntry: Sendable {
    /// A function that creates a filter from parameter values.
    public typealias Maker<Value: FilterValue> = @Sendable (ParameterValues) -> any Filter<Value>

    /// The purpose of a filter, which determines the properties that tests check.
    public enum Kind: Sendable, Hashable {
        /// A filter that smooths a stream. The filter passes a constant unchanged, and rotating the input rotates the
        /// output.
        case smoother
        /// A filter that corrects the error of one of these sensors, axis by axis in the device's frame. If a pipeline
        /// specification names no sensor, the filter corrects the first of these sensors.
        case calibration(of: [SensorKind])
    }

    /// The name in a pipeline specification (SPEC).
    public let name: String
    /// The purpose of the filter.
    public let kind: Kind
    /// A description of the filter in one line, for listings.
    public let summary: String
    /// The publication that describes the filter: a citation key with a section or DOI. Without a publication, the
    /// equation.
    public let source: String
    /// The parameters, in the order in which listings show them.
    public let parameters: [ParameterDescriptor]
    /// A Boolean value that indicates whether the output for vectors depends on the choice of axes. If `true`, the
    /// filter commutes only with rotations that map axes to axes; otherwise, with all rotations.
    public let dependsOnAxes: Bool
    private let resolve: @Sendable (inout ParameterValues) throws(InputError) -> Void
    private let scalar: Maker<Double>?
    private let heading: Maker<Heading>?
    private let vector: Maker<Vector3>?
    private let quaternion: Maker<UnitQuaternion>?

    /// Creates the entry of a filter.
    ///
    /// - Parameters:
    ///   - name: the name in a pipeline specification (SPEC).
    ///   - kind: the purpose of the filter.
    ///   - summary: one line for listings.
    ///   - source: the publication that describes the filter.
    ///   - parameters: the parameters, in the order in which listings show them.
    ///   - dependsOnAxes: whether the output for vectors depends on the choice of axes.
    ///   - resolve: completes the parameter values, or throws if some values are mutually exclusive.
    ///   - scalar: creates a filter of numbers; `nil` if unsupported.
    ///   - heading: creates a filter of headings; `nil` if unsupported.
    ///   - vector: creates a filter of vectors; `nil` if unsupported.
    ///   - quaternion: creates a filter of orientations; `nil` if unsupported.
    public init(
        name: String,
        kind: Kind = .smoother,
        summary: String,
        source: String,
        parameters: [ParameterDescriptor] = [],
        dependsOnAxes: Bool = false,
        resolve: @escaping @Sendable (inout ParameterValues) throws(InputError) -> Void = {
            _ throws(InputError) in
        },
        scalar: Maker<Double>? = nil,
        heading: Maker<Heading>? = nil,
        vector: Maker<Vector3>? = nil,
        quaternion: Maker<UnitQuaternion>? = nil
    ) {
        precondition(
            scalar != nil || heading != nil || vector != nil || quaternion != nil,
            "a filter must support at least one kind of values"
        )
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

    /// The kinds of values that the filter processes.
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

    /// Parses the parameter texts of a pipeline specification, and adds the defaults of all other parameters.
    ///
    /// - Throws: `InputError` for an unknown name, an invalid value or mutually exclusive values.
    public func values(_ texts: [String: String]) throws(InputError) -> ParameterValues {
        var values = try ParameterValues(texts, for: parameters, of: name)
        try resolve(&values)
        return values
    }

    /// Creates a filter of scalars.
    ///
    /// - Throws: `InputError` if the filter does not process scalars.
    public func makeScalar(_ values: ParameterValues) throws(InputError) -> any Filter<Double> {
        try made(scalar, values, .scalar)
    }

    /// Creates a filter of headings.
    ///
    /// - Throws: `InputError` if the filter does not process headings.
    public func makeHeading(_ values: ParameterValues) throws(InputError) -> any Filter<Heading> {
        try made(heading, values, .heading)
    }

    /// Creates a filter of vectors.
    ///
    /// - Throws: `InputError` if the filter does not process vectors.
    public func makeVector(_ values: ParameterValues) throws(InputError) -> any Filter<Vector3> {
        try made(vector, values, .vector)
    }

    /// Creates a filter of orientations.
    ///
    /// - Throws: `InputError` if the filter does not process orientations.
    public func makeQuaternion(_ values: ParameterValues) throws(InputError) -> any Filter<UnitQuaternion> {
        try made(quaternion, values, .quaternion)
    }

    private func made<Value>(
        _ maker: Maker<Value>?,
        _ values: ParameterValues,
        _ domain: FilterDomain
    ) throws(InputError) -> any Filter<Value> {
        guard let maker else {
            throw InputError(
                message: "the filter '\(name)' receives values of type \(domain.rawValue), but supports only "
                    + "\(domains.map(\.rawValue).joined(separator: ", "))",
                advice: "choose another filter, or put '\(name)' elsewhere in the pipeline"
            )
        }
        return maker(values)
    }
}

/// A kind of value that a filter can process.
public enum FilterDomain: String, Sendable, Hashable, CaseIterable {
    /// Numbers.
    case scalar
    /// Directions on the horizon.
    case heading
    /// Vectors with three components.
    case vector
    /// Orientations.
    case quaternion
}

/// All filters, by their names in a pipeline specification.
public enum FilterCatalogue {
    /// The filters, in the order in which listings show them.
    public static let entries: [FilterEntry] = [
        .lowPass,
        .doubleExponential,
        .movingAverage,
        .weightedMovingAverage,
        .movingMedian,
        .matrixMovingAverage,
        .sphericalAverage,
        .derivativeSmoother,
        .step,
        .delay,
        .oneEuro,
        .savitzkyGolay,
        .kalmanConstantVelocity,
        .adaptiveKalman,
        .predict,
        .bias,
        .hardIron,
        .scale,
    ]

    /// Returns the filter with this name, or `nil` if there is no such filter. O(entries).
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.name == name }
    }
}

/// A filter that declares its parameters. The filter's catalogue entry, its ``maximumGap`` and its ``reset()`` method
/// are derived from the parameters.
package protocol DeclaredFilter: Filter {
    associatedtype Parameters: FilterParameters

    var parameters: Parameters { get }

    /// Creates a filter in the initial state.
    init(_ parameters: Parameters)
}

/// The parameters of a filter that restarts after a gap.
package protocol FilterParameters: DeclaredParameters {
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    var maximumGap: Seconds { get }
}

extension DeclaredFilter {
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds { parameters.maximumGap }

    /// Restores the initial state: no samples, no counts.
    public mutating func reset() { self = Self(parameters) }
}

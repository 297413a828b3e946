public import SensorModel

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
    /// Creates the estimator with these parameter values.
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
    ///   - make: creates the estimator with these parameter values.
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

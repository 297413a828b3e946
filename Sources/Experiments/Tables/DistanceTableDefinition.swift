public import Evaluation
public import Positions
public import Recordings
public import SensorModel

/// The definition of a report table that compares distance formulas on random pairs of points. The table has a row for
/// each formula, and a column for each band of distance or latitude.
public struct DistanceTableDefinition: Sendable, Hashable {
    /// The statistic that each cell shows.
    public enum Figure: String, Sendable, Hashable, CaseIterable {
        /// The largest error in metres.
        case largest
        /// The 99th percentile of the errors, in metres.
        case p99
        /// The root mean square error in metres.
        case rms
        /// The largest error relative to the distance, in parts per million.
        case largestPPM = "largest-ppm"
    }

    /// The property that assigns a pair of points to a column.
    public enum Bands: String, Sendable, Hashable, CaseIterable {
        /// The distance between the points.
        case range
        /// The larger absolute latitude of the two points. Pairs with a distance below 10 m are excluded, because their
        /// errors are mainly rounding errors of the coordinates.
        case latitude
    }

    /// The random pairs of points.
    public var pairs: RandomPairs
    /// The statistic that each cell shows.
    public var figure: Figure
    /// The property of a pair of points that determines the column of the pair.
    public var bands: Bands
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance
}

extension DistanceTableDefinition {
    /// Reads the content of a table of the kind `distances`.
    ///
    /// - Parameters:
    ///   - value: value of the key `distances`.
    ///   - catalogue: names that the definition can use.
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("distances")
        try root.allow(["random", "seed", "figure", "bands", "tolerance"])
        let count = try root.required("random")
        let seed = try root.required("seed")
        pairs = RandomPairs(
            count: try count.wholeNumber(.randomPairs),
            seed: try seed.seed("seed")
        )
        figure = try root.required("figure").choice("figure")
        bands = try root.required("bands").choice("bands")
        tolerance = try root.tolerance(default: .relative(0))
    }
}

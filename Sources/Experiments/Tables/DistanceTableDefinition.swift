public import Evaluation
public import Positions
public import Recordings
public import SensorModel

/// The definition of a report table of distance formulas over random pairs: a row per formula, a column per band.
public struct DistanceTableDefinition: Sendable, Hashable {
    /// The statistic in each cell.
    public enum Figure: String, Sendable, Hashable, CaseIterable {
        /// The largest error.
        case largest
        /// The 99th percentile of the errors.
        case p99
        /// The root mean square error.
        case rms
        /// The largest error in parts per million of the distance.
        case largestPPM = "largest-ppm"
    }

    /// The bands of the columns.
    public enum Bands: String, Sendable, Hashable, CaseIterable {
        /// Bands of distance.
        case range
        /// Bands of latitude, for distances of at least 10 m. Rounded coordinates would dominate the errors of shorter
        /// distances.
        case latitude
    }

    /// The random pairs.
    public var pairs: RandomPairs
    /// The statistic in each cell.
    public var figure: Figure
    /// The bands of the columns.
    public var bands: Bands
    /// The tolerance of each value.
    public var tolerance: TableTolerance
}

extension DistanceTableDefinition {
    /// Reads the content of a table of the kind `distances`.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("distances")
        try root.allow(["random", "seed", "figure", "bands", "tolerance"])
        let count = try root.required("random")
        let seed = try root.required("seed")
        pairs = RandomPairs(
            count: try count.wholeNumber(.randomPairs),
            seed: try seed.seed("seed")
        )
        figure = try root.required("figure").word("figure")
        bands = try root.required("bands").word("bands")
        tolerance =
            try root["tolerance"].map { value throws(InputError) in
                try TableTolerance(value, "tolerance")
            } ?? .relative(0)
    }
}

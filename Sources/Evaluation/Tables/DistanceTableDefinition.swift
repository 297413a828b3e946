/// A report table of distance formulas over random pairs: a row per formula, a column per band.
public struct DistanceTableDefinition: Sendable, Hashable {
    public enum Figure: String, Sendable, Hashable, CaseIterable {
        case largest
        case p99
        case rms
        /// The largest error in millionths of the distance.
        case largestPPM = "largest-ppm"
    }

    public enum Bands: String, Sendable, Hashable, CaseIterable {
        case range
        /// Distances from 10 m on: below, the rounding of coordinates would stand in the table.
        case latitude
    }

    public var pairs: RandomPairs
    public var figure: Figure
    public var bands: Bands
    public var tolerance: TableTolerance
}

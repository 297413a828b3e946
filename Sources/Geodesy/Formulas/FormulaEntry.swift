public import SensorModel

/// A distance formula with its name, source, range of validity and accuracy.
public struct FormulaEntry: Sendable {
    /// The name on the command line.
    public let name: String
    /// The formula in one line, for listings.
    public let summary: String
    /// The publication, or the document of a system, that describes the formula.
    public let source: String
    /// The range in which the formula is valid, in words.
    public let validity: String
    /// The largest difference between the formula and the geodesic, and the pairs of points that this bound covers.
    public let accuracy: StatedAccuracy
    /// The mathematical functions that the formula evaluates for one distance, such as sines and square roots, in
    /// words.
    public let cost: String
    /// A Boolean value that indicates whether the formula also computes a bearing.
    public let givesBearing: Bool
    /// A Boolean value that indicates whether the distance is the same in both directions. The value is `false` for
    /// formulas that use the map scale at the start of the path.
    public let isSymmetric: Bool
    /// The formula with its default parameters.
    public let formula: any DistanceFormula

    /// Creates the entry of a formula.
    ///
    /// - Parameters:
    ///   - name: the name on the command line.
    ///   - summary: one line for listings.
    ///   - source: the publication that describes the formula.
    ///   - validity: the range in which the formula is valid, in words.
    ///   - accuracy: the largest difference from the geodesic, and the pairs of points for which this bound holds.
    ///   - cost: the mathematical functions that the formula evaluates for one distance, in words.
    ///   - givesBearing: whether the formula also computes a bearing.
    ///   - isSymmetric: whether the distance is the same in both directions.
    ///   - formula: the formula with its default parameters.
    public init(
        name: String,
        summary: String,
        source: String,
        validity: String,
        accuracy: StatedAccuracy,
        cost: String,
        givesBearing: Bool,
        isSymmetric: Bool = true,
        formula: any DistanceFormula
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.validity = validity
        self.accuracy = accuracy
        self.cost = cost
        self.givesBearing = givesBearing
        self.isSymmetric = isSymmetric
        self.formula = formula
    }
}

/// All distance formulas, by their names on the command line.
public enum FormulaCatalogue {
    /// The formulas, in the order in which listings show them.
    public static let entries: [FormulaEntry] = [
        .sphericalCosines, .haversine, .vincentySphere, .equirectangular, .metersPerDegree, .gamarayLinear,
        .ecefChord, .enuNorm, .andoyerLambert, .vincenty, .karney,
        .sphericalCosinesFloat, .haversineFloat, .equirectangularFloat, .ecefChordFloat,
    ]

    /// Returns the formula with this name, or `nil` if there is no such formula. O(entries).
    public static func entry(named name: String) -> FormulaEntry? {
        entries.first { $0.name == name }
    }
}

/// The floating-point type of a formula's coordinates and operations.
public enum Precision: Sendable, Hashable, CaseIterable {
    /// `Float` with 24 significant bits, as in a phone's graphics. The coordinates are rounded to `Float`, too.
    case single
    /// `Double` with 53 significant bits.
    case double
}

/// The error bound of a distance formula, relative to the geodesic on WGS84.
///
/// The bound holds for pairs of points within the stated distance and latitude, even in the worst direction. Most of
/// these pairs have a smaller error. For all other pairs, no bound is stated.
public struct StatedAccuracy: Sendable, Hashable {
    /// The ratio of the distance-dependent part of the error to the distance.
    public let relativeError: Double
    /// The part of the error that does not depend on the distance, in metres. It is caused by rounding.
    public let absoluteError: Metres
    /// The length in metres of the longest geodesic for which the bound holds; `nil` if the bound holds for any length.
    public let longestDistance: Metres?
    /// The largest absolute latitude, in degrees, at which the bound holds; 90 for any latitude.
    public let highestLatitudeDegrees: Double

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - relativeError: the part of the error that is proportional to the distance, as a fraction.
    ///   - absoluteError: the constant part of the error in metres.
    ///   - longestDistance: the length in metres of the longest geodesic for which the bound holds; `nil` for any
    ///     length.
    ///   - highestLatitudeDegrees: the largest absolute latitude, in degrees, at which the bound holds; 90 for any
    ///     latitude.
    public init(
        relativeError: Double,
        absoluteError: Metres,
        longestDistance: Metres? = nil,
        highestLatitudeDegrees: Double = 90
    ) {
        self.relativeError = relativeError
        self.absoluteError = absoluteError
        self.longestDistance = longestDistance
        self.highestLatitudeDegrees = highestLatitudeDegrees
    }

    /// Returns the largest error, in metres, that the formula has at this distance.
    public func bound(at distance: Metres) -> Metres { absoluteError + relativeError * distance }

    /// Returns `true` if the error bound holds for the geodesic between two points. `distance` is the length of this
    /// geodesic in metres.
    public func covers(from start: GeographicPoint, to end: GeographicPoint, distance: Metres) -> Bool {
        max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) <= highestLatitudeDegrees
            && distance <= longestDistance ?? .infinity
    }
}

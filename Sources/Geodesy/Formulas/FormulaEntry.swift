public import SensorModel

/// A distance formula in the catalogue, with its source and its range.
public struct FormulaEntry: Sendable {
    /// The name on the command line.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The paper or the system's document that describes it.
    public let source: String
    /// The range in which the formula is valid, in words.
    public let validity: String
    /// The largest difference from the geodesic, and the pairs of points that it applies to.
    public let accuracy: StatedAccuracy
    /// The functions evaluated for one distance, in words.
    public let cost: String
    /// A Boolean value that indicates whether the formula also computes a bearing.
    public let givesBearing: Bool
    /// A Boolean value that indicates whether the distance is the same in both directions. A formula with its origin at
    /// one end may differ.
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
    ///   - accuracy: the largest difference from the geodesic.
    ///   - cost: the functions evaluated for one distance, in words.
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

/// The distance formulas, by the names that the command line uses.
public enum FormulaCatalogue {
    /// All formulas.
    public static let entries: [FormulaEntry] = [
        .sphericalCosines, .haversine, .vincentySphere, .equirectangular, .metersPerDegree, .gamarayLinear,
        .ecefChord, .enuNorm, .andoyerLambert, .vincenty, .karney,
        .sphericalCosinesFloat, .haversineFloat, .equirectangularFloat, .ecefChordFloat,
    ]

    /// Returns the formula with a name; `nil` for an unknown name. O(n).
    public static func entry(named name: String) -> FormulaEntry? {
        entries.first { $0.name == name }
    }
}

/// The floating-point type in which a formula computes.
public enum Precision: Sendable, Hashable, CaseIterable {
    /// `Float` with 24 bits, also for coordinates, as in a phone's graphics.
    case single
    /// `Double` with 53 bits.
    case double
}

/// The largest difference between a formula and the geodesic on WGS84, and the pairs of points that it applies to.
///
/// The bound holds for the worst direction and latitude; most pairs are better. Other pairs also have a result, but
/// without a bound.
public struct StatedAccuracy: Sendable, Hashable {
    /// The part of the error that is proportional to the distance, as a fraction.
    public let relativeError: Double
    /// The constant part of the error in metres, from rounding.
    public let absoluteError: Metres
    /// The longest geodesic for which the bound is stated in metres; `nil` for any.
    public let longestDistance: Metres?
    /// The highest absolute latitude of both points in degrees; 90 for any.
    public let highestLatitudeDegrees: Double

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - relativeError: the part of the error that is proportional to the distance, as a fraction.
    ///   - absoluteError: the constant part of the error in metres.
    ///   - longestDistance: the longest geodesic for which the bound is stated; `nil` for any.
    ///   - highestLatitudeDegrees: the highest absolute latitude of both points in degrees; 90 for any.
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

    /// Returns the largest error of a distance in metres.
    public func bound(at distance: Metres) -> Metres { absoluteError + relativeError * distance }

    /// Returns a Boolean value that indicates whether the bound is stated for two points with a geodesic of this
    /// length.
    public func covers(from start: GeographicPoint, to end: GeographicPoint, distance: Metres) -> Bool {
        max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) <= highestLatitudeDegrees
            && distance <= longestDistance ?? .infinity
    }
}

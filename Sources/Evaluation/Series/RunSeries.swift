import SensorModel

/// The curves for the plots of a run. The error curve is reduced, so its size does not grow with the number of samples.
///
/// Times are in seconds after the recording's first sensor sample.
public struct RunSeries: Sendable, Hashable {
    /// The kind of error that is plotted.
    public enum ErrorKind: String, Sendable, Hashable, Codable {
        /// The total orientation error.
        case total
        /// The error about a horizontal axis, used if the reference's north is unknown.
        case inclination
        /// The error relative to the mean error of each short span, used if the reference is reliable only over short
        /// spans.
        case shortTerm = "short_term"
        /// The horizontal distance between the estimated and the true location, in metres.
        case location
    }

    /// A curve that consists of separate stretches, with gaps between them. `x` does not decrease.
    public struct Curve: Sendable, Hashable {
        /// The x coordinates.
        public var x: NumberStretches
        /// The y coordinates, one for each x coordinate.
        public var y: NumberStretches

        /// Creates a curve.
        public init(x: NumberStretches, y: NumberStretches) {
            self.x = x
            self.y = y
        }
    }

    /// The kind of ``error``.
    public var errorKind: ErrorKind
    /// The error as a function of time in seconds. The error is in degrees, or in metres for a location. The time is
    /// divided into at least ``columns`` plot columns. Only the minimum and maximum in each column are kept, so every
    /// spike remains.
    public var error: Curve
    /// The quantiles of all errors at 0, 1, … 100 %, in the unit of ``error``; empty without samples.
    public var errorQuantiles: [Double]
    /// The percentage of errors within each of 21 bounds. According to the claimed accuracy, these bounds contain 0, 5,
    /// … 100 % of the errors. If the claims are true, the values are also 0, 5, … 100. Empty without claims.
    public var claims: [Double]
    /// The power spectral density of the error's rotation vector in deg²/Hz, as a function of frequency in Hz; `nil` if
    /// no stretch is long enough.
    public var spectrum: Curve?
    /// The mean response of the estimate to quick turns in percent of the turn, as a function of the time in seconds
    /// since the turn's start; `nil` without quick turns.
    public var step: Curve?
    /// The mean quick turn of the reference, in the units of ``step``; `nil` without quick turns.
    public var stepTruth: Curve?
    /// The periods in which the reference is at rest, in seconds.
    public var rests: [ClosedRange<Double>]
    /// The periods in which the magnetic field is disturbed, in seconds; see ``MagneticDisturbance``.
    public var disturbances: [ClosedRange<Double>]

    /// Creates the curves of a run.
    public init(
        errorKind: ErrorKind,
        error: Curve,
        errorQuantiles: [Double],
        claims: [Double] = [],
        spectrum: Curve? = nil,
        step: Curve? = nil,
        stepTruth: Curve? = nil,
        rests: [ClosedRange<Double>] = [],
        disturbances: [ClosedRange<Double>] = []
    ) {
        self.errorKind = errorKind
        self.error = error
        self.errorQuantiles = errorQuantiles
        self.claims = claims
        self.spectrum = spectrum
        self.step = step
        self.stepTruth = stepTruth
        self.rests = rests
        self.disturbances = disturbances
    }

    /// The percentages for which ``claims`` has a value.
    public static let claimed = (0...20).map { Double(5 * $0) }

    /// Returns the value of ``claims`` for the errors of a run.
    ///
    /// - Parameter levels: one value per error: the probability, from 0 to 1, that an error is at most as large. The
    ///   probability is computed from the claimed accuracy.
    static func claims(_ levels: [Double]) -> [Double] {
        guard !levels.isEmpty else { return [] }
        return claimed.map { percent in
            let count = levels.count { $0 <= percent / 100 }
            return (100 * Double(count) / Double(levels.count)).rounded(toSignificant: 4)
        }
    }

    /// The minimum number of plot columns into which ``error`` is divided over time. For each plot column, the minimum
    /// and the maximum of the error are kept.
    public static let columns = 300

    /// Returns the number of plot columns per run, for an evaluation of `runs` runs. For each plot column, ``error``
    /// keeps the minimum and the maximum. For few runs, the number is up to ten times ``columns``, so that a plot can
    /// be magnified.
    public static func columns(forRuns runs: Int) -> Int {
        min(max(sharedColumns / max(runs, 1), columns), 10 * columns)
    }

    /// The number of plot columns that is divided among all runs. A run never has fewer than ``columns`` columns.
    private static let sharedColumns = 60_000
}

/// Numbers in separate stretches, which results store as a single string.
///
/// The string has spaces between numbers and semicolons between stretches. A JSON array with one number per line would
/// be several times longer.
public struct NumberStretches: Sendable, Hashable {
    /// The stretches, each as an array of its numbers.
    public var stretches: [[Double]]

    /// Creates stretches of numbers.
    public init(_ stretches: [[Double]]) { self.stretches = stretches }

    /// The number of elements of each stretch.
    public var counts: [Int] { stretches.map(\.count) }
}

extension NumberStretches: Codable {
    /// Decodes the numbers from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        stretches = try text.split(separator: ";").map { part in
            try part.split(separator: " ").map { word in
                guard let number = Double(word), number.isFinite else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(word)' is not a number")
                }
                return number
            }
        }
    }

    /// Encodes the numbers as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let parts = stretches.map { $0.map(DecimalText.exact).joined(separator: " ") }
        try container.encode(parts.joined(separator: ";"))
    }
}

extension RunSeries: Codable {
    private enum Key: String, CodingKey {
        case errorKind = "error_kind"
        case time = "time_s"
        case error = "error_deg"
        case errorQuantiles = "error_quantiles_deg"
        case locationError = "error_m"
        case locationErrorQuantiles = "error_quantiles_m"
        case claims = "claimed_percent"
        case frequency = "frequency_hz"
        case spectrum = "spectrum_deg2_per_hz"
        case stepTime = "step_time_s"
        case step = "step_percent"
        case stepTruthTime = "step_truth_time_s"
        case stepTruth = "step_truth_percent"
        case rests = "rests_s"
        case disturbances = "disturbances_s"
    }

    /// Decodes the curves of a run. Throws if the coordinates of a curve do not match, or if `x` decreases.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let kind = try container.decode(ErrorKind.self, forKey: .errorKind)
        let keys = Self.keys(of: kind)
        guard let error = try Self.curve(in: container, .time, keys.error) else {
            throw DecodingError.keyNotFound(
                keys.error,
                DecodingError.Context(codingPath: container.codingPath, debugDescription: "")
            )
        }
        let quantiles = try container.decode(NumberStretches.self, forKey: keys.quantiles)
        let claims = try container.decodeIfPresent(NumberStretches.self, forKey: .claims) ?? NumberStretches([])
        self.init(
            errorKind: kind,
            error: error,
            errorQuantiles: try Self.values(quantiles, 101, in: container, keys.quantiles),
            claims: try Self.values(claims, Self.claimed.count, in: container, .claims),
            spectrum: try Self.curve(in: container, .frequency, .spectrum),
            step: try Self.curve(in: container, .stepTime, .step),
            stepTruth: try Self.curve(in: container, .stepTruthTime, .stepTruth),
            rests: try Self.ranges(in: container, .rests),
            disturbances: try Self.ranges(in: container, .disturbances)
        )
    }

    private static func keys(of kind: ErrorKind) -> (error: Key, quantiles: Key) {
        kind == .location ? (.locationError, .locationErrorQuantiles) : (.error, .errorQuantiles)
    }

    /// Returns the numbers of the first stretch in `numbers`. Throws if the stretch is not empty and does not have
    /// `count` numbers.
    private static func values(
        _ numbers: NumberStretches,
        _ count: Int,
        in container: KeyedDecodingContainer<Key>,
        _ key: Key
    ) throws -> [Double] {
        let values = numbers.stretches.first ?? []
        guard values.isEmpty || values.count == count else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: "\(values.count) numbers, but \(count) are needed"
            )
        }
        return values
    }

    /// Encodes the curves of a run. Missing curves are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(errorKind, forKey: .errorKind)
        try container.encode(error.x, forKey: .time)
        let keys = Self.keys(of: errorKind)
        try container.encode(error.y, forKey: keys.error)
        try container.encode(NumberStretches([errorQuantiles]), forKey: keys.quantiles)
        if !claims.isEmpty { try container.encode(NumberStretches([claims]), forKey: .claims) }
        try container.encodeIfPresent(spectrum?.x, forKey: .frequency)
        try container.encodeIfPresent(spectrum?.y, forKey: .spectrum)
        try container.encodeIfPresent(step?.x, forKey: .stepTime)
        try container.encodeIfPresent(step?.y, forKey: .step)
        try container.encodeIfPresent(stepTruth?.x, forKey: .stepTruthTime)
        try container.encodeIfPresent(stepTruth?.y, forKey: .stepTruth)
        try container.encode(Self.numbers(of: rests), forKey: .rests)
        try container.encode(Self.numbers(of: disturbances), forKey: .disturbances)
    }

    private static func numbers(of ranges: [ClosedRange<Double>]) -> NumberStretches {
        NumberStretches(ranges.map { [$0.lowerBound, $0.upperBound] })
    }

    private static func curve(in container: KeyedDecodingContainer<Key>, _ x: Key, _ y: Key) throws -> Curve? {
        guard let abscissae = try container.decodeIfPresent(NumberStretches.self, forKey: x),
            let ordinates = try container.decodeIfPresent(NumberStretches.self, forKey: y)
        else { return nil }
        guard abscissae.counts == ordinates.counts else {
            let reason = "the lengths of the stretches differ from those of '\(x.rawValue)'"
            throw DecodingError.dataCorruptedError(forKey: y, in: container, debugDescription: reason)
        }
        let flat = abscissae.stretches.joined()
        guard zip(flat, flat.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: x,
                in: container,
                debugDescription: "the numbers are not in ascending order"
            )
        }
        return Curve(x: abscissae, y: ordinates)
    }

    private static func ranges(
        in container: KeyedDecodingContainer<Key>,
        _ key: Key
    ) throws -> [ClosedRange<Double>] {
        let stretches = try container.decodeIfPresent(NumberStretches.self, forKey: key)?.stretches ?? []
        return try stretches.map { ends in
            guard ends.count == 2, ends[0] <= ends[1] else {
                let reason = "\(ends.count) numbers are not a start and an end in ascending order"
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
            }
            return ends[0]...ends[1]
        }
    }
}

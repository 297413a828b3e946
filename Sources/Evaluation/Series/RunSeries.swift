import SensorModel

/// The series for the plots of a run, reduced such that a million samples need no more space than a thousand.
///
/// Times are relative to the recording's first sensor sample.
public struct RunSeries: Sendable, Hashable {
    /// The kind of the plotted error.
    public enum ErrorKind: String, Sendable, Hashable, Codable {
        /// The total orientation error.
        case total
        /// The error about a horizontal axis, used if the reference's north is unknown.
        case inclination
        /// The error over short spans relative to each span's mean, used if the reference is valid over short spans
        /// only.
        case shortTerm = "short_term"
    }

    /// A curve in disjoint stretches, in which `x` does not decrease.
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
    /// The error in degrees over seconds, reduced to the minimum and maximum in each of at least ``columns`` columns.
    /// Every spike remains.
    public var error: Curve
    /// The quantiles of all errors at 0, 1, … 100 %, in degrees; empty without samples.
    public var errorQuantiles: [Double]
    /// The power spectral density of the error's rotation vector, deg²/Hz over Hz; `nil` if no stretch is long enough.
    public var spectrum: Curve?
    /// The mean response to the recording's quick turns, in percent of the turn over seconds since its start; `nil`
    /// without quick turns.
    public var step: Curve?
    /// The reference's own quick turn, in the same units.
    public var stepTruth: Curve?
    /// The periods in which the reference is at rest, in seconds.
    public var rests: [ClosedRange<Double>]
    /// The periods in which the magnetic field is disturbed, in seconds; see ``MagneticDisturbance``.
    public var disturbances: [ClosedRange<Double>]

    /// Creates series.
    public init(
        errorKind: ErrorKind,
        error: Curve,
        errorQuantiles: [Double],
        spectrum: Curve? = nil,
        step: Curve? = nil,
        stepTruth: Curve? = nil,
        rests: [ClosedRange<Double>] = [],
        disturbances: [ClosedRange<Double>] = []
    ) {
        self.errorKind = errorKind
        self.error = error
        self.errorQuantiles = errorQuantiles
        self.spectrum = spectrum
        self.step = step
        self.stepTruth = stepTruth
        self.rests = rests
        self.disturbances = disturbances
    }

    /// The number of columns in a plot of ``error``.
    public static let columns = 300

    /// Returns the number of columns of ``error`` for an evaluation of this many runs. For few runs, it is up to ten
    /// times ``columns``, so that a plot can be magnified.
    public static func columns(forRuns runs: Int) -> Int {
        min(max(sharedColumns / max(runs, 1), columns), 10 * columns)
    }

    /// The number of columns that the runs share, as long as each run has at least ``columns``.
    private static let sharedColumns = 60_000
}

/// Numbers in stretches. Results store them as one string, with spaces between numbers and semicolons between
/// stretches.
///
/// A JSON array with one number per line would be several times longer.
public struct NumberStretches: Sendable, Hashable {
    /// The numbers of each stretch.
    public var stretches: [[Double]]

    /// Creates stretches of numbers.
    public init(_ stretches: [[Double]]) { self.stretches = stretches }

    /// The number of elements of each stretch.
    public var counts: [Int] { stretches.map(\.count) }
}

extension NumberStretches: Codable {
    /// Decodes the string form.
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

    /// Encodes the string form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let parts = stretches.map { $0.map(Self.text).joined(separator: " ") }
        try container.encode(parts.joined(separator: ";"))
    }

    private static func text(_ number: Double) -> String {
        DecimalText.exact(number)
    }
}

extension RunSeries: Codable {
    private enum Key: String, CodingKey {
        case errorKind = "error_kind"
        case time = "time_s"
        case error = "error_deg"
        case errorQuantiles = "error_quantiles_deg"
        case frequency = "frequency_hz"
        case spectrum = "spectrum_deg2_per_hz"
        case stepTime = "step_time_s"
        case step = "step_percent"
        case stepTruthTime = "step_truth_time_s"
        case stepTruth = "step_truth_percent"
        case rests = "rests_s"
        case disturbances = "disturbances_s"
    }

    /// Decodes series. Checks that the coordinates of each curve match and that `x` does not decrease.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let error = try Self.curve(in: container, .time, .error) else {
            throw DecodingError.keyNotFound(
                Key.error,
                DecodingError.Context(codingPath: container.codingPath, debugDescription: "")
            )
        }
        let quantiles = try container.decode(NumberStretches.self, forKey: .errorQuantiles).stretches.first ?? []
        guard quantiles.isEmpty || quantiles.count == 101 else {
            throw DecodingError.dataCorruptedError(
                forKey: .errorQuantiles,
                in: container,
                debugDescription: "there are \(quantiles.count) quantiles instead of 101"
            )
        }
        self.init(
            errorKind: try container.decode(ErrorKind.self, forKey: .errorKind),
            error: error,
            errorQuantiles: quantiles,
            spectrum: try Self.curve(in: container, .frequency, .spectrum),
            step: try Self.curve(in: container, .stepTime, .step),
            stepTruth: try Self.curve(in: container, .stepTruthTime, .stepTruth),
            rests: try Self.ranges(in: container, .rests),
            disturbances: try Self.ranges(in: container, .disturbances)
        )
    }

    /// Encodes series. Missing curves are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(errorKind, forKey: .errorKind)
        try container.encode(error.x, forKey: .time)
        try container.encode(error.y, forKey: .error)
        try container.encode(NumberStretches([errorQuantiles]), forKey: .errorQuantiles)
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
                debugDescription: "the numbers do not rise"
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
                let reason = "\(ends.count) numbers are not a beginning and an end"
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
            }
            return ends[0]...ends[1]
        }
    }
}

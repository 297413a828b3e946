/// The series for the plots of a run, reduced so that a million samples need no more space than a thousand.
///
/// Times are relative to the recording's first sensor sample.
public struct RunSeries: Sendable, Hashable {
    /// The kind of the plotted error.
    public enum ErrorKind: String, Sendable, Hashable, Codable {
        /// The total orientation error.
        case total
        /// The error about a horizontal axis, where the reference's north is unknown.
        case inclination
        /// The error over short spans less each span's mean, where the reference is valid over short spans only.
        case shortTerm = "short_term"
    }

    /// A curve in disjoint stretches; `x` never falls within a stretch.
    public struct Curve: Sendable, Hashable {
        /// The abscissae.
        public var x: NumberStretches
        /// The ordinates, as many as abscissae.
        public var y: NumberStretches

        /// Creates a curve.
        public init(x: NumberStretches, y: NumberStretches) {
            self.x = x
            self.y = y
        }
    }

    /// The kind of ``error``.
    public var errorKind: ErrorKind
    /// The error in degrees over seconds, reduced to the smallest and largest in each of at least ``columns`` columns.
    /// Every spike remains.
    public var error: Curve
    /// The quantiles of all errors at 0, 1, … 100 %, in degrees; empty without samples.
    public var errorQuantiles: [Double]
    /// The power spectral density of the error's rotation vector, deg²/Hz over Hz; nil where no stretch is long enough.
    public var spectrum: Curve?
    /// The mean response to the recording's quick turns, in percent of the turn over seconds since its start; nil
    /// without quick turns.
    public var step: Curve?
    /// The reference's own quick turn, in the same units.
    public var stepTruth: Curve?
    /// The times when the reference rests, in seconds.
    public var rests: [ClosedRange<Double>]
    /// The times when the magnetic field is disturbed, in seconds; see ``MagneticDisturbance``.
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

    /// The number of columns of ``error`` for an evaluation of this many runs: up to ten times ``columns`` for few
    /// runs, so that a plot can be magnified.
    public static func columns(forRuns runs: Int) -> Int {
        min(max(mostColumns / max(runs, 1), columns), 10 * columns)
    }

    /// The number of columns of all runs together, from which each run has the smallest number of columns.
    private static let mostColumns = 60_000
}

/// What the pictures of a run are made of, thinned so that a million samples need no more room than a thousand.
///
/// Times count from the recording's first sensor sample.
public struct RunSeries: Sendable, Hashable {
    public enum ErrorKind: String, Sendable, Hashable, Codable {
        /// The whole orientation error.
        case total
        /// Its part about a horizontal axis: the reference's north is not known.
        case inclination
        /// What is left of it over short spans when each span's mean is taken out: the reference knows no more.
        case shortTerm = "short_term"
    }

    /// A curve in stretches that are not joined; `x` never falls within it.
    public struct Curve: Sendable, Hashable {
        public var x: NumberStretches
        public var y: NumberStretches

        public init(x: NumberStretches, y: NumberStretches) {
            self.x = x
            self.y = y
        }
    }

    public var errorKind: ErrorKind
    /// Degrees over seconds, thinned by the smallest and largest in each of ``columns`` columns. No picture of it lacks
    /// a spike.
    public var error: Curve
    /// The error's quantiles in degrees at 0, 1, … 100 %, of all samples; none where there is no sample.
    public var errorQuantiles: [Double]
    /// Power spectral density of the error's rotation vector, deg²/Hz over Hz; nil where no stretch is long enough.
    public var spectrum: Curve?
    /// The mean answer to the recording's quick turns: percent of the turn over seconds since it began; nil without.
    public var step: Curve?
    /// The turn itself.
    public var stepTruth: Curve?
    /// From when to when the reference rests, in seconds.
    public var rests: [ClosedRange<Double>]
    /// From when to when the magnetic field is disturbed: see ``MagneticDisturbance``.
    public var disturbances: [ClosedRange<Double>]

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

    /// How many columns a picture of ``error`` has.
    public static let columns = 300
}

public import SensorModel

/// How strongly ``LowPass`` smooths.
public struct LowPassParameters: Sendable, Hashable {
    /// The weight of a new sample, fixed or following from time.
    public enum Smoothing: Sendable, Hashable {
        /// α in (0, 1], the same for every sample whatever its interval. Smaller is smoother and slower; 1 passes
        /// everything.
        case alpha(Double)
        /// τ > 0: α = 1 − exp(−Δt/τ), for uneven rates. Larger is smoother and slower.
        case timeConstant(Seconds)
    }

    /// What the filter holds before its first sample.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// Nothing: the first sample is the first output.
        case sample
        /// Zero (a heading of 0°, the orientation without a rotation), as variables do that nobody has set: AREA's
        /// low-pass (Geiger 2012, listing 6.4). The filter never starts anew then, whatever the gap.
        case zero
    }

    public var smoothing: Smoothing
    public var start: Start
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    /// - Parameters:
    ///   - smoothing: α = 0.1 by default, which the AREA thesis uses at 90 Hz (Geiger 2012, section 6.2, listing
    ///     6.4).
    ///   - start: the first sample by default.
    ///   - maximumGap: 1 s by default.
    public init(smoothing: Smoothing = .alpha(0.1), start: Start = .sample, maximumGap: Seconds = 1) {
        self.smoothing = smoothing
        self.start = start
        self.maximumGap = maximumGap
    }

    /// The low-pass with τ = 1/(2π `cutoff`), whose amplitude response falls to 1/√2 there while samples come much
    /// faster than that.
    public init(cutoff: Hertz, start: Start = .sample, maximumGap: Seconds = 1) {
        self.init(
            smoothing: .timeConstant(ExponentialSmoothing.timeConstant(cutoff: cutoff)),
            start: start,
            maximumGap: maximumGap
        )
    }
}

extension LowPassParameters {
    static let descriptors: [ParameterDescriptor] = [
        .number("alpha", in: .aboveZeroToOne, default: 0.1, "Weight of a new sample; smaller is smoother and slower."),
        .number(
            "timeConstant",
            .seconds,
            in: .aboveZero,
            default: nil,
            "In place of alpha: time to cover 63 % of a step, whatever the rate."
        ),
        .number("cutoff", .hertz, in: .aboveZero, default: nil, "In place of alpha: the -3 dB frequency."),
        .choice(
            "start",
            of: Start.allCases.map(\.rawValue),
            default: Start.sample.rawValue,
            "What is held before the first sample: the sample itself, or zero as a variable that was never set."
        ),
        .maximumGap,
    ]

    /// `alpha`, `timeConstant` and `cutoff` are three ways to say one thing: at most one may be given.
    static func resolve(_ values: inout ParameterValues) throws(ParameterError) {
        let given = ["alpha", "timeConstant", "cutoff"].filter(values.isGiven)
        guard given.count <= 1 else {
            throw ParameterError(
                found: given.joined(separator: " and ") + " of lowPass together",
                expected: "one of alpha, timeConstant, cutoff",
                remedy: "leave the others out"
            )
        }
        if given.first != nil, given.first != "alpha" { values.remove("alpha") }
    }

    init(_ values: ParameterValues) {
        let gap = values.required("maximumGap")
        let start = values.word("start").flatMap(Start.init) ?? .sample
        if let cutoff = values.number("cutoff") {
            self.init(cutoff: cutoff, start: start, maximumGap: gap)
        } else if let timeConstant = values.number("timeConstant") {
            self.init(smoothing: .timeConstant(timeConstant), start: start, maximumGap: gap)
        } else {
            self.init(smoothing: .alpha(values.required("alpha")), start: start, maximumGap: gap)
        }
    }
}

extension FilterEntry {
    static let lowPass = FilterEntry(
        name: "lowPass",
        summary: "Exponential low-pass: a fixed share of the way to each new sample.",
        source: "Geiger 2012, section 6.2; Stevense & van der Tak 2010, appendix C.3.1",
        parameters: LowPassParameters.descriptors,
        resolve: LowPassParameters.resolve,
        scalar: { LowPass(LowPassParameters($0)) },
        heading: { LowPass(LowPassParameters($0)) },
        vector: { LowPass(LowPassParameters($0)) },
        quaternion: { LowPass(LowPassParameters($0)) }
    )
}

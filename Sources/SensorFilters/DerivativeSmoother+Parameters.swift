public import SensorModel

/// How ``DerivativeSmoother`` weighs prediction against measurement. The defaults are iBetelgeuse's.
public struct DerivativeSmootherParameters: Sendable, Hashable {
    /// c₀ in [0, 1]: the share of the error corrected per sample at rest. Larger follows faster and jitters more.
    public var baseCorrection: Double
    /// g ≥ 0, in s/rad: how much that share grows with the turning speed. Larger overshoots less and jitters more in
    /// motion.
    public var correctionGain: Double
    /// s ≥ 0: turning speeds below it count as rest, larger ones are reduced by it. Larger is calmer, and lags more in
    /// slow turns.
    public var stabiliser: RadiansPerSecond
    /// d ≥ 1: samples over which the angular velocity is averaged. More predicts more calmly, and overshoots more.
    public var derivativeWindow: Int
    /// m ≥ 1: samples over which the measured orientation is averaged. More is calmer and lags more.
    public var inputWindow: Int
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(
        baseCorrection: Double = 0.03,
        correctionGain: Double = 0.3,
        stabiliser: RadiansPerSecond = Angle(degrees: 10).radians,
        derivativeWindow: Int = 33,
        inputWindow: Int = 7,
        maximumGap: Seconds = 1
    ) {
        self.baseCorrection = baseCorrection
        self.correctionGain = correctionGain
        self.stabiliser = stabiliser
        self.derivativeWindow = derivativeWindow
        self.inputWindow = inputWindow
        self.maximumGap = maximumGap
    }
}

extension DerivativeSmootherParameters {
    static let descriptors: [ParameterDescriptor] = [
        .number("baseCorrection", in: .zeroToOne, default: 0.03, "Share of the error corrected per sample at rest."),
        .number(
            "correctionGain",
            .secondsPerRadian,
            in: .zeroOrMore,
            default: 0.3,
            "How much that share grows with the turning speed."
        ),
        .number(
            "stabiliser",
            .degreesPerSecond,
            in: .zeroOrMore,
            default: 10,
            "Turning speeds below it count as rest, larger ones are reduced by it."
        ),
        .number(
            "derivativeWindow",
            .count,
            in: .windowLength,
            default: 33,
            "Samples over which the angular velocity is averaged."
        ),
        .number("inputWindow", .count, in: .windowLength, default: 7, "Samples over which the input is averaged."),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            baseCorrection: values.required("baseCorrection"),
            correctionGain: values.required("correctionGain"),
            stabiliser: Angle(degrees: values.required("stabiliser")).radians,
            derivativeWindow: values.requiredCount("derivativeWindow"),
            inputWindow: values.requiredCount("inputWindow"),
            maximumGap: values.required("maximumGap")
        )
    }
}

extension FilterEntry {
    static let derivativeSmoother = FilterEntry(
        name: "derivativeSmoother",
        summary: "Predicts with the averaged angular velocity, corrects towards the averaged input.",
        source: "Stevense & van der Tak 2010, section 4.4.3",
        parameters: DerivativeSmootherParameters.descriptors,
        quaternion: { DerivativeSmoother(DerivativeSmootherParameters($0)) }
    )
}

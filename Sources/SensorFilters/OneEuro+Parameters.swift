public import SensorModel

/// How ``OneEuro`` trades calm against speed.
public struct OneEuroParameters: Sendable, Hashable {
    /// f_cmin > 0: the cutoff at rest. Small is calm and slow; large lets jitter through.
    public var minCutoff: Hertz
    /// β ≥ 0, in Hz per unit/s (deg/s for headings and orientations): by how much motion raises the cutoff.
    /// Small trails in motion; large keeps up, and takes noise for motion.
    public var beta: Double
    /// f_cd > 0: the cutoff of the velocity. Small notices motion late; large makes the cutoff tremble with the noise.
    public var derivativeCutoff: Hertz
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    /// The authors' own code has 1 Hz, 0 and 1 Hz. With β = 0 the cutoff never moves, so β = 0.007 is the default here:
    /// 0.7 Hz more in a turn of 100°/s.
    public init(minCutoff: Hertz = 1, beta: Double = 0.007, derivativeCutoff: Hertz = 1, maximumGap: Seconds = 1) {
        self.minCutoff = minCutoff
        self.beta = beta
        self.derivativeCutoff = derivativeCutoff
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number("minCutoff", .hertz, in: .aboveZero, default: 1, "Cutoff at rest; smaller is calmer and slower."),
        .number(
            "beta",
            in: .zeroOrMore,
            default: 0.007,
            "Hz of cutoff per unit/s, deg/s for angles; larger trails less in motion."
        ),
        .number(
            "derivativeCutoff",
            .hertz,
            in: .aboveZero,
            default: 1,
            "Cutoff of the velocity; larger notices motion sooner and trembles more."
        ),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            minCutoff: values.required("minCutoff"),
            beta: values.required("beta"),
            derivativeCutoff: values.required("derivativeCutoff"),
            maximumGap: values.required("maximumGap")
        )
    }
}

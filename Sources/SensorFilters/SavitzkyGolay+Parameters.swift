public import SensorModel

/// What ``SavitzkyGolay`` fits, and to how many samples.
public struct SavitzkyGolayParameters: Sendable, Hashable {
    /// n > order: how many samples the polynomial is fitted to. Small follows quick changes and keeps their noise;
    /// large is calm and overshoots where the motion changes.
    public var window: Int
    /// p ≥ 0: the polynomial's degree. 0 is the moving average, which trails; 1 keeps up with ramps, 2 with
    /// accelerations. Large keeps more of the noise.
    public var order: Int
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    /// - Parameters:
    ///   - window: 7 samples by default; more than `order`.
    ///   - order: 2 by default; 0 to ``largestOrder``.
    ///   - maximumGap: 1 s by default.
    public init(window: Int = 7, order: Int = 2, maximumGap: Seconds = 1) {
        precondition((0...Self.largestOrder).contains(order), "the order is from 0 to \(Self.largestOrder)")
        precondition(window > order, "a polynomial needs more samples than its order")
        self.window = window
        self.order = order
        self.maximumGap = maximumGap
    }

    /// A polynomial of a higher degree follows the noise through any window that still is one of the recent past.
    public static let largestOrder = 9

    static let descriptors: [ParameterDescriptor] = [
        .number(
            "window",
            .count,
            in: .windowLength,
            default: 7,
            "Samples to fit; more is calmer and overshoots longer."
        ),
        .number(
            "order",
            .count,
            in: .polynomialOrder,
            default: 2,
            "Degree of the polynomial, below window; larger follows more and is noisier."
        ),
        .maximumGap,
    ]

    /// A polynomial needs more samples than its degree.
    static func resolve(_ values: inout ParameterValues) throws(ParameterError) {
        let (window, order) = (values.requiredCount("window"), values.requiredCount("order"))
        guard window > order else {
            throw ParameterError(
                found: "window=\(window) with order=\(order) of savitzkyGolay",
                expected: "a window of more samples than the order",
                remedy: "enlarge the window or lower the order"
            )
        }
    }

    init(_ values: ParameterValues) {
        self.init(
            window: values.requiredCount("window"),
            order: values.requiredCount("order"),
            maximumGap: values.required("maximumGap")
        )
    }
}

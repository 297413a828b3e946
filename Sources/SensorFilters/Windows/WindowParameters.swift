public import SensorModel

/// The parameters of filters that process the last N samples.
public struct WindowParameters: DeclaredParameters, Hashable {
    /// n ≥ 1, the number of samples. More is smoother and slower.
    public var window: Int
    /// The longest interval between two samples that does not restart the filter.
    public var maximumGap: Seconds

    /// Parameters with a window of seven samples by default.
    public init(window: Int = 7, maximumGap: Seconds = 1) {
        self.window = window
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = declarations(
        summary: "Samples to average; more is smoother and slower."
    )

    /// The declarations with another summary of the window.
    static func declarations(summary: String) -> [ParameterDeclaration<Self>] {
        [.count("window", \.window, summary), .maximumGap(\.maximumGap)]
    }
}

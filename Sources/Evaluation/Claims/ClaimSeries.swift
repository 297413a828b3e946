/// Figures of simulated recordings, one for each seed.
public enum ClaimSeries: Sendable {
    /// A metric of a pipeline or a described system.
    case runs(ClaimRuns)
    /// A figure of a tracked scene.
    case scenes(ClaimScenes)

    /// The figure's unit.
    public var unit: String {
        switch self {
        case .runs(let runs): MetricCatalogue.metric(runs.metric).unit
        case .scenes(let scenes): scenes.figure.unit
        }
    }

    /// How many seeds there are.
    var count: Int {
        switch self {
        case .runs(let runs): runs.simulations.count
        case .scenes(let scenes): scenes.simulations.count
        }
    }
}

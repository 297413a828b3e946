import Evaluation

/// The figures of a table as costs, which tuning minimises.
struct MeasuredGrid {
    private let table: CellTable
    private let costs: [[Double?]]
    private let polarity: MetricPolarity
    /// The indices of the recordings with a figure of at least one setting.
    let recordings: [Int]
    /// The indices of the recordings without any figure.
    let unmeasured: [Int]
    /// The indices of the settings with a figure of every recording in ``recordings``.
    let complete: [Int]

    init(_ table: CellTable) throws(TuningError) {
        guard !table.settings.isEmpty, !table.recordings.isEmpty else { throw .emptyTable }
        polarity = MetricCatalogue.metric(table.metric).polarity
        guard let cost = polarity.cost else { throw .neutralMetric(table.metric) }
        self.table = table
        costs = table.values.map { row in row.map { $0.map(cost) } }
        let isMeasured = table.recordings.indices.map { recording in
            table.values.contains { $0[recording] != nil }
        }
        recordings = isMeasured.indices.filter { isMeasured[$0] }
        unmeasured = isMeasured.indices.filter { !isMeasured[$0] }
        guard !recordings.isEmpty else { throw .nothingMeasured(table.metric) }
        let counting = recordings
        complete = table.settings.indices.filter { setting in
            counting.allSatisfy { table.values[setting][$0] != nil }
        }
    }

    /// The indices in ``recordings`` without a figure of the setting.
    func missing(_ setting: Int) -> [Int] { recordings.filter { costs[setting][$0] == nil } }

    /// The indices of the settings with a figure of the recording.
    func measured(_ recording: Int) -> [Int] { costs.indices.filter { costs[$0][recording] != nil } }

    /// The setting with the smallest mean cost over these recordings, the first of equal ones; nil without settings or
    /// recordings.
    ///
    /// - Parameter settings: settings with a figure of every one of these recordings.
    func best(of settings: [Int], over recordings: [Int]) -> Int? {
        guard !recordings.isEmpty else { return nil }
        var best: (setting: Int, cost: Double)?
        for setting in settings {
            let cost = TuningFigures.mean(recordings.compactMap { costs[setting][$0] })
            if best.map({ cost < $0.cost }) ?? true { best = (setting, cost) }
        }
        return best?.setting
    }

    /// The figure of a cell with a value: the magnitude if zero is best.
    func figure(_ setting: Int, _ recording: Int) -> Double {
        guard let value = table.values[setting][recording] else { preconditionFailure("the cell has a figure") }
        return polarity == .closerToZeroIsBetter ? abs(value) : value
    }

    /// The mean figure over ``recordings``; nil if one is missing.
    func mean(_ setting: Int) -> Double? {
        guard missing(setting).isEmpty else { return nil }
        return TuningFigures.mean(recordings.map { figure(setting, $0) })
    }
}

import FilteringWorkload
import Pipelines
import SensorFilters

extension MeasuredCase {
    /// Filters in every domain and with several window lengths, and estimators.
    static let filtering = CostCase.all.map { subject in
        let isEstimator = EstimatorCatalogue.entries.contains { $0.name == subject.name } && subject.input == "frame"
        return MeasuredCase(
            isEstimator ? .estimator : .filter,
            [subject.name, isEstimator ? "" : subject.input, subject.parameters],
            per: isEstimator ? "frame" : "sample",
            unitsAtOnce: 1000
        ) {
            let feed = try subject.warmFeed()
            return { feed($0) }
        }
    }
}

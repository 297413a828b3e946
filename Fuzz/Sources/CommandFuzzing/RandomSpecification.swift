import Pipelines
import SensorFilters
import SensorModel

/// SPECs of filters and pipelines. Most of their parameters are valid.
enum RandomSpecification {
    private static let values = [
        "0.5", "1", "0.1", "2", "0.01", "7", "5Hz", "50ms", "1deg", "2s", "3", "0", "-1", "1e-300", "1e300", "1e-9",
        "1e9",
        "1000000", "nan", "inf", "halved", "broad", "", "1e18", "1000", "0.999999", "camera", "5e-324",
    ]
    private static let whole = [
        "area", "ibetelgeuse", "triad", "triad+lowPass", "madgwick", "mahony", "vqf", "ekf", "complementary",
        "gyroscope",
        "vqf+oneEuro", "lowPass:alpha=0.2,sensor=accelerometer+triad", "triad+sphericalAverage",
        "triad+derivativeSmoother",
        "scale:x=1.01+hardIron:x=1,y=2,z=3+madgwick", "triad+predict:horizon=50ms", "bias:rest=1s+vqf",
    ]

    /// An estimator, with filters before and after it.
    static func pipeline(_ choices: inout InputChoices) -> String {
        if !choices.isOne(in: 3) { return choices.pick(whole) }
        let estimator = choices.pick(EstimatorCatalogue.entries)
        var stages = [stage(estimator.name, estimator.parameters, &choices)]
        if choices.isOne(in: 2) { stages.append(filter(&choices)) }
        if choices.isOne(in: 6) { stages.insert(filter(&choices), at: 0) }
        return stages.joined(separator: "+")
    }

    /// One or two filters.
    static func filters(_ choices: inout InputChoices) -> String {
        choices.isOne(in: 3) ? filter(&choices) + "+" + filter(&choices) : filter(&choices)
    }

    private static func filter(_ choices: inout InputChoices) -> String {
        let entry = choices.pick(FilterCatalogue.entries)
        return stage(entry.name, entry.parameters, &choices)
    }

    private static func stage(
        _ name: String,
        _ parameters: [ParameterDescriptor],
        _ choices: inout InputChoices
    ) -> String {
        guard !parameters.isEmpty, choices.isOne(in: 2) else { return name }
        let descriptor = choices.pick(parameters)
        let isExtreme = choices.isOne(in: 8)
        return "\(name):\(descriptor.name)=\(choices.pick(isExtreme ? ExtremeNumber.texts : values))"
    }
}

import Evaluation
import SensorModel

extension ParameterValue {
    /// The value as reports show it.
    package var text: String {
        switch self {
        case .number(let number): NumberText.exact(number)
        case .word(let word): word
        }
    }
}

extension EvaluationRun.PipelineSummary {
    /// The parameters sorted by name, such as `beta = 0.1, driver = gyroscope`; `none` without parameters.
    var parameterText: String {
        let texts = parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.text)" }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}

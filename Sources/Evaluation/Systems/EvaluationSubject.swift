public import Pipelines

/// What is evaluated: a pipeline that gives orientations, or a described system that draws.
public enum EvaluationSubject: Sendable {
    case pipeline(PipelineSpecification)
    case system(DescribedSystem)

    /// The SPEC as it was given.
    public var text: String {
        switch self {
        case .pipeline(let pipeline): pipeline.text
        case .system(let system): system.text
        }
    }
}

import Pipelines
import Recordings
import SensorModel

extension SceneOnRecording {
    /// What becomes of the axes of the recording's poses; nil where it has none or no fixes, and for a user who stands
    /// somewhere else.
    func summary(of locator: SceneLocator) -> SceneSummary? {
        guard station == nil else { return nil }
        var options = SceneEvaluationOptions()
        options.locator = locator.parameters
        let scene = try? SceneEvaluation(recording, path: recording.name, options: options)
        return scene.map(SceneSummary.init)
    }
}

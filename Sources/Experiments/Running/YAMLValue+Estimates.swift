import Recordings
import SensorModel

extension YAMLValue {
    /// Checks that a source of estimates fits the number of recordings.
    ///
    /// - Throws: `InputError` if the source is a single file but there is not exactly one recording.
    func check(_ source: EstimateSource, recordings: Int) throws(InputError) {
        guard source.isSingleFile, recordings != 1 else { return }
        throw error(
            message: "'\(source.path)' is one file, but the number of recordings is \(recordings)",
            advice: "write the path of a folder with one file for each recording, or evaluate only one recording"
        )
    }

    /// Checks that the names of estimates differ from each other and from the names of the pipelines.
    ///
    /// - Throws: `InputError` if a name is repeated.
    func checkNames(of sources: [EstimateSource], besides pipelines: [String]) throws(InputError) {
        var names = Set(pipelines)
        for source in sources where !names.insert(source.name).inserted {
            throw error(message: "the name '\(source.name)' is repeated", advice: "rename one of the estimates")
        }
    }
}

import Recordings
import SensorModel

extension YAMLValue {
    /// Checks that a source can provide estimates for this number of recordings.
    ///
    /// - Throws: `InputError` for a single file with several recordings.
    func check(_ source: EstimateSource, recordings: Int) throws(InputError) {
        guard source.isSingleFile, recordings != 1 else { return }
        throw error(
            message: "\(recordings) recordings need a folder with one file per recording, but '\(source.path)' is a "
                + "file",
            advice: "give the folder, or evaluate one recording"
        )
    }

    /// Checks that the names of estimates differ from each other and from the names of the pipelines.
    ///
    /// - Throws: `InputError` with the repeated name.
    func checkNames(of sources: [EstimateSource], besides pipelines: [String]) throws(InputError) {
        var names = Set(pipelines)
        for source in sources where !names.insert(source.name).inserted {
            throw error(message: "the name '\(source.name)' is repeated", advice: "rename one")
        }
    }
}

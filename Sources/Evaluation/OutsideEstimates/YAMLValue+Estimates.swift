import Recordings

extension YAMLValue {
    /// Checks that a source can serve this number of recordings.
    ///
    /// - Throws: `InputError` for a single file with several recordings.
    func check(_ source: EstimateSource, recordings: Int) throws(InputError) {
        guard source.isSingleFile, recordings != 1 else { return }
        throw error(
            found: "the file '\(source.path)' for \(recordings) recordings",
            expected: "a folder with one file per recording",
            remedy: "name the folder, or evaluate one recording"
        )
    }

    /// Checks that no name of estimates occurs twice, or is that of a pipeline.
    ///
    /// - Throws: `InputError` with the name.
    func checkNames(of sources: [EstimateSource], besides pipelines: [String]) throws(InputError) {
        var names = Set(pipelines)
        for source in sources where !names.insert(source.name).inserted {
            throw error(found: "the name '\(source.name)' twice", expected: "names that differ", remedy: "rename one")
        }
    }
}

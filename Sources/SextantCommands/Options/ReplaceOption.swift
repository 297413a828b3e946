import ArgumentParser
import Experiments
import Recordings

/// Permission to replace files that Sextant did not write.
struct ReplaceOption: ParsableArguments {
    @Flag(
        help:
            "Replace existing files and write to folders with files that Sextant did not write; never replaces an input."
    )
    var replace = false
}

/// A command that writes files.
protocol ReplacingCommand {
    var replacement: ReplaceOption { get }
}

/// The folders of results that commands write.
enum ResultFolder {
    /// Claims the folder of new results, which replace all older ones there.
    ///
    /// - Parameters:
    ///   - store: The name of the experiment's store, which may be in the folder.
    ///   - names: Names of files that will be written, to check them before the work.
    static func claim(
        _ folder: String,
        _ family: Family,
        store: String? = nil,
        names: [String] = []
    ) throws(FileFailure) {
        let isOwn = ExperimentStore.isDatabase(ExperimentStore.path(in: folder))
        if isOwn, store == nil, family == .results {
            throw FileFailure(
                path: folder,
                refusal: "the folder contains the store of an experiment; choose another folder"
            )
        }
        try OutputGate.claim(folder, family: family.rawValue, isOwn: isOwn && store != nil, store: store, names: names)
    }

    /// Claims a folder for reports about existing results: they stay beside these results, and replace reports about
    /// others.
    ///
    /// - Parameter sources: the paths of the results.
    static func claim(_ folder: String, reportsOf sources: [String], names: [String] = []) throws(FileFailure) {
        let files = sources.map(ResultsInput.file)
        let isBeside = files.contains { OutputGate.isSame(folder, OutputFolder.parent(of: $0)) }
        let identity = OutputGate.identity(ofFiles: files) { StoreArgument.store($0) != nil }
        try OutputGate.claim(
            folder,
            family: Family.results.rawValue,
            scope: isBeside ? .nothing : .otherResults(than: identity),
            names: names
        )
    }

    /// The kinds of files of which a folder contains one set.
    enum Family: String {
        case results
        case comparison
        case distances
        case ape
        case rpe
        case plots
    }
}

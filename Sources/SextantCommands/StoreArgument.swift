import ExperimentDatabase
import Foundation

/// A store of an experiment's results as the command line names it: the file, or the folder that holds it.
enum StoreArgument {
    /// The store's file; nil where the path means something else.
    static func store(_ path: String) -> String? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return nil }
        let file = isDirectory.boolValue ? ExperimentStore.path(in: path) : path
        return ExperimentStore.isDatabase(file) ? file : nil
    }
}

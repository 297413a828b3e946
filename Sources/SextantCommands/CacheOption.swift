import ArgumentParser
import Foundation
import Recordings

/// Where recordings are kept once they were read; a result never depends on it.
struct CacheOption: ParsableArguments {
    private static let variable = "SEXTANT_CACHE"

    @Option(
        help: ArgumentHelp(
            "Keep what is read of recordings there, and take it from there next time (default: $SEXTANT_CACHE).",
            valueName: "DIR"
        )
    )
    var cache: String?

    func validate() throws {
        if cache?.isEmpty ?? false { throw ValidationError("--cache is empty; name a directory.") }
    }

    /// Nil where none was asked for. A damaged file is said at once, and what is read from the cache to the inquisitive.
    ///
    /// - Throws: `InputError` where a file stands in the folder's place.
    func open(_ verbosity: VerbosityOptions) throws(InputError) -> RecordingCache? {
        let folder = cache ?? ProcessInfo.processInfo.environment[Self.variable, default: ""]
        guard !folder.isEmpty else { return nil }
        let opened = RecordingCache(folder: folder, tool: ToolVersion.description) { remark in
            switch remark {
            case .recalled, .kept: verbosity.explain("\(remark)")
            case .damaged, .refused: verbosity.note("\(remark)")
            }
        }
        try opened.check()
        return opened
    }
}

import Recordings
import SensorModel

/// A layout as the command line gives it: the name of a built-in one, or the path of a YAML file.
enum LayoutArgument {
    static func read(_ argument: String) throws -> Layout {
        let names = LayoutCatalogue.names
        let isPath = argument.contains("/") || argument.hasSuffix(".yaml") || argument.hasSuffix(".yml")
        guard isPath || names.contains(argument) else {
            let hint = NearestName.suggestion(for: argument, among: names).map { "did you mean '\($0)'?" }
            throw UsageError(
                "--layout: found '\(argument)', expected \(names.joined(separator: ", ")) or the path of a .yaml file; "
                    + (hint ?? "see 'sextant list layouts'")
            )
        }
        return try LayoutCatalogue.layout(named: argument)
    }
}

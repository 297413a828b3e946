import Recordings
import SensorModel

/// The error of an inspection in which some recordings could not be read.
struct IncompleteInspection: Error, CustomStringConvertible {
    let failures: [InputError]
    /// The number of all recordings.
    let total: Int

    /// A Boolean value that indicates whether the environment caused all failures.
    var isEnvironment: Bool { failures.allSatisfy(\.isEnvironment) }

    /// The failures, followed by a line with their number.
    var description: String {
        let last = "sextant: \(failures.count) of \(total) recordings could not be read"
        return (failures.map { ErrorText.lines($0) } + [last]).joined(separator: "\n")
    }
}

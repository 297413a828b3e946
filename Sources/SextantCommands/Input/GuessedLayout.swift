import Diagnosis
import Experiments
import Recordings
import SensorModel

/// The layout of a recording for `--guess`.
enum GuessedLayout {
    /// Guesses the layout of a recording, and prints the guesses. Returns `nil` if the recording has a known layout.
    ///
    /// - Throws: `InputError` that names the setting that the data do not determine.
    static func read(_ path: String, _ verbosity: VerbosityOptions) throws(InputError) -> Layout? {
        guard (try? LayoutDetection(path: path, among: CommandExtension.catalogue.layouts)) == nil else { return nil }
        let proposal = try LayoutProposal(path: path)
        let layout = try proposal.layout()
        for guess in proposal.guesses { verbosity.note("\(path): guessed \(guess.description)") }
        for item in proposal.unused { verbosity.note("\(path): not used: \(item)") }
        return layout
    }
}

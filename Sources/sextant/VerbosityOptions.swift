import ArgumentParser
import Recordings

/// How much a command says, shared by all commands.
struct VerbosityOptions: ParsableArguments {
    @Flag(help: "Print nothing but errors.")
    var quiet = false

    @Flag(help: "Say on standard error what is being done.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other; take one out.") }
    }

    /// Says something on standard error.
    func note(_ text: @autoclosure () -> String) {
        if !quiet { Terminal.printError("sextant: \(text())\n") }
    }

    /// Says in which layout a recording is read and why, where that was told from its files.
    func noteLayout(of path: String, _ detection: LayoutDetection) {
        let words = "\(path) is read with --layout \(detection.layout.name), because \(detection.reason)"
        // Recordings of Sextant's own are no news.
        if detection.layout.name == "native" { explain(words) } else { note(words) }
    }

    /// Says something on standard error that only an inquisitive user wants to know.
    func explain(_ text: @autoclosure () -> String) {
        if verbose { Terminal.printError("sextant: \(text())\n") }
    }
}

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

    /// Says in which layouts recordings are read and why, where that was told from their files: once for those that
    /// have layout and reason in common.
    func noteLayouts(_ told: [(path: String, detection: LayoutDetection)]) {
        var paths: [String: [String]] = [:]
        var order: [String] = []
        for (path, detection) in told {
            let words = "read with --layout \(detection.layout.name), because \(detection.reason)"
            // Recordings of Sextant's own are no news.
            guard detection.layout.name != "native" else {
                explain("\(path) is \(words)")
                continue
            }
            if paths[words] == nil { order.append(words) }
            paths[words, default: []].append(path)
        }
        for words in order {
            let alike = paths[words, default: []]
            let others = alike.count - 1
            let more = others == 0 ? "" : "; so \(others == 1 ? "is" : "are") \(others) more"
            note("\(alike[0]) is \(words)\(more)")
            for path in alike.dropFirst() { explain("\(path) is \(words)") }
        }
    }

    /// Says something on standard error that only an inquisitive user wants to know.
    func explain(_ text: @autoclosure () -> String) {
        if verbose { Terminal.printError("sextant: \(text())\n") }
    }
}

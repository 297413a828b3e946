import Evaluation
import Foundation
import Recordings

/// The noise description that `inspect --fit-noise` writes.
enum NoiseDescriptionFile {
    /// The name of the noise: the file's name without its extension. Nil for an extension that `simulate` does not accept.
    static func name(of path: String) -> String? {
        let file = URL(fileURLWithPath: path)
        guard ["yaml", "yml"].contains(file.pathExtension) else { return nil }
        return file.deletingPathExtension().lastPathComponent
    }

    /// Writes the file completely or not at all, and reports on standard error what it does not contain.
    static func write(_ fit: NoiseFit, to path: String, _ verbosity: VerbosityOptions) throws {
        let file = try OutputFile(path: path)
        try file.write(Array(fit.yaml(name: name(of: path) ?? path).utf8))
        try file.finish()
        for reason in fit.leftOut { verbosity.note("\(path): left out: \(reason)") }
        verbosity.explain("wrote \(path)")
    }

    /// Throws an `InputError` if a noise is wanted, because the columns of a table are not sensors.
    static func refuseTable(_ path: String, wanted: Bool) throws(InputError) {
        guard wanted else { return }
        throw InputError(
            file: path,
            found: "a table without a layout",
            expected: "a recording whose noise can be fitted",
            remedy: "specify its --layout"
        )
    }
}

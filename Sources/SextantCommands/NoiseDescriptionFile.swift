import Evaluation
import FileAccess
import Foundation
import Recordings

/// The file that `inspect --fit-noise` writes.
enum NoiseDescriptionFile {
    /// The noise's name, which is the file's without its ending; nil where `simulate` would not take it for a file.
    static func name(of path: String) -> String? {
        let file = URL(fileURLWithPath: path)
        guard ["yaml", "yml"].contains(file.pathExtension) else { return nil }
        return file.deletingPathExtension().lastPathComponent
    }

    /// Writes it whole, and says on standard error what is not in it.
    static func write(_ fit: NoiseFit, to path: String, _ verbosity: VerbosityOptions) throws {
        let file = try OutputFile(path: path)
        try file.write(Array(fit.yaml(name: name(of: path) ?? path).utf8))
        try file.finish()
        for reason in fit.leftOut { verbosity.note("\(path): left out: \(reason)") }
        verbosity.explain("wrote \(path)")
    }

    /// A file whose columns are only summarised holds no sensors.
    static func refuseTable(_ path: String, wanted: Bool) throws(InputError) {
        guard wanted else { return }
        throw InputError(
            file: path,
            found: "a table that is not read as a recording",
            expected: "a recording whose noise can be fitted",
            remedy: "say with --layout how it is laid out"
        )
    }
}

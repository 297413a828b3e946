import Foundation

/// The folder that commands read from and write to. The next input overwrites its files.
final class ScratchFolder {
    let path: String
    /// The relative paths of the files of the last input.
    private var written: Set<String> = []
    private var current: Set<String> = []

    /// The folder for outputs. It always exists and is empty before a command runs.
    let output: String

    /// Creates the folder and its subfolders.
    init(path: String, subfolders: [String]) throws {
        self.path = path
        output = path + "/output"
        for folder in subfolders + ["output"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
        }
    }

    /// Removes the folder.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file.
    ///
    /// - Returns: the absolute path of the file.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) -> String {
        let path = "\(path)/\(name)"
        current.insert(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return path }
        defer { close(descriptor) }
        _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        return path
    }

    /// The names and contents of the files of the last input.
    var contents: [(name: String, bytes: [UInt8])] {
        written.sorted().map { name in
            (name, (FileManager.default.contents(atPath: "\(path)/\(name)")).map(Array.init) ?? [])
        }
    }

    /// Removes the files of the previous input that this input did not overwrite.
    func finishWriting() {
        for name in written.subtracting(current) { unlink("\(path)/\(name)") }
        written = current
        current = []
    }

    /// Removes the outputs of a command.
    func removeOutput() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: output) else { return }
        for name in names { try? FileManager.default.removeItem(atPath: "\(output)/\(name)") }
    }
}

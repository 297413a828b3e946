import Foundation

/// The folder that commands read from and write to. Its files are written over, not made anew, by the next input.
final class ScratchFolder {
    let path: String
    /// Files of the last input, by their paths within the folder.
    private var written: Set<String> = []
    private var current: Set<String> = []

    /// Where commands write. Always there, and empty before a command.
    let output: String

    /// Makes the folder and its subfolders.
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

    /// Writes a file, and returns its whole path.
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

    /// Names and contents of the files that the last input wrote.
    var contents: [(name: String, bytes: [UInt8])] {
        written.sorted().map { name in
            (name, (FileManager.default.contents(atPath: "\(path)/\(name)")).map(Array.init) ?? [])
        }
    }

    /// Removes what the input before left and this one did not write.
    func finishWriting() {
        for name in written.subtracting(current) { unlink("\(path)/\(name)") }
        written = current
        current = []
    }

    /// Removes what a command has written.
    func removeOutput() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: output) else { return }
        for name in names { try? FileManager.default.removeItem(atPath: "\(output)/\(name)") }
    }
}

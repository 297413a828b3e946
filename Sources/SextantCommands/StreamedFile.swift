import FileAccess

/// An output file of a command, written piece by piece as ``OutputFile`` does, in a folder that exists.
struct StreamedFile {
    private let file: OutputFile

    init(path: String) throws(OutputError) {
        do {
            file = try OutputFile(path: path, makesFolder: false)
        } catch {
            throw OutputError(error)
        }
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try file.write(bytes)
        } catch {
            throw OutputError(error)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        do {
            try file.write(bytes)
        } catch {
            throw OutputError(error)
        }
    }

    /// Gives the file its name.
    func commit() throws(OutputError) {
        do {
            try file.finish()
        } catch {
            throw OutputError(error)
        }
    }
}

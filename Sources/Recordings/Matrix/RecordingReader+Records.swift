import Foundation

@_spi(Fuzzing)
extension RecordingReader {
    /// Reads a recording from the records that a child process returns for a MATLAB or HDF5 file. The fuzzer passes
    /// arbitrary bytes.
    ///
    /// - Parameters:
    ///   - list: the list of variables.
    ///   - values: the records of the requested variables.
    ///   - isColumnMajor: whether the first dimension of a matrix varies fastest.
    ///   - path: any file; its bytes are only hashed.
    /// - Throws: ``InputError`` if the recording does not match its layout or the records are damaged.
    public func read(list: [UInt8], values: [UInt8], isColumnMajor: Bool, path: String) throws(InputError) -> Recording
    {
        let folder = try RecordingFolder(path: path)
        let (list, values) = (Data(list), Data(values))
        let file = try MatrixFile(path: path, isColumnMajor: isColumnMajor) { names in names == nil ? list : values }
        folder.use(file, at: path)
        return try read([folder])
    }
}

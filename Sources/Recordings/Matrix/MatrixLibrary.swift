import CMatrixFiles
import Foundation
import SensorModel

/// A library that reads files with named matrices: libmatio for MATLAB's `.mat`, libhdf5 for HDF5.
///
/// A library is loaded only when a file needs it. Sextant also works without these libraries.
package enum MatrixLibrary {
    case matio
    case hdf5

    /// Detects the library that can read a file from the file's first bytes. The result is `nil` for any other file.
    ///
    /// A `.mat` of version 7.3 consists of 512 bytes of text and an HDF5 file. Versions 5 to 7 have a version number
    /// and a byte order indicator at byte 124.
    package init?(path: String) {
        guard FileKind(path: path) == .regular, let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        OutputGate.noteInput(descriptor: file.fileDescriptor)
        guard let read = try? file.read(upToCount: 520) else { return nil }
        let bytes = Array(read)
        let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
        if bytes.starts(with: signature) {
            self = .hdf5
        } else if bytes.count >= 520, bytes.starts(with: Array("MATLAB".utf8)), Array(bytes[512..<520]) == signature {
            self = .matio
        } else if bytes.count >= 128, Self.versions.contains(Array(bytes[124..<128])) {
            self = .matio
        } else {
            return nil
        }
    }

    /// The version number 1.0 and the letters `MI`, in both byte orders.
    private static let versions: [[UInt8]] = [[0x00, 0x01, 0x49, 0x4D], [0x01, 0x00, 0x4D, 0x49]]

    /// A Boolean value that indicates whether the first dimension of a matrix varies fastest in the file.
    var isColumnMajor: Bool { self == .matio }

    var identifier: sextant_matrix_library { self == .matio ? SEXTANT_MATIO : SEXTANT_HDF5 }

    private var fileKind: String { self == .matio ? "a MATLAB file" : "an HDF5 file" }
    private var libraryName: String { self == .matio ? "libmatio" : "libhdf5" }
    private var packages: String {
        self == .matio ? "libmatio-dev (Debian) or libmatio (Homebrew)" : "libhdf5-dev (Debian) or hdf5 (Homebrew)"
    }

    /// A Boolean value that indicates whether the library is installed and can be used.
    package var isInstalled: Bool { Self.gate.withLock { sextant_matrix_load(identifier) == nil } }

    /// Loads the library.
    ///
    /// - Throws: `InputError` if the library is not installed, or Sextant was built without its headers.
    func load(for path: String) throws(InputError) {
        guard let reason = Self.gate.withLock({ sextant_matrix_load(identifier) }) else { return }
        let isUnbuilt = String(cString: reason) == "headers"
        let cause = isUnbuilt ? ", which was missing when Sextant was built" : ""
        throw InputError(
            file: path,
            message: "\(fileKind) cannot be read without \(libraryName)\(cause)",
            advice: isUnbuilt
                ? "install the package \(packages) and build Sextant again" : "install the package \(packages)",
            isEnvironment: true
        )
    }

    private static let gate = NSLock()

    /// Returns the maximum processor time in milliseconds for reading a file. This limit grows with the size of the
    /// file, and is much longer than the usual time.
    private static func maximumMilliseconds(for path: String) -> UInt32 {
        let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        return UInt32(min(700 + bytes >> 10, 600_000))
    }

    /// The maximum number of bytes of all values in a file.
    private static let maximumBytes: UInt64 = 4 << 30

    /// Reads records from a file; see `CMatrixFiles.h`.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - names: the names of the variables to read, or `nil` for a list of all variables.
    /// - Throws: `InputError` if the library is missing or the file is damaged.
    func records(of path: String, names: [String]?) throws(InputError) -> Data {
        try load(for: path)
        var message = [CChar](repeating: 0, count: 512)
        let copies = names?.map { strdup($0) }
        defer { for copy in copies ?? [] { free(copy) } }
        let pointers = copies?.map { UnsafePointer<CChar>($0) }
        let size = message.count
        let descriptor = sextant_matrix_read(
            identifier,
            path,
            pointers,
            pointers?.count ?? 0,
            Self.maximumMilliseconds(for: path),
            Self.maximumBytes,
            &message,
            size
        )
        guard descriptor >= 0 else {
            let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw InputError(
                file: path,
                message: "\(libraryName) cannot read \(fileKind): \(reason)",
                advice: "write the file again, or export the matrices as CSV"
            )
        }
        defer { close(descriptor) }
        // Mapping the file into memory avoids a second copy of the values.
        let url = URL(fileURLWithPath: "/dev/fd/\(descriptor)")
        do {
            return try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            throw MatrixFile.uncopied(path)
        }
    }
}

import Foundation
import Recordings

/// Writes report files through `OutputFile`, with errors of type ``ReportError``.
package enum WholeFiles {
    /// Writes either all files or none, and creates missing folders.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if a file cannot be written, or
    ///   ``ReportError/refused(path:reason:)`` if a file must not be replaced.
    package static func save(_ files: [(path: String, content: [UInt8])]) throws(ReportError) {
        do {
            try OutputFile.save(files)
        } catch {
            throw error.isRefusal
                ? .refused(path: error.path, reason: error.reason) : .unwritable(path: error.path, reason: error.reason)
        }
    }

    /// Draws a picture with gnuplot and writes it as an SVG file.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if gnuplot fails, or an error of ``save(_:)``.
    static func save(
        pictureTo path: String,
        _ draw: (Gnuplot) async throws(PlotError) -> [UInt8]
    ) async throws(ReportError) {
        let bytes: [UInt8]
        do {
            bytes = try await draw(Gnuplot())
        } catch {
            throw .undrawable(error.description)
        }
        try save([(path, bytes)])
    }

    /// Checks that the directory can be written to, or created in its nearest existing parent.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the directory cannot be used.
    static func checkDirectory(_ path: String) throws(ReportError) {
        do {
            try OutputFolder.check(path)
        } catch {
            throw .unwritable(path: error.path, reason: error.reason)
        }
    }
}

/// Safe file names for arbitrary names.
package enum FileSafeNames {
    /// The maximum length of a name in bytes. It leaves room for a number and a suffix in the 255 bytes that file
    /// systems allow.
    private static let maximumBytes = 200

    /// Returns one file name per name, in the same order.
    ///
    /// Letters, digits and `+ - = , . _` are kept; other characters become `_`. Names that would be equal on a file
    /// system that ignores case get a number, such as `walk` and `walk-2`. O(total length).
    package static func names(for names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let safe = safeName(name)
            var candidate = safe
            var number = 1
            while !taken.insert(candidate.lowercased().decomposedStringWithCanonicalMapping).inserted {
                number += 1
                candidate = "\(safe)-\(number)"
            }
            return candidate
        }
    }

    private static func safeName(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            let isFirst = result.isEmpty
            result.unicodeScalars.append(isSafe(scalar, isFirst: isFirst) ? scalar : "_")
        }
        while result.utf8.count > maximumBytes { result.removeLast() }
        return result.isEmpty ? "_" : result
    }

    /// Returns whether a file name can contain the scalar. A leading point would hide the file, and a leading hyphen
    /// would look like an option.
    private static func isSafe(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        case .nonspacingMark, .spacingMark: !isFirst
        default: isFirst ? "+=,_".unicodeScalars.contains(scalar) : "+-=,._".unicodeScalars.contains(scalar)
        }
    }
}

import Foundation
public import SensorModel

extension SQLitePlaceStore {
    /// Whether a file is an SQLite database, by its first bytes: then it is a store or an error.
    public static func isDatabase(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // https://www.sqlite.org/fileformat.html, section 1.3.1
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// The places in a store, by number.
    ///
    /// - Throws: ``PlaceStoreError`` for a file that is no store or cannot be read.
    public static func places(ofFile path: String) throws(PlaceStoreError) -> [PointOfInterest] {
        try SQLitePlaceStore(reading: path).records().map(\.place)
    }
}

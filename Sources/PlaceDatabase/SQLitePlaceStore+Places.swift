public import SQLiteStores
public import SensorModel

extension SQLitePlaceStore {
    /// Whether a file is an SQLite database, by its first bytes: then it is a store or an error.
    public static func isDatabase(_ path: String) -> Bool { StoreFile.isDatabase(path) }

    /// The places in a store, by number.
    ///
    /// - Throws: `StoreError` for a file that is no store or cannot be read.
    public static func places(ofFile path: String) throws(StoreError) -> [PointOfInterest] {
        try SQLitePlaceStore(reading: path).records().map(\.place)
    }
}

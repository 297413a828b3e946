import GRDB

/// Changes that other programs make to a store.
enum StoreFixture {
    static func execute(_ sql: String, in path: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }
}

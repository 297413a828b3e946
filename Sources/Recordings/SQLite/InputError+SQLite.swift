import CSQLite
public import SensorModel

extension InputError {
    /// Translates an error of SQLite into an error for users who do not know SQLite.
    ///
    /// SQLite's result codes: https://www.sqlite.org/rescode.html.
    public init(_ error: any Error, file: String, of kind: StoreKind) {
        if let error = error as? InputError {
            self = error
            return
        }
        guard let error = error as? SQLiteError else {
            self.init(surroundingsOf: file, "\(error)", "check the disk and the path")
            return
        }
        switch error.code {
        case _ where error.isFullDisk:
            self.init(surroundingsOf: file, "the disk is full", "free disk space; \(kind.fullDiskNote)")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            let remedy = "change the permissions of the file and its directory, or work on a copy"
            self.init(surroundingsOf: file, "permission denied", remedy)
        case SQLITE_CANTOPEN:
            let remedy = "check that the directory exists and is writable"
            self.init(surroundingsOf: file, "cannot open the store", remedy)
        case _ where error.isBusy:
            self.init(
                surroundingsOf: file,
                "the store is in use by another process",
                "wait for that process, then \(kind.retryAdvice)"
            )
        case SQLITE_NOTADB:
            self.init(notAStore: file, because: "it is not an SQLite database", of: kind)
        case SQLITE_CORRUPT, SQLITE_MISMATCH:
            self.init(
                file: file,
                message: "the database is damaged",
                advice: kind.replacementAdvice
            )
        default:
            self.init(surroundingsOf: file, "SQLite reports error \(error.code): \(error.message)", "check the disk")
        }
    }

    /// Creates the error for a file that is not a store of the given kind.
    public init(notAStore file: String, because reason: String, of kind: StoreKind) {
        self.init(
            file: file,
            message: "this is not \(kind.name): \(reason)",
            advice: "check the path; \(kind.creationAdvice)"
        )
    }

    private init(surroundingsOf file: String, _ message: String, _ advice: String) {
        self.init(
            file: file,
            message: message,
            advice: advice,
            isEnvironment: true
        )
    }
}

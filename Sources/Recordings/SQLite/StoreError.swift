import CSQLite

/// The error for a file that is not a valid store, or that cannot be read or written.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the store.
    public var file: String
    /// What is wrong, as a noun phrase.
    public var found: String
    /// What a valid store has in its place, as a noun phrase.
    public var expected: String
    /// What the user can do.
    public var remedy: String
    /// Whether permissions or the disk cause the error rather than the content of the file.
    public var isEnvironment: Bool

    /// Creates the error from its parts.
    public init(file: String, found: String, expected: String, remedy: String, isEnvironment: Bool = false) {
        self.file = file
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.isEnvironment = isEnvironment
    }

    /// The message: file, found, expected and remedy.
    public var description: String { "\(file): found \(found), expected \(expected); \(remedy)" }
}

extension StoreError {
    /// Translates an error of SQLite into words for users who do not know SQLite.
    ///
    /// SQLite's result codes: https://www.sqlite.org/rescode.html.
    public init(_ error: any Error, file: String, of kind: StoreKind) {
        if let error = error as? StoreError {
            self = error
            return
        }
        guard let error = error as? SQLiteError else {
            self.init(surroundingsOf: file, "the system's error '\(error)'", "check the disk and the path")
            return
        }
        switch error.code {
        case _ where error.isFullDisk:
            self.init(surroundingsOf: file, "no room left on its disk", "make room; \(kind.fullDiskNote)")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            let remedy = "change the permissions of the file and its directory, or work on a copy"
            self.init(surroundingsOf: file, "no permission to write to it", remedy)
        case SQLITE_CANTOPEN:
            let remedy = "see whether the directory exists and may be written to"
            self.init(surroundingsOf: file, "no way to open it", remedy)
        case _ where error.isBusy:
            self.init(
                surroundingsOf: file,
                "it in use by another process",
                "wait for that one, then \(kind.retryAdvice)"
            )
        case SQLITE_NOTADB:
            self.init(notAStore: file, found: "a file that is not an SQLite database", of: kind)
        case SQLITE_CORRUPT, SQLITE_MISMATCH:
            self.init(
                file: file,
                found: "a damaged database",
                expected: kind.name,
                remedy: kind.replacementAdvice
            )
        default:
            self.init(surroundingsOf: file, "SQLite's error \(error.code) '\(error.message)'", "check the disk")
        }
    }

    /// Creates the error for a file that is not a store of this kind.
    public init(notAStore file: String, found: String, of kind: StoreKind) {
        self.init(
            file: file,
            found: found,
            expected: kind.name,
            remedy: "check the path; \(kind.creationAdvice)"
        )
    }

    private init(surroundingsOf file: String, _ found: String, _ remedy: String) {
        self.init(
            file: file,
            found: found,
            expected: "a store that can be read and written",
            remedy: remedy,
            isEnvironment: true
        )
    }
}

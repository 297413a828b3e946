import Foundation
import GRDB

extension StoreError {
    /// What went wrong inside SQLite, in words for somebody who knows files and not SQLite.
    ///
    /// SQLite's codes: https://www.sqlite.org/rescode.html.
    public init(_ error: any Error, file: String, of kind: StoreKind) {
        if let error = error as? StoreError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(surroundingsOf: file, "the system's error '\(error)'", "check the disk and the path")
            return
        }
        switch error.extendedResultCode {
        // The second is of the log's index.
        case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE:
            self.init(surroundingsOf: file, "no room left on its disk", "make room; \(kind.kept)")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            let remedy = "change the permissions of the file and its directory, or work on a copy"
            self.init(surroundingsOf: file, "no permission to write to it", remedy)
        case .SQLITE_CANTOPEN:
            let remedy = "see whether the directory exists and may be written to"
            self.init(surroundingsOf: file, "no way to open it", remedy)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(surroundingsOf: file, "it in use by another process", "wait for that one, then \(kind.retry)")
        case .SQLITE_NOTADB:
            self.init(notAStore: file, found: "something else than an SQLite database", of: kind)
        case .SQLITE_CORRUPT:
            self.init(
                file: file,
                found: "a damaged database",
                expected: kind.name,
                remedy: kind.renewal
            )
        default:
            let words = error.message.map { " '\($0)'" } ?? ""
            self.init(surroundingsOf: file, "SQLite's error \(error.resultCode.rawValue)\(words)", "check the disk")
        }
    }

    public init(notAStore file: String, found: String, of kind: StoreKind) {
        self.init(
            file: file,
            found: found,
            expected: kind.name,
            remedy: "check the path; \(kind.making)"
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

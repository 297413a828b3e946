/// Wrong use of the command line, in one line for the user: what was found, what was expected, what to do.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

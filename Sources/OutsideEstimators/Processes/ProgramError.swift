/// What a program did instead of answering.
enum ProgramError: Error, Hashable {
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program ended early, or with a status other than 0.
    case ended(status: String)
    /// No answer came within the time limit.
    case silent
    /// A line is too long, or there is too much output.
    case flood(String)
}

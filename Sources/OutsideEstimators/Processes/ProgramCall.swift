import Foundation

/// A program with its arguments, working directory and limits.
struct ProgramCall: Sendable {
    /// The program in messages.
    let name: String
    /// The program and its arguments. No shell reads them.
    let command: [String]
    /// The working directory.
    let folder: String
    /// The longest time in seconds that Sextant waits for the program over one recording.
    let timeout: Double
    /// Variables of the environment that differ from those of this process.
    var variables: [String: String] = [:]
    /// The exit status of a program that has done its work.
    var completion: Int32 = 0
}

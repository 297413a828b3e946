/// A candidate that does not pass; what it is was printed already.
struct ComparisonFailed: Error, CustomStringConvertible {
    /// Such as `2 figures are worse`.
    let failures: [String]
    let hints: [String]

    var description: String {
        let hints = ["mend what changed them"] + hints + ["accept the candidate with --update"]
        return "sextant: \(failures.joined(separator: ", ")); \(hints.joined(separator: ", or "))"
    }
}

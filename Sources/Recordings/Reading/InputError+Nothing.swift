extension InputError {
    /// The error for a file in which nothing of what is looked for was found.
    ///
    /// - Parameters:
    ///   - thing: what is looked for, in the singular.
    ///   - leftOut: what the file has in its place, with how often.
    ///   - expected: what there should be.
    init(noneOf thing: String, in path: String, leftOut: [String: Int], expected: String) {
        let others = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        self.init(
            file: path,
            found: others.isEmpty ? "no \(thing)" : "no \(thing), only \(others.joined(separator: " and "))",
            expected: expected,
            remedy: "check that the file was written to its end, and that it is a file of \(thing)s"
        )
    }
}

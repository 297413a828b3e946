import Recordings

extension Recording {
    /// The maximum number of reasons in ``unusedWords``.
    private static let maximumReasons = 2

    /// A description of the unused files, columns and rows; `nil` if everything was used.
    var unusedWords: String? {
        let reasons = leftOut.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
        let more = reasons.count - Self.maximumReasons
        let parts =
            [unused.words].compactMap(\.self) + reasons.prefix(Self.maximumReasons) + (more > 0 ? ["\(more) more"] : [])
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

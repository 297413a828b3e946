/// Suggestions for misspelt names.
public enum NearestName {
    /// The candidate with the smallest edit distance to `name`, ignoring case; nil if no candidate is close.
    ///
    /// A candidate is close within two edits, or within a third of the length of a longer name. O(length²) per
    /// candidate of a similar length.
    public static func suggestion(for name: String, among candidates: [String]) -> String? {
        let wanted = Array(name.lowercased())
        // At least one letter must match.
        let limit = min(max(2, wanted.count / 3), wanted.count - 1)
        guard limit >= 0 else { return nil }
        var best: (name: String, distance: Int)?
        // A character has at least one byte, and rarely more than four.
        let lengths = wanted.count - limit...4 * (wanted.count + limit)
        for candidate in candidates where lengths.contains(candidate.utf8.count) {
            let letters = Array(candidate.lowercased())
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = editDistance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The Levenshtein distance: insertions, deletions and substitutions.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let substitution = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

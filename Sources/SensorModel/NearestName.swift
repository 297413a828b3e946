/// Finds the name that somebody probably meant.
public enum NearestName {
    /// The candidate closest to `name` by edit distance, case aside; nil when none is close enough to suggest.
    ///
    /// O(length²) per candidate.
    public static func suggestion(for name: String, among candidates: [String]) -> String? {
        let wanted = Array(name.lowercased())
        // At least one letter has to be right.
        let limit = min(max(2, wanted.count / 3), wanted.count - 1)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = editDistance(wanted, Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Levenshtein's distance: insertions, deletions and substitutions.
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

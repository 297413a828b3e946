import Recordings

extension LogAnalysis {
    private static let latitudes = ["lat", "latitude", "latdeg", "latitudedeg", "breite", "breitengrad"]

    /// The only column with one of the names and values within a limit.
    private static func field(_ words: [String], _ limit: Double, in file: LogFile) -> Int? {
        let matches = file.columns.filter { column in
            let name = SensorWords.plain(column.name).filter { !$0.isWhitespace && $0 != "_" && $0 != ":" }
            let values = column.values.filter(\.isFinite)
            return column.content == .numbers && words.contains { name == $0 || name.hasSuffix($0) }
                && !values.isEmpty && values.allSatisfy { abs($0) <= limit }
        }
        return matches.count == 1 ? matches[0].field : nil
    }

    /// Whether the log was recorded on the southern hemisphere; nil if no latitudes say it.
    ///
    /// Near the equator the field is horizontal, and a latitude of 0 is often a missing one.
    static func isSouthern(_ files: [LogFile]) -> Bool? {
        for file in files {
            guard let field = field(latitudes, 90, in: file) else { continue }
            let known = file.columns[field].values.filter { $0.isFinite && abs($0) > nearEquator }
            if !known.isEmpty { return known.allSatisfy { $0 < 0 } ? true : known.allSatisfy { $0 > 0 } ? false : nil }
        }
        return nil
    }

    /// Degrees of latitude within which the inclination of the field does not say the hemisphere.
    private static let nearEquator = 15.0

    /// Adds the location if names and values of a file are those of latitudes and longitudes.
    mutating func addLocation(of index: Int) {
        let file = files[index]
        let longitudes = ["lon", "lng", "long", "longitude", "londeg", "lngdeg", "länge", "längengrad"]
        guard times[index] != nil, !streams.contains(where: { $0.kind == .location }),
            let latitude = Self.field(Self.latitudes, 90, in: file),
            let longitude = Self.field(longitudes, 180, in: file)
        else { return }
        streams.append(
            ProposedStream(
                kind: .location,
                file: index,
                columns: [("latitude", latitude), ("longitude", longitude)]
            )
        )
        guesses.append(
            LayoutGuess(
                subject: "location columns",
                value: "\(file.label(of: file.columns[latitude])), \(file.label(of: file.columns[longitude]))",
                certainty: .likely,
                evidence: "names, values in degrees"
            )
        )
    }
}

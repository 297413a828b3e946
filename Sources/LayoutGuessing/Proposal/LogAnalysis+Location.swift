import Recordings

extension LogAnalysis {
    /// Adds the location if names and values of a file are those of latitudes and longitudes.
    mutating func addLocation(of index: Int) {
        let file = files[index]
        func field(_ words: [String], _ limit: Double) -> Int? {
            let matches = file.columns.filter { column in
                let name = SensorWords.plain(column.name).filter { !$0.isWhitespace && $0 != "_" && $0 != ":" }
                let values = column.values.filter(\.isFinite)
                return column.content == .numbers && words.contains { name == $0 || name.hasSuffix($0) }
                    && !values.isEmpty && values.allSatisfy { abs($0) <= limit }
            }
            return matches.count == 1 ? matches[0].field : nil
        }
        guard times[index] != nil, !streams.contains(where: { $0.kind == .location }),
            let latitude = field(["lat", "latitude", "latdeg", "latitudedeg", "breite", "breitengrad"], 90),
            let longitude = field(["lon", "lng", "long", "longitude", "londeg", "lngdeg", "länge", "längengrad"], 180)
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

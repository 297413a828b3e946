import Recordings

extension LogAnalysis {
    private static let latitudes = ["lat", "latitude", "latdeg", "latitudedeg", "breite", "breitengrad"]
    private static let longitudes = ["lon", "lng", "long", "longitude", "londeg", "lngdeg", "länge", "längengrad"]
    private static let altitudes = ["alt", "altitude", "höhe", "elevation"]

    /// Returns a Boolean value that indicates whether a column's name contains a word for a coordinate.
    static func isPlace(_ name: String) -> Bool {
        let words = latitudes + longitudes + altitudes
        return SensorWords.plain(name).split { !$0.isLetter }.contains { words.contains(String($0)) }
    }

    /// Returns the index of the column whose name is one of the words, or otherwise of the only column whose name ends
    /// with one of the words. Columns whose values exceed ±`limit` are ignored. Returns `nil` if no column matches.
    private static func field(_ words: [String], _ limit: Double, in file: LogFile) -> Int? {
        let plain = { (column: LogFile.Column) in
            SensorWords.plain(column.name).filter { !$0.isWhitespace && $0 != "_" && $0 != ":" }
        }
        let matches = file.columns.filter { column in
            let values = column.values.filter(\.isFinite)
            return column.content == .numbers && words.contains(where: plain(column).hasSuffix)
                && !values.isEmpty && values.allSatisfy { abs($0) <= limit }
        }
        let exact = matches.filter { words.contains(plain($0)) }
        return exact.count == 1 ? exact[0].field : matches.count == 1 ? matches[0].field : nil
    }

    /// Returns a Boolean value that indicates whether the log was recorded in the southern hemisphere; `nil` if
    /// latitudes do not determine this.
    ///
    /// Latitudes near the equator are ignored, because the Earth's magnetic field is nearly horizontal there. In
    /// addition, 0 often represents a missing value.
    static func isSouthern(_ files: [LogFile]) -> Bool? {
        for file in files {
            guard let field = field(latitudes, 90, in: file) else { continue }
            let known = file.columns[field].values.filter { $0.isFinite && abs($0) > nearEquator }
            if !known.isEmpty { return known.allSatisfy { $0 < 0 } ? true : known.allSatisfy { $0 > 0 } ? false : nil }
        }
        return nil
    }

    /// The maximum northern or southern latitude, in degrees, at which the inclination of the Earth's magnetic field
    /// does not determine the hemisphere.
    private static let nearEquator = 15.0

    /// Adds a location stream if a file has columns with the names and values of latitudes and longitudes.
    mutating func addLocation(of index: Int) {
        let file = files[index]
        guard times[index]?.isKnown ?? false, !streams.contains(where: { $0.kind == .location }),
            let latitude = Self.field(Self.latitudes, 90, in: file),
            let longitude = Self.field(Self.longitudes, 180, in: file)
        else { return }
        let places = [latitude, longitude].map { file.columns[$0].values }
        guard zip(places[0], places[1]).contains(where: { $0 != 0 || $1 != 0 }) else {
            return unused.append((file.name.map { "\($0): " } ?? "") + "the location: all positions are 0, 0")
        }
        streams.append(
            ProposedStream(
                kind: .location,
                file: index,
                columns: [("latitude", latitude), ("longitude", longitude)]
            )
        )
        guess(
            "location columns",
            "\(file.label(of: file.columns[latitude])), \(file.label(of: file.columns[longitude]))",
            .likely,
            "the columns' names, and values in degrees"
        )
    }

    /// Removes the streams of files whose dates do not overlap those of the file with the gyroscope or accelerometer. Such
    /// files belong to another recording, even if their other times overlap.
    mutating func leaveOutOtherSessions() {
        guard let main = streams.first(where: { [.gyroscope, .accelerometer].contains($0.kind) })?.file,
            let span = dates(of: main)
        else { return }
        for index in Set(streams.map(\.file)).sorted() where index != main {
            guard let other = dates(of: index), !other.overlaps(span) else { continue }
            let gap = max(other.lowerBound - span.upperBound, span.lowerBound - other.upperBound)
            let (name, isLater) = (files[index].name ?? "", other.lowerBound > span.upperBound)
            unused.append(
                "\(name): according to the dates, it \(isLater ? "starts" : "ends") \(NumberText.short(gap)) s "
                    + "\(isLater ? "after the end" : "before the start") of \(files[main].name ?? ""), so it is of another "
                    + "recording"
            )
            let removed = streams.filter { $0.file == index }.map(\.kind)
            streams.removeAll { $0.file == index }
            for kind in removed {
                guesses.removeAll { $0.concerns(kind) }
                questions.removeAll { $0.subject.hasPrefix("\(kind.rawValue) ") }
            }
        }
    }

    /// The range of a file's dates, as Unix times in seconds; `nil` if no column contains only dates.
    private func dates(of index: Int) -> ClosedRange<Double>? {
        guard let dates = files[index].columns.first(where: { $0.content == .dates })?.values,
            let first = dates.min(), let last = dates.max(), first <= last
        else { return nil }
        return first...last
    }
}

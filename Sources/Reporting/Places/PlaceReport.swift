public import SensorModel

/// The content of a file of points of interest, for a terminal.
public struct PlaceReport: Sendable {
    private static let nameWidth = 32
    private static let categoryWidth = 16
    private static let maximumCategories = 8

    private let path: String
    private let form: String
    private let name: String?
    private let places: [PointOfInterest]
    private let leftOut: [String: Int]

    /// Creates a report on a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file, for the title.
    ///   - form: the name of the file's format.
    ///   - name: the name of the collection in the file; `nil` if it has no name.
    ///   - places: the places in the file.
    ///   - leftOut: the number of entries that are not places, by reason.
    public init(path: String, form: String, name: String?, places: [PointOfInterest], leftOut: [String: Int]) {
        self.path = path
        self.form = form
        self.name = name
        self.places = places
        self.leftOut = leftOut
    }

    /// The report, with a table of the first places. Wrapped lines have at most `width` columns.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let title = "\(path): \(NumberText.count(places.count, "place")), \(form)" + (name.map { ", \"\($0)\"" } ?? "")
        var lines = TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
        for (word, text) in facts {
            let line = "  " + word.rightPadded(to: 12) + text
            lines += TextWrapping.lines(line, width: width, indent: 14)
        }
        guard first > 0 else { return lines.map { $0 + "\n" }.joined() }
        lines.append("")
        lines += table(of: places.prefix(first)).plainLines(style: style, indent: 2)
        if places.count > first { lines.append("  … and \(places.count - first) more") }
        return lines.map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    private var facts: [(String, String)] {
        var facts: [(String, String)] = []
        if let bounds = PlaceBounds(places.map(\.point)) {
            facts.append(
                ("latitude", "\(degrees(bounds.latitudes.lowerBound)) to \(degrees(bounds.latitudes.upperBound))")
            )
            let east = bounds.longitudes.upperBound
            let note = east > 180 ? ", across the date line" : ""
            let end = degrees(east > 180 ? east - 360 : east)
            facts.append(("longitude", "\(degrees(bounds.longitudes.lowerBound)) to \(end)\(note)"))
        }
        let altitudes = places.compactMap(\.altitude)
        if let low = altitudes.min(), let high = altitudes.max() {
            let missing = places.count - altitudes.count
            let range = "\(altitude(low)) to \(altitude(high)) m"
            facts.append(("altitude", range + (missing > 0 ? ", \(missing) without an altitude" : "")))
        } else {
            facts.append(("altitude", "none"))
        }
        let heights = places.compactMap(\.heightAboveDevice)
        if let low = heights.min(), let high = heights.max() {
            facts.append(("above device", "\(altitude(low)) to \(altitude(high)) m"))
        }
        if !categories.isEmpty { facts.append(("categories", categories)) }
        for (reason, count) in leftOut.sorted(by: { $0.key < $1.key }) {
            facts.append(("left out", "\(reason): \(count)"))
        }
        return facts
    }

    /// The most common categories with their counts.
    private var categories: String {
        var counts: [String: Int] = [:]
        for category in places.compactMap(\.category) { counts[category, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let words = sorted.prefix(Self.maximumCategories).map { category, count in
            "\(TextWrapping.shortened(category, width: Self.categoryWidth)) \(count)"
        }
        let more = sorted.count - words.count
        return words.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func table(of places: ArraySlice<PointOfInterest>) -> FigureTable {
        var table = FigureTable(text: ["name"], figures: ["latitude", "longitude", "altitude", "category"])
        for place in places {
            table.append([
                TextWrapping.shortened(place.name, width: Self.nameWidth), degrees(place.point.latitudeDegrees),
                degrees(place.point.longitudeDegrees),
                place.altitude.map(altitude) ?? "–",
                place.category.map { TextWrapping.shortened($0, width: Self.categoryWidth) } ?? "–",
            ])
        }
        return table
    }

    /// The altitude with one decimal, or in short form if it is implausibly large.
    private func altitude(_ value: Metres) -> String {
        value.magnitude < 1e6 ? NumberText.signed(value, decimals: 1) : NumberText.short(value)
    }

    /// The coordinate with five decimals, a resolution of about a metre.
    private func degrees(_ value: Double) -> String { NumberText.signed(value, decimals: 5) }
}

/// The smallest box of meridians and parallels that encloses some points.
struct PlaceBounds: Hashable {
    /// The latitudes in degrees.
    let latitudes: ClosedRange<Double>
    /// The longitudes in degrees, eastwards. The upper bound exceeds 180 if the box crosses the date line.
    let longitudes: ClosedRange<Double>

    /// Computes the box, or returns `nil` if there are no points. O(n log n).
    init?(_ points: [GeographicPoint]) {
        let sorted = points.map(\.longitudeDegrees).sorted()
        let latitudes = points.map(\.latitudeDegrees)
        guard let south = latitudes.min(), let north = latitudes.max(), let west = sorted.first, let east = sorted.last
        else { return nil }
        self.latitudes = south...north
        // The box excludes the widest gap between neighbouring longitudes.
        var (widest, start, end) = (west + 360 - east, west, east)
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            (widest, start, end) = (right - left, right, left + 360)
        }
        longitudes = start...end
    }
}

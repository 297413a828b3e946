public import SensorModel

/// What a file of points of interest holds, for a terminal.
public struct PlaceReport: Sendable {
    private static let nameWidth = 32
    private static let categoryWidth = 16
    private static let mostCategories = 8

    private let path: String
    private let form: String
    private let name: String?
    private let places: [PointOfInterest]
    private let leftOut: [String: Int]

    /// - Parameters:
    ///   - path: the file, for the report's title.
    ///   - form: how the file is written.
    ///   - name: what the file calls its places together.
    ///   - places: what the file holds.
    ///   - leftOut: what of the file is no place, by the reason in words.
    public init(path: String, form: String, name: String?, places: [PointOfInterest], leftOut: [String: Int]) {
        self.path = path
        self.form = form
        self.name = name
        self.places = places
        self.leftOut = leftOut
    }

    /// Lines of at most `width` columns, with the first places as a table.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let count = "\(places.count) place\(places.count == 1 ? "" : "s")"
        let title = "\(path): \(count), \(form)" + (name.map { ", \"\($0)\"" } ?? "")
        var lines = TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
        for (word, text) in facts {
            let line = "  " + word.rightPadded(to: 12) + text
            lines += TextWrapping.lines(line, width: width, indent: 14)
        }
        guard first > 0 else { return lines.map { $0 + "\n" }.joined() }
        lines.append("")
        lines += table(of: places.prefix(first)).lines(style: style, indent: 2)
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
            facts.append(("altitude", range + (missing > 0 ? ", \(missing) without one" : "")))
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

    /// The most common ones with their counts.
    private var categories: String {
        var counts: [String: Int] = [:]
        for category in places.compactMap(\.category) { counts[category, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let words = sorted.prefix(Self.mostCategories).map { category, count in
            "\(TextWrapping.shortened(category, width: Self.categoryWidth)) \(count)"
        }
        let rest = sorted.count - words.count
        return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private func table(of places: ArraySlice<PointOfInterest>) -> PlainTable {
        var table = PlainTable(header: ["name", "latitude", "longitude", "altitude", "category"])
        for place in places {
            table.rows.append([
                TextWrapping.shortened(place.name, width: Self.nameWidth), degrees(place.point.latitudeDegrees),
                degrees(place.point.longitudeDegrees),
                place.altitude.map(altitude) ?? "–",
                place.category.map { TextWrapping.shortened($0, width: Self.categoryWidth) } ?? "–",
            ])
        }
        return table
    }

    /// Decimetres, and short where the number is no altitude of this planet.
    private func altitude(_ value: Metres) -> String {
        value.magnitude < 1e6 ? InspectionText.fixed(value, decimals: 1) : NumberText.short(value)
    }

    /// 1e-5 degrees are a metre.
    private func degrees(_ value: Double) -> String { InspectionText.fixed(value, decimals: 5) }
}

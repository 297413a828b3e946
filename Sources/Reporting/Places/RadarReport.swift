import Evaluation
public import Positions
import SensorModel

/// A report for a terminal on the places of a file that are visible on a radar view.
public struct RadarReport: Sendable {
    private static let nameWidth = 32
    private let radar: PlaceRadar

    /// Creates a report on a radar view.
    public init(_ radar: PlaceRadar) { self.radar = radar }

    /// The report, with a line end after every line.
    ///
    /// - Parameters:
    ///   - width: the terminal's width in columns.
    ///   - first: the maximum number of places in the table.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let title =
            "  radar of \(LengthText.text(radar.range)) around \(degrees(radar.centre.latitudeDegrees)),"
            + "\(degrees(radar.centre.longitudeDegrees)), \(degree(radar.heading)) at the top: "
            + "\(NumberText.count(radar.blips.count, "place")), \(radar.beyond) out of range"
            + (radar.excluded > 0 ? ", \(radar.excluded) hidden from radars" : "")
        var lines = TextWrapping.lines(title, width: width, indent: 4)
        var table = FigureTable(text: ["name"], figures: ["distance m", "bearing", "x px", "y px"])
        for blip in radar.blips.prefix(first) {
            table.append([
                TextWrapping.shortened(blip.place.name, width: Self.nameWidth),
                NumberText.signed(blip.distance, decimals: 1), degree(blip.bearing),
                NumberText.signed(blip.x, decimals: 1), NumberText.signed(blip.y, decimals: 1),
            ])
        }
        if !table.rows.isEmpty { lines += table.plainLines(style: style, indent: 4) }
        if first > 0, radar.blips.count > first { lines.append("    … and \(radar.blips.count - first) more") }
        return lines.map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    private func degree(_ heading: Heading) -> String { NumberText.signed(heading.degrees, decimals: 1) + "°" }

    /// The coordinate with five decimals, a resolution of about a metre.
    private func degrees(_ value: Double) -> String { NumberText.signed(value, decimals: 5) }
}

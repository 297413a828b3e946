public import Evaluation
import SensorModel

/// What a radar shows of a file's places, for a terminal.
public struct RadarReport: Sendable {
    private static let nameWidth = 32
    private let radar: PlaceRadar

    public init(_ radar: PlaceRadar) { self.radar = radar }

    /// - Parameters:
    ///   - width: columns of the terminal.
    ///   - first: how many of the places are shown.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let title =
            "  radar of \(LengthText.text(radar.range)) around \(degrees(radar.centre.latitudeDegrees)),"
            + "\(degrees(radar.centre.longitudeDegrees)), \(degree(radar.heading)) at the top: "
            + "\(radar.blips.count) place\(radar.blips.count == 1 ? "" : "s"), \(radar.beyond) beyond"
        var lines = TextWrapping.lines(title, width: width, indent: 4)
        var table = PlainTable(header: ["name", "distance m", "bearing", "x px", "y px"])
        for blip in radar.blips.prefix(first) {
            table.rows.append([
                TextWrapping.shortened(blip.place.name, width: Self.nameWidth),
                InspectionText.fixed(blip.distance, decimals: 1), degree(blip.bearing),
                InspectionText.fixed(blip.x, decimals: 1), InspectionText.fixed(blip.y, decimals: 1),
            ])
        }
        if !table.rows.isEmpty { lines += table.lines(style: style, indent: 4) }
        if first > 0, radar.blips.count > first { lines.append("    … and \(radar.blips.count - first) more") }
        return lines.map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    private func degree(_ heading: Heading) -> String { InspectionText.fixed(heading.degrees, decimals: 1) + "°" }

    /// 1e-5 degrees are a metre.
    private func degrees(_ value: Double) -> String { InspectionText.fixed(value, decimals: 5) }
}

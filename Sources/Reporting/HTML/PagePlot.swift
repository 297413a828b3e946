/// A picture by gnuplot in the form for an HTML page: compact, and in the page's light or dark colours.
///
/// The conversion reads gnuplot's SVG element by element. Colours become classes of the page's style sheet; coordinates
/// become relative and are rounded to a tenth of a pixel. Empty groups, definitions and identifiers are removed. The
/// page itself defines the markers once.
struct PagePlot {
    private static let colours: [String: String] = {
        var classes = ["black": "", "rgb(190,190,190)": "g", "gray": "g"]
        for (place, colour) in PlotPalette.colours.enumerated() {
            let number = Int(colour.dropFirst(), radix: 16) ?? 0
            classes["rgb(\(number >> 16),\(number >> 8 & 255),\(number & 255))"] = "c\(place)"
        }
        return classes
    }()

    /// The element `svg`. It has no label; the surrounding element describes the picture.
    let svg: String

    /// - Parameters:
    ///   - bytes: the SVG that ``Gnuplot`` drew.
    ///   - plot: the plot that it drew; its series' names become tool tips.
    init(_ bytes: [UInt8], of plot: Plot) {
        var writer = PagePlot.Writer(names: plot.series.filter { !plot.drawable($0).isEmpty }.map(\.name))
        writer.output = "<svg viewBox=\"0 0 \(plot.width) \(plot.height)\" aria-hidden=\"true\">"
        for element in SVGElements(bytes) { writer.write(element) }
        svg = writer.output + "</svg>"
    }

    private struct Writer {
        let names: [String]
        var output = ""
        private var groups: [(attributes: [Substring: Substring], closes: Bool)] = []
        private var definitions = 0

        init(names: [String]) { self.names = names }

        mutating func write(_ element: SVGElements.Element) {
            if element.name == "defs" { definitions += 1 }
            if element.name == "/defs" { definitions -= 1 }
            guard definitions == 0 else { return }
            switch element.name {
            case "g": open(element.attributes)
            case "/g": if groups.popLast()?.closes ?? false { output += "</g>" }
            case "path": addPath(element.attributes)
            case "use": addMarker(element.attributes)
            case "polygon": addBand(element.attributes)
            case "text": addText(element.text)
            default: break
            }
        }

        private mutating func open(_ attributes: [Substring: Substring]) {
            let series = attributes["id"].flatMap { id in
                id.hasPrefix("plot_plot_") ? Int(id.dropFirst("plot_plot_".count)) : nil
            }
            if let series, names.indices.contains(series - 1) {
                output += "<g><title>\(PageText.escaped(names[series - 1]))</title>"
            }
            groups.append((attributes, series.map { names.indices.contains($0 - 1) } ?? false))
        }

        private mutating func addPath(_ attributes: [Substring: Substring]) {
            guard let data = attributes["d"], let colour = attributes["stroke"] else { return }
            let path = PagePath.compacted(data)
            guard !path.isEmpty else { return }
            let name = Self.name(of: colour)
            let dashes = name == "g" ? nil : attributes["stroke-dasharray"]
            output += "<path\(Self.classAttribute(name))"
            if let dashes { output += " stroke-dasharray=\"\(dashes)\"" }
            output += " d=\"\(path)\"/>"
        }

        /// Adds a marker, such as `#gpPt6` with `translate(46.14,161.10) scale(4.50)`.
        private mutating func addMarker(_ attributes: [Substring: Substring]) {
            guard let link = attributes["xlink:href"], let transform = attributes["transform"],
                let numbers = PagePath.numbers(in: transform), numbers.count == 3
            else { return }
            let (x, y) = (PagePath.text(tenths: numbers[0]), PagePath.text(tenths: numbers[1]))
            output += "<use\(Self.classAttribute(Self.name(of: attributes["color"] ?? "black")))"
            output += " href=\"#p\(link.dropFirst("#gpPt".count))\""
            output += " transform=\"translate(\(x) \(y))scale(\(PagePath.text(tenths: numbers[2])))\"/>"
        }

        private mutating func addBand(_ attributes: [Substring: Substring]) {
            guard let colour = attributes["fill"], let points = attributes["points"] else { return }
            let name = Self.name(of: colour) == "c0" ? "b0" : "b1"
            let path = PagePath.compacted(Substring("M" + points.split(separator: " ").joined(separator: " L")))
            output += "<path class=\"\(name)\" d=\"\(path)z\"/>"
        }

        /// Adds a text, which gnuplot has already escaped.
        private mutating func addText(_ text: Substring) {
            let trimmed = text.drop { $0 == " " }
            guard !trimmed.isEmpty, let group = groups.last?.attributes, let transform = group["transform"],
                let numbers = PagePath.numbers(in: transform), numbers.count >= 2
            else { return }
            let (x, y) = (PagePath.text(tenths: numbers[0]), PagePath.text(tenths: numbers[1]))
            output += "<text"
            if let anchor = group["text-anchor"], anchor != "start" { output += " text-anchor=\"\(anchor)\"" }
            if numbers.count == 3 {
                output += " transform=\"translate(\(x) \(y))rotate(\(PagePath.text(tenths: numbers[2])))\""
            } else {
                output += " x=\"\(x)\" y=\"\(y)\""
            }
            output += ">\(trimmed)</text>"
        }

        private static func name(of colour: Substring) -> String {
            PagePlot.colours[colour.filter { $0 != " " }] ?? ""
        }

        private static func classAttribute(_ name: String) -> String { name.isEmpty ? "" : " class=\"\(name)\"" }
    }
}

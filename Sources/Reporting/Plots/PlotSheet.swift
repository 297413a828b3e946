/// An SVG document with several plots: rows of small plots, and wide plots on separate rows.
struct PlotSheet {
    private static let columns = 3
    private static let headHeight = 64
    private static let longestTitle = 90
    private static let font = "font-family=\"sans-serif\""

    private let title: String
    private let key: [(text: String, slot: Int)]
    private var parts: [String] = []
    private var width = 0
    private var cursor = (column: 0, x: 0, y: Self.headHeight)
    private var rowHeight = 0

    /// Creates an empty sheet.
    ///
    /// - Parameters:
    ///   - title: the title of the sheet.
    ///   - key: the legend of all plots: pairs of a text and a slot. The slot selects the colour.
    init(title: String, key: [(String, Int)]) {
        self.title = title
        self.key = key
    }

    /// Adds a plot to the current row, or to a new row if the current row is full.
    mutating func add(_ bytes: [UInt8], of plot: Plot) {
        if cursor.column == Self.columns { endRow() }
        append(bytes, of: plot)
        cursor.column += 1
        cursor.x += plot.width
        rowHeight = max(rowHeight, plot.height)
    }

    /// Adds a plot on a separate row.
    mutating func addWide(_ bytes: [UInt8], of plot: Plot) {
        endRow()
        append(bytes, of: plot)
        cursor.x += plot.width
        rowHeight = plot.height
        endRow()
    }

    var svg: String {
        var all = self
        all.endRow()
        let (width, height) = (all.width, all.cursor.y)
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 \(width) \(height)" \
            width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="white"/>
            <text x="16" y="26" \(Self.font) font-size="17">\(Self.escaped(title))</text>
            \(keyElements)
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    private var keyElements: String {
        key.enumerated().map { number, entry in
            let x = 16 + 260 * number
            return """
                <path d="M\(x),46 h28" stroke="\(PlotPalette.colour(of: entry.slot))" stroke-width="2"/>\
                <text x="\(x + 36)" y="51" \(Self.font) font-size="14">\(Self.escaped(entry.text))</text>
                """
        }
        .joined(separator: "\n")
    }

    private mutating func endRow() {
        width = max(width, cursor.x)
        cursor = (0, 0, cursor.y + rowHeight)
        rowHeight = 0
    }

    /// Appends gnuplot's document as an element, with a prefix that makes its identifiers unique.
    private mutating func append(_ bytes: [UInt8], of plot: Plot) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "<svg") else { return }
        let own = "p\(parts.count)-"
        let body = text[start.upperBound...]
            .replacing("id=\"", with: "id=\"\(own)")
            .replacing("id='", with: "id='\(own)")
            .replacing("href='#", with: "href='#\(own)")
            .replacing("href=\"#", with: "href=\"#\(own)")
            .replacing("url(#", with: "url(#\(own)")
        parts.append(
            "<svg x=\"\(cursor.x)\" y=\"\(cursor.y)\" width=\"\(plot.width)\" height=\"\(plot.height)\"\(body)"
        )
    }

    private static func escaped(_ text: String) -> String {
        PageText.escaped(TextWrapping.shortened(text, width: longestTitle), quotes: false)
    }
}

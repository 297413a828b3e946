import Mustache

/// An HTML page of tables, which sort by their columns. It loads nothing.
package struct TablePage {
    private struct Section {
        let id: String
        let name: String
        let table: PageTable
        let remarks: [String]
    }

    private struct Content {
        let title: String
        let extent: String
        let style = PageTemplates.style
        let script = PageTemplates.script
        let sections: [Section]
        let markers = PageKey.markers
        var pictures: Pictures?
        var data = "{}"
        let origin: [String]
    }

    private struct Pictures {
        let figures: [PageContent.Figure]
    }

    private var content: Content

    /// - Parameters:
    ///   - title: the heading of the page.
    ///   - extent: a sentence below it.
    ///   - tables: the tables, whose first column names the rows, with their headings.
    ///   - origin: sentences on the origin of the figures.
    package init(
        title: String,
        extent: String,
        tables: [(heading: String, table: FigureTable)],
        origin: [String]
    ) {
        content = Content(
            title: title,
            extent: extent,
            sections: tables.enumerated().map { place, entry in
                Section(
                    id: "table-\(place + 1)",
                    name: entry.heading,
                    table: PageTable(entry.table, label: entry.table.caption),
                    remarks: entry.table.remarks
                )
            },
            origin: origin
        )
    }

    /// The HTML document.
    package var text: String { PageTemplates.render(content, template: "tables") }

    /// The HTML document with plots before the tables.
    package func text(with figures: [ReportFigure]) -> String {
        guard !figures.isEmpty else { return text }
        var page = self
        page.content.pictures = Pictures(
            figures: figures.enumerated().map { PageContent.Figure($1, in: "all recordings", number: $0) }
        )
        let plots = figures.map { PlotData($0, ofPipelines: false) }
        page.content.data = PageData(pipelines: [], metrics: [], tradeOff: [], recordings: [], figures: plots).json
        return page.text
    }
}

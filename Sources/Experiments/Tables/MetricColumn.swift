public import Evaluation
import Recordings
import SensorModel

/// The definition of a column of a report table over runs.
public struct MetricColumn: Sendable, Hashable {
    /// The source of a column's figures.
    public enum Content: Sendable, Hashable {
        /// The mean over the runs of a row.
        case metric(MetricName)
        /// Published figures by the keys of their row and column.
        case published([[String]: Double])
    }

    /// The column's name in a CSV file.
    public var key: String
    /// The column's title in documents.
    public var title: String
    /// The source of the figures.
    public var content: Content
    /// The group of recordings that the column is restricted to; nil for all.
    public var group: String?
    /// The form of the numbers.
    public var form: TableNumberForm
    /// The tolerance of the figures.
    public var tolerance: TableTolerance
}

extension MetricColumn {
    /// - Parameter keys: the number of keys of a published figure.
    init(_ value: YAMLValue, keys: Int) throws(InputError) {
        let root = try value.mapping("a column")
        try root.allow(["metric", "published", "key", "title", "group", "decimals", "digits", "tolerance"])
        if let published = root["published"] {
            content = .published(try Self.figures(published, keys: keys))
            key = try root.text("key") ?? "published"
        } else {
            let name: MetricName = try root.required("metric").word("metric")
            content = .metric(name)
            key = try root.text("key") ?? name.rawValue
        }
        title = try root.text("title") ?? key
        group = try root.text("group")
        if let digits = root["digits"] {
            form = .digits(try digits.wholeNumber(.digits))
        } else {
            form = .decimals(
                try root["decimals"].map { item throws(InputError) in
                    try item.wholeNumber(.decimals)
                } ?? 2
            )
        }
        tolerance =
            try root["tolerance"].map { item throws(InputError) in
                try TableTolerance(item, "tolerance")
            } ?? .absolute(0)
    }

    /// Reads a list of rows: the keys, then the figure.
    private static func figures(_ value: YAMLValue, keys: Int) throws(InputError) -> [[String]: Double] {
        var figures: [[String]: Double] = [:]
        for row in try value.items("published") {
            let cells = try row.items("a published figure")
            guard cells.count == keys + 1, let last = cells.last else {
                throw row.error(
                    found: "\(cells.count) values",
                    expected: "\(keys) that name the row and column, and the figure",
                    remedy: "correct it"
                )
            }
            let names = try cells.dropLast().map { cell throws(InputError) in try cell.text("a name") }
            figures[names] = try last.number("a figure")
        }
        return figures
    }
}

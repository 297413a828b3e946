import Evaluation

/// The content of the template `report`: an HTML page.
///
/// The templates read the properties by reflection, so each property has the name that its template uses.
struct PageContent {
    /// A section in the page's navigation.
    struct Section {
        let id: String
        let name: String
    }

    /// A pipeline in the key of the pictures.
    struct KeyEntry {
        let swatch: String
        let name: String
    }

    /// The means over all recordings.
    struct Summary {
        let title: String
        let table: PageTable
        /// Metrics without a column, with the reason.
        let missing: [String]
        let note: String
    }

    /// A picture with its data.
    struct Figure {
        let title: String
        let caption: String
        /// The text for readers who do not see the picture.
        let description: String
        /// The file name of the data.
        let file: String
        /// The data as CSV, escaped for a link; nil if the page's script writes it.
        let csv: String?
        let dataLabel: String
        /// The picture for printing and for browsers without scripts.
        let svg: String
        /// The number of the plot in the page's data; nil if the page shows the picture only.
        let number: Int?
    }

    /// The pictures of recordings that share a trait.
    struct Group {
        package let kind: String
        package let figures: [Figure]
    }

    /// The tables and pictures of one recording.
    struct Recording {
        let id: String
        let name: String
        let extent: String
        let basis: String
        let checksum: String
        let table: PageTable
        /// The pictures for browsers without scripts.
        let figures: [Figure]
        let remarks: [String]
        let hasRemarks: Bool
        /// Why there are no pictures of the error; nil when there are some.
        let missingSeries: String?
    }

    /// A note on cells of the tables.
    struct Note {
        let number: Int
        package let text: String
        /// The metrics and the number of runs that the note is about.
        let scope: String
    }

    /// A pipeline with one set of parameter values.
    struct ParameterSet {
        let name: String
        /// One line about the estimator; empty for one from outside.
        let meaning: String
        let parameters: String
    }

    /// A metric of the catalogue.
    struct MetricMeaning {
        let name: String
        let unit: String
        let polarity: String
        let meaning: String
    }

    let title = "Sextant evaluation"
    let style = PageTemplates.style
    let script = PageTemplates.script
    let markers: String
    let extent: String
    /// The numbers of the plots as JSON.
    let data: String
    let key: [KeyEntry]
    let summary: Summary
    /// Which pipeline to take; nil if there is nothing to choose.
    let verdict: String?
    let ranking: [String]
    let ranks: [Figure]
    let tradeOffs: [Figure]
    let groups: [Group]
    let parameters: [Figure]
    let recordingsTitle: String
    let recordings: [Recording]
    let failures: [String]
    let notes: [Note]
    let command: String?
    let origin: [String]
    let parameterSets: [ParameterSet]
    let metrics = MetricCatalogue.metrics.map { metric in
        MetricMeaning(
            name: metric.name.rawValue,
            unit: metric.unit,
            polarity: metric.polarity.rawValue,
            meaning: metric.summary
        )
    }
    /// Whether the recordings' plots have areas of rest.
    let hasRests: Bool
    /// Whether the recordings' plots have areas of a disturbed magnetic field.
    let hasDisturbances: Bool
    let hasIndex: Bool
    let hasRanking: Bool
    let hasRanks: Bool
    let hasTradeOffs: Bool
    let hasGroups: Bool
    let hasParameters: Bool
    let hasFailures: Bool
    let hasNotes: Bool
    let sections: [Section]
}

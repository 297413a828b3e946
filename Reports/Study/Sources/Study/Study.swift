package import SextantCommands

/// The report tables about published AR systems: claims of their descriptions, and numbers that the descriptions print.
package enum Study {
    static let program = "sextant-study"

    /// The kinds of report tables that `sextant-study` adds to the command line.
    package static let commandExtension = CommandExtension(tableKinds: [ClaimTable.self, PublishedFigureTable.self])
}

package import SextantCommands

/// The tables about published systems: their claims and the numbers that they print.
package enum Study {
    /// The name of the program.
    static let program = "sextant-study"

    /// The entries that the program adds to the command line.
    package static let commandExtension = CommandExtension(tableKinds: [ClaimTable.self, PublishedFigureTable.self])
}

/// The distance formulas, by the names that the command line uses.
public enum FormulaCatalogue {
    /// All formulas.
    public static let entries: [FormulaEntry] = [
        .sphericalCosines, .haversine, .vincentySphere, .equirectangular, .metersPerDegree, .gamarayLinear,
        .ecefChord, .enuNorm, .andoyerLambert, .vincenty, .karney,
        .sphericalCosinesFloat, .haversineFloat, .equirectangularFloat, .ecefChordFloat,
    ]

    /// The formula with a name; nil for an unknown name. O(n).
    public static func entry(named name: String) -> FormulaEntry? {
        entries.first { $0.name == name }
    }
}

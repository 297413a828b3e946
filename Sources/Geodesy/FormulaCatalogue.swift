/// Every distance formula, by the name that the command line uses.
public enum FormulaCatalogue {
    public static let entries: [FormulaEntry] = [
        .sphericalCosines, .haversine, .vincentySphere, .equirectangular, .metersPerDegree, .gamarayLinear,
        .ecefChord, .enuNorm, .andoyerLambert, .vincenty, .karney,
        .sphericalCosinesFloat, .haversineFloat, .equirectangularFloat, .ecefChordFloat,
    ]

    public static func entry(named name: String) -> FormulaEntry? {
        entries.first { $0.name == name }
    }
}

/// Every filter, by the name that a SPEC uses.
public enum FilterCatalogue {
    public static let entries: [FilterEntry] = [lowPass, movingAverage, sphericalAverage, derivativeSmoother]

    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.name == name }
    }

    private static let lowPass = FilterEntry(
        name: "lowPass",
        summary: "Exponential low-pass: a fixed share of the way to each new sample.",
        source: "000_7d898566c82192f1.txt §6.2; 004_91370268cfb06e8e.txt C.3.1",
        parameters: LowPassParameters.descriptors,
        resolve: LowPassParameters.resolve,
        scalar: { LowPass(LowPassParameters($0)) },
        heading: { LowPass(LowPassParameters($0)) },
        vector: { LowPass(LowPassParameters($0)) },
        quaternion: { LowPass(LowPassParameters($0)) }
    )

    private static let movingAverage = FilterEntry(
        name: "movingAverage",
        summary: "Mean of the last samples.",
        source: "004_91370268cfb06e8e.txt C.3.1; for orientations Gramkow 2001, doi:10.1023/A:1011129215388",
        parameters: WindowParameters.descriptors,
        scalar: { MovingAverage(WindowParameters($0)) },
        heading: { MovingAverage(WindowParameters($0)) },
        vector: { MovingAverage(WindowParameters($0)) },
        quaternion: { MovingAverage(WindowParameters($0)) }
    )

    private static let sphericalAverage = FilterEntry(
        name: "sphericalAverage",
        summary: "Mean of the last orientations on the unit sphere.",
        source: "Buss & Fillmore 2001, doi:10.1145/502122.502124; 004_91370268cfb06e8e.txt C.5.2",
        parameters: WindowParameters.descriptors,
        quaternion: { SphericalAverage(WindowParameters($0)) }
    )

    private static let derivativeSmoother = FilterEntry(
        name: "derivativeSmoother",
        summary: "Predicts with the averaged angular velocity, corrects towards the averaged input.",
        source: "004_91370268cfb06e8e.txt §4.4.3",
        parameters: DerivativeSmootherParameters.descriptors,
        quaternion: { DerivativeSmoother(DerivativeSmootherParameters($0)) }
    )
}

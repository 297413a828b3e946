/// What a plot is drawn as.
enum PlotFormat: String, Sendable, Hashable, CaseIterable {
    case svg
    case pdf
}

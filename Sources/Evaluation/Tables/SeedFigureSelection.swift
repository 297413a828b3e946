/// Which figures of the seed documents a report table shows.
public enum SeedFigureSelection: Sendable, Hashable {
    case all
    /// Those that are not what their own inputs give.
    case wrong
    /// These, by name.
    case named([String])
}

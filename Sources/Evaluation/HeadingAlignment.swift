/// Which constant heading difference is taken out before errors are counted.
public enum HeadingAlignment: String, Sendable, Hashable, CaseIterable {
    /// None: the estimate's north is held against the truth's.
    case none
    /// The mean difference over the evaluated samples.
    case constant
    /// The difference at the first evaluated sample.
    case first
}

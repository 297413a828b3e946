/// What a filter can work on.
public enum FilterDomain: String, Sendable, Hashable, CaseIterable {
    case scalar
    case heading
    case vector
    case quaternion
}

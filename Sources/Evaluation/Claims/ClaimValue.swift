/// The figure of one recording, or why there is none.
enum ClaimValue: Sendable, Hashable {
    case number(Double)
    case missing(String)
}

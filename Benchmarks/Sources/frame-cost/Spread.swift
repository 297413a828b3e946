/// The distribution of the stored places around the user.
enum Spread: String, CaseIterable {
    /// Constant density: a thousand places within 20 km.
    case even
    /// All places within 20 km.
    case crowded
}

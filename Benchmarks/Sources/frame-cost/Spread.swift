/// The distribution of the stored places around the user.
enum Spread: String, CaseIterable {
    /// Places with constant density: a thousand within 20 km.
    case even
    /// All places within 20 km.
    case crowded
}

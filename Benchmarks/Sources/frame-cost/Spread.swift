/// How the stored places lie around the user.
enum Spread: String, CaseIterable {
    /// As dense as a thousand within 20 km, over as much land as it takes.
    case even
    /// All of them within 20 km.
    case crowded
}

extension LocalTangentFrame {
    /// What a frame takes for up.
    public enum Vertical: Sendable, Hashable, CaseIterable {
        /// The ellipsoid's normal, which a plumb line follows to some seconds of arc.
        case ellipsoidNormal
        /// Away from the Earth's centre, as iBetelgeuse's proof of concept has it: c/|c| (Stevense & van der Tak 2010,
        /// appendix A).
        ///
        /// Off the normal by up to 0.1924°, at 45° latitude: 3.4 m at 1 km.
        case geocentric
    }
}

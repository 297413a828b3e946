internal import RealModule

extension Angle {
    /// The angle that a pinhole camera sees along one side of its image plane: 2 arctan(B/2f).
    ///
    /// Geiger 2012, formula 4.6.
    ///
    /// - Parameters:
    ///   - size: the image plane's width, height or diagonal; at least 0.
    ///   - focalLength: in the unit of `size`; greater than 0.
    public static func fieldOfView(size: Double, focalLength: Double) -> Angle {
        Angle(radians: 2 * .atan2(y: size, x: 2 * focalLength))
    }
}

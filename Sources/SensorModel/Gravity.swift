/// The Earth's gravity.
public enum Gravity {
    /// Standard gravity in m/s² (3rd CGPM, 1901). At sea level it really lies between 9.780 at the equator and 9.832 at
    /// the poles.
    public static let standard = 9.80665
}

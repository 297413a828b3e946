/// A duration, or a time on a recording's clock, in seconds.
public typealias Seconds = Double

/// A rate or a frequency, in samples or cycles per second.
public typealias Hertz = Double

/// An angular speed, in radians per second.
public typealias RadiansPerSecond = Double

/// A length or a distance, in metres.
public typealias Metres = Double

extension Metres {
    /// The length 2²³ m. Neighbouring `Double` values above it differ by more than a nanometre, so that nine decimals
    /// identify a value exactly.
    private static let coarse: Metres = 8_388_608

    /// The length rounded to the nanometre, with at most nine decimals.
    package var roundedToNanometres: Metres {
        magnitude < Self.coarse ? (self * 1e9).rounded() / 1e9 : self
    }
}

/// The Earth's gravity.
public enum Gravity {
    /// Standard gravity in m/s² (3rd CGPM, 1901). Gravity at sea level ranges from 9.780 at the equator to 9.832 at the
    /// poles.
    public static let standard = 9.80665
}

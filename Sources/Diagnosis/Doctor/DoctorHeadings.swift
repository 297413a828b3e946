import RealModule
import SensorModel

/// The heading of an estimate relative to the reference and to the magnetic field.
struct DoctorHeadings {
    /// A mean of angles and their standard deviation.
    struct Mean {
        let mean: Angle
        let deviation: Angle
    }

    var reference: Mean?
    var field: Mean?
    /// The means over parts of the recording, and over its start.
    var parts: [Angle] = []

    /// The smallest offsets that count: with both, with the reference only, and with the field only.
    private static let leastWithBoth = Angle(degrees: 10).radians
    private static let leastOfReference = Angle(degrees: 15).radians
    private static let leastOfField = Angle(degrees: 25).radians
    /// The largest deviation of parts and of the field from the offset, as a share of it.
    private static let mostSpread = 0.35
    private static let tolerance = Angle(degrees: 12).radians

    /// A constant heading that the reference shows in each part, and that the magnetic field confirms; nil without one.
    ///
    /// Filters start at the heading of the magnetic field. An error that the magnetometer caused does not appear relative
    /// to it.
    var constant: Angle? {
        guard let reference else {
            guard let field, abs(field.mean.radians) > Self.leastOfField else { return nil }
            return field.mean
        }
        let offset = abs(reference.mean.radians)
        let spread = parts.map { abs(($0 - reference.mean).wrapped.radians) }.max() ?? 0
        guard spread < Self.mostSpread * offset, offset > 3 * reference.deviation.radians else { return nil }
        guard let field else { return offset > Self.leastOfReference ? reference.mean : nil }
        let difference = abs((field.mean - reference.mean).wrapped.radians)
        guard offset > Self.leastWithBoth, difference < max(Self.tolerance, Self.mostSpread * offset) else {
            return nil
        }
        return reference.mean
    }

    /// The circular mean; nil without angles.
    static func mean(of angles: ArraySlice<Angle>) -> Mean? {
        guard !angles.isEmpty else { return nil }
        var (sine, cosine) = (0.0, 0.0)
        for angle in angles {
            sine += .sin(angle.radians)
            cosine += .cos(angle.radians)
        }
        let length = (sine * sine + cosine * cosine).squareRoot() / Double(angles.count)
        let deviation = (-2 * Double.log(min(max(length, 1e-9), 1))).squareRoot()
        return Mean(mean: Angle(radians: .atan2(y: sine, x: cosine)), deviation: Angle(radians: deviation))
    }
}

import Geodesy
import SensorModel

/// The figures of a modelled magnetic field in JSON, or the reason for missing ones.
struct MagneticFieldFigures: Encodable {
    let strength: Double?
    let inclination: Double?
    let declination: Double?
    let reason: String?

    init(_ field: MagneticField?, _ reason: String?) {
        strength = field.map { $0.strengthNanotesla * 1e-3 }
        inclination = field?.inclination.degrees
        declination = field?.declination.degrees
        self.reason = field == nil ? reason : nil
    }

    private enum Key: String, CodingKey {
        case strength = "strength_ut"
        case inclination = "inclination_deg"
        case declination = "declination_deg"
        case reason
    }

    /// Writes every key. An unknown figure is null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(strength, forKey: .strength)
        try container.encode(inclination, forKey: .inclination)
        try container.encode(declination, forKey: .declination)
        try container.encode(reason, forKey: .reason)
    }
}

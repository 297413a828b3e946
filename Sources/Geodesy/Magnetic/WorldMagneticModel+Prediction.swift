public import SensorModel

extension WorldMagneticModel {
    /// The field of the model at a place and time.
    public struct Prediction: Sendable, Hashable {
        /// The accuracy of a compass by the horizontal field.
        public enum Zone: String, Sendable, Hashable {
            /// The horizontal field suffices for a compass.
            case usable
            /// The horizontal field is below 6000 nT: a compass may become inaccurate.
            case caution
            /// The horizontal field is below 2000 nT: a compass is not usable.
            case blackout
        }

        /// The name of the release: `WMM2025`.
        public let model: String
        /// The place.
        public let place: GeodeticPosition
        /// The decimal year.
        public let year: Double
        /// The field.
        public let field: MagneticField
        /// The change of the field per year.
        public let rate: MagneticFieldRate
        /// The standard deviation of the declination, which includes the field of the crust.
        public let declinationError: Angle

        /// The zone of the place, as navigation charts of the model mark it.
        public var zone: Zone {
            switch field.horizontalNanotesla {
            case ..<2_000: .blackout
            case ..<6_000: .caution
            default: .usable
            }
        }
    }
}

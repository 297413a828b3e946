import Geodesy
import SensorModel

extension NoiseParser {
    /// Grenoble, where the smartphones of Michel et al. were measured: the field of WMM2015v2 there on 31 May 2016.
    private static let standard = (latitude: 45.187778, longitude: 5.726945, height: 200.0, field: 47.06, dip: 61.05)

    static func place(_ keys: YAMLMapping) throws(InputError) -> SimulatedPlace {
        try keys.allow(["latitude", "longitude", "height", "field", "dip", "declination", "magnets"])
        let latitude = try keys.number("latitude") ?? standard.latitude
        let longitude = try keys.number("longitude") ?? standard.longitude
        let height =
            try keys["height"].map { item throws(InputError) in try item.number(Setting.height) } ?? standard.height
        guard
            let origin = GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height)
        else {
            throw keys.value.error(
                found: "latitude \(latitude), longitude \(longitude)",
                expected: "degrees, the latitude from -90 to 90",
                remedy: "check that they are not swapped"
            )
        }
        let magnets = try (try keys.items("magnets") ?? []).map { item throws(InputError) in
            let magnet = try item.mapping("a magnet")
            try magnet.allow(["at", "moment"])
            return SimulatedPlace.Magnet(
                position: try vector(try magnet.required("at"), "at", in: .calibration),
                moment: try vector(try magnet.required("moment"), "moment", in: .calibration)
            )
        }
        return SimulatedPlace(
            origin: origin,
            fieldStrength: try number(keys, "field", in: .zeroToThousand, default: standard.field),
            dip: Angle(degrees: try number(keys, "dip", in: .latitudes, default: standard.dip)),
            declination: Angle(degrees: try number(keys, "declination", in: .turns, default: 1.5)),
            magnets: magnets
        )
    }
}

extension ParameterRange {
    static let latitudes = ParameterRange("from -90 to 90", from: -90, to: 90)
}

public import Geodesy
import SensorModel

extension Recording {
    /// The Earth's magnetic field at the recording's location and date according to the World Magnetic Model, or the
    /// reason why the field is unknown.
    public enum MagneticModel: Sendable, Hashable {
        /// The predicted field.
        case predicted(WorldMagneticModel.Prediction)
        /// The reason why the field is unknown, such as "no location fix".
        case unknown(String)

        /// The prediction, or `nil` if the field is unknown.
        public var prediction: WorldMagneticModel.Prediction? {
            if case .predicted(let prediction) = self { prediction } else { nil }
        }

        /// The reason why the field is unknown, or `nil` if it is known.
        public var reason: String? {
            if case .unknown(let reason) = self { reason } else { nil }
        }
    }

    /// Predicts the magnetic field, and uses the predicted declination if the recording does not contain a declination.
    ///
    /// - Parameter year: the decimal year from the metadata, used only if ``epoch`` is `nil`.
    mutating func applyMagneticModel(year: Double?) {
        magneticModel = Self.prediction(
            at: magneticPlace,
            year: epoch.map { DecimalYear.year(unix: Double($0)) } ?? year
        )
        guard declination == nil, let prediction = magneticModel.prediction else { return }
        guard prediction.zone != .blackout else {
            magneticModel = .unknown("the horizontal field is below 2000 nT, which is too weak for a compass")
            return
        }
        let declination = prediction.field.declination
        self.declination = declination
        isDeclinationModelled = true
        if hasMagneticAttitude, let stream = attitude {
            let turn = UnitQuaternion.toTrueNorth(declination: declination)
            attitude = SensorStream(times: stream.times, values: stream.values.map { turn * $0 })
            hasMagneticAttitude = false
        }
        notes.append(prediction.note)
    }

    /// The position at which the World Magnetic Model is evaluated: the first valid fix or, if there is no fix, the
    /// origin of the reference. An altitude outside the model's range is replaced with 0.
    private var magneticPlace: GeodeticPosition? {
        let heights = WorldMagneticModel.heights
        for fix in location?.values ?? [] {
            guard let point = fix.point else { continue }
            let height = fix.altitudeMetres.flatMap { heights.contains($0) ? $0 : nil }
            return GeodeticPosition(point: point, height: height ?? 0)
        }
        return origin.flatMap { origin in
            GeodeticPosition(point: origin.point, height: heights.contains(origin.height) ? origin.height : 0)
        }
    }

    private static func prediction(at place: GeodeticPosition?, year: Double?) -> MagneticModel {
        guard let place else { return .unknown("no location fix for the World Magnetic Model") }
        guard let year else { return .unknown("no date for the World Magnetic Model") }
        do throws(MagneticModelError) {
            return .predicted(try WorldMagneticModel.prediction(at: place, year: year))
        } catch {
            return .unknown("\(error)")
        }
    }
}

extension WorldMagneticModel.Prediction {
    /// The note that tells readers of results about a predicted declination.
    fileprivate var note: String {
        let text = DecimalText.rounded
        let limit = zone == .caution ? ", near a magnetic pole" : ""
        let error = declinationError.map { " ± \(text(2 * $0.degrees, 1))" } ?? ""
        return "declination \(text(field.declination.degrees, 2))\(error) deg from "
            + "\(model) at \(text(place.point.latitudeDegrees, 2)), \(text(place.point.longitudeDegrees, 2)) in "
            + "\(text(year, 2))\(limit); the recording contains no declination"
    }
}

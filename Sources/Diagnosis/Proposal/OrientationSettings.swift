import Evaluation
import RealModule
import Recordings
import SensorModel

/// The proposed settings for a quaternion in four columns, or for roll, pitch and yaw in three. The orientation also
/// determines the sign of the accelerometer.
struct OrientationSettings: SettingsProposal {
    /// The indices of the columns with w, x, y and z, or with roll, pitch and yaw.
    private(set) var fields: [Int] = []
    /// The convention of roll, pitch and yaw; `nil` for a quaternion.
    private(set) var angles: AngleConvention?
    private(set) var kind = StreamKind.reference
    private(set) var direction: String?
    private(set) var earth: String?
    /// The sign of the accelerometer; `nil` if the orientation does not determine it.
    private(set) var sign: Double?
    /// The gyroscope's unit, as determined from the quaternion. The value is `nil` if the unit was known before, or if
    /// the quaternion does not determine a unit.
    private(set) var rateUnit: String?
    /// A Boolean value that indicates whether the log was recorded in the southern hemisphere; `nil` if this is
    /// unknown.
    private let isSouthern: Bool?
    /// A Boolean value that indicates whether the hemisphere is known, from latitudes or because the Earth frame is
    /// ENU. Data in ENU are unambiguous: in the southern hemisphere, the same data would mean y north and z down, and
    /// no supported frame has these axes.
    private(set) var isHemisphereKnown = false
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []

    /// The limit that the length of the mean rotated specific force, in units of gravity, must exceed. A shorter mean
    /// does not agree with gravity.
    private static let steady = 0.8
    private static let largestResidual = 0.6
    /// The residual of the angular rate below which the orientation determines the gyroscope's unit.
    private static let clearResidual = 0.4
    /// The threshold for a unique interpretation. The best interpretation is unique if the second best costs more by at
    /// least this difference.
    private static let margin = 0.15
    private static let northTolerance = Angle(degrees: 35).radians

    /// - Parameter known: the stream that the user has selected; `nil` if names decide.
    init(
        _ group: ColumnGroup,
        as known: StreamKind?,
        in file: LogFile,
        times: [Double],
        sensors: SensorSet,
        settings: SensorSettings,
        isSouthern: Bool? = nil
    ) {
        self.isSouthern = isSouthern
        if let known { kind = known } else { setKind(group, file) }
        fit(group, file, times, sensors, settings)
    }

    /// Determines the convention of roll, pitch and yaw. Returns `nil` if the sensors do not determine it.
    ///
    /// - Parameter group: the columns of roll, pitch and yaw.
    init?(
        angles group: ColumnGroup,
        in file: LogFile,
        times: [Double],
        sensors: SensorSet,
        settings: SensorSettings,
        isSouthern: Bool? = nil
    ) {
        self.isSouthern = isSouthern
        (kind, fields) = (.attitude, group.fields)
        guard let force = sensors.forceInGravities else { return nil }
        let columns = group.fields.map { file.columns[$0] }
        let fits = AngleConvention.possible(for: columns).flatMap { convention in
            let rows = QuaternionFit.Rows(columns.map(\.values), convention, times: times)
            return Self.rateUnits(settings).compactMap { unit, factor in
                let rate = sensors.gyroscope?.series.scaled(by: factor)
                return QuaternionFit(
                    rows,
                    QuaternionFit.Reading(isScalarFirst: true, isDeviceToEarth: true),
                    force: force,
                    rate: rate,
                    field: sensors.magnetometer?.series
                ).map { (convention: convention, unit: unit, fit: $0) }
            }
        }
        .filter { abs($0.fit.force.z) > 0.9 && ($0.fit.rateResidual ?? 0) < Self.largestResidual }
        // The conventions are in the order of their frequency.
        guard let smallest = fits.map(\.fit.unitCost).min(),
            let best = fits.first(where: { $0.fit.unitCost < smallest + Self.negligibleCost })
        else { return nil }
        angles = best.convention
        setRateUnit(best.unit, best.fit, settings)
        let isClear = fits.allSatisfy {
            $0.convention == best.convention || $0.fit.unitCost > best.fit.unitCost + Self.negligibleCost
        }
        let residual = best.fit.rateResidual.map { ", rotation within \(NumberText.short($0 * 100)) %" } ?? ""
        guess(
            "attitude columns",
            columns.map { file.label(of: $0) }.joined(separator: ", "),
            isClear ? .certain : best.fit.rateResidual == nil ? .assumed : .likely,
            "roll, pitch, yaw \(best.convention.description): gravity is constant within "
                + "\(NumberText.short(abs(1 - best.fit.force.length) * 100)) %\(residual)"
        )
        setEarth(best.fit, settings)
        if earth == nil {
            questions = []
            assumeEarth(best.fit, settings, "the data do not determine north")
        }
        guard questions.isEmpty else { return nil }
    }

    /// The largest difference of the costs of two conventions that is ignored in favour of the more frequent convention.
    private static let negligibleCost = 0.02

    /// Returns the possible units of the gyroscope, with the factors to rad/s.
    private static func rateUnits(_ settings: SensorSettings) -> [(String, Double)] {
        let known = settings.units[.gyroscope]
        return [("rad/s", 1.0), ("deg/s", Angle(degrees: 1).radians)].filter { known == nil || known == $0.0 }
    }

    private mutating func fit(
        _ group: ColumnGroup,
        _ file: LogFile,
        _ times: [Double],
        _ sensors: SensorSet,
        _ settings: SensorSettings
    ) {
        guard let force = sensors.forceInGravities else {
            if !group.hasNamedScalar {
                let answer = file.answer(for: [3, 0, 1, 2].map { group.fields[$0] })
                guess(
                    "\(kind.rawValue) columns",
                    "w, x, y, z",
                    .assumed,
                    "not checked, because no accelerometer has a known unit; if w is last, answer with "
                        + "--set \(kind.rawValue).columns=\(answer)"
                )
            }
            return askAll("no accelerometer with a known unit can check the quaternion")
        }
        let rows = QuaternionFit.Rows(group, in: file, times: times)
        let isFirst: Bool? = group.hasNamedScalar ? true : nil
        let choices = Self.rateUnits(settings).compactMap { unit, factor in
            QuaternionFit.best(
                rows,
                isScalarFirst: isFirst,
                force: force,
                rate: sensors.gyroscope?.series.scaled(by: factor),
                field: sensors.magnetometer?.series
            ).map { (unit, $0) }
        }
        guard let (fittingUnit, fits) = choices.min(by: { $0.1.best.unitCost < $1.1.best.unitCost }) else {
            return askAll("too few of the quaternion's rows are within the accelerometer's times")
        }
        let (best, next) = fits
        let isUnique = next.map { $0.cost > best.cost + Self.margin } ?? true
        guard best.force.length > Self.steady, (best.rateResidual ?? 0) < Self.largestResidual, isUnique else {
            let text =
                "mean gravity \(NumberText.short(best.force.length)) of 1, rotation residual "
                + "\(best.rateResidual.map(NumberText.short) ?? "unknown")"
            return askAll(
                best.force.length > Self.steady && !isUnique
                    ? "several orders or directions of the columns agree equally well with the sensors"
                    : "no order and direction of the columns agrees with the sensors (\(text))"
            )
        }
        setRateUnit(fittingUnit, best, settings)
        fields = best.reading.isScalarFirst ? group.fields : [3, 0, 1, 2].map { group.fields[$0] }
        direction = best.reading.isDeviceToEarth ? "device-to-earth" : "earth-to-device"
        let residual = best.rateResidual.map { ", rotation within \(NumberText.short($0 * 100)) %" } ?? ""
        let evidence = "gravity is constant within \(NumberText.short(abs(1 - best.force.length) * 100)) %\(residual)"
        let order = best.reading.isScalarFirst ? "w, x, y, z" : "x, y, z, w"
        guess("\(kind.rawValue) columns", order, .certain, evidence)
        guess("\(kind.rawValue) direction", direction ?? "", .certain, evidence)
        setEarth(best, settings)
    }

    /// Sets the gyroscope's unit if it was unknown, and if the orientation confirms it.
    private mutating func setRateUnit(_ unit: String, _ fit: QuaternionFit, _ settings: SensorSettings) {
        guard settings.units[.gyroscope] == nil, let residual = fit.rateResidual, residual < Self.clearResidual else {
            return
        }
        rateUnit = unit
        let name = angles == nil ? "quaternion" : "orientation"
        guess(
            "gyroscope unit",
            unit,
            .certain,
            "in this unit the gyroscope agrees with the \(name); the residual is \(NumberText.short(residual * 100)) %"
        )
    }

    private mutating func askAll(_ reason: String) {
        ask("\(kind.rawValue) direction", reason, ["direction: device-to-earth", "direction: earth-to-device"])
        askEarth(reason)
    }

    private mutating func askEarth(_ reason: String) {
        ask("\(kind.rawValue) earth", reason, ["earth: ENU", "earth: NWU", "earth: NED"])
    }

    private mutating func setKind(_ group: ColumnGroup, _ file: LogFile) {
        let name = SensorWords.plain(group.stem + " " + (file.name ?? ""))
        let ofReference = ["ref", "truth", "gt", "vicon", "opt", "mocap", "ground", "qualisys"]
        let ofDevice = ["att", "orient", "rotation", "device", "motion", "lage"]
        if ofReference.contains(where: name.contains) {
            return guess("quaternion", "reference", .likely, "from the names of columns or file")
        }
        kind = .attitude
        if ofDevice.contains(where: name.contains) {
            return guess("quaternion", "attitude", .likely, "from the names of columns or file")
        }
        guess(
            "quaternion",
            "attitude",
            .assumed,
            "no name indicates a measured truth, so the device is assumed to have computed the quaternion"
        )
    }

    private mutating func setEarth(_ fit: QuaternionFit, _ settings: SensorSettings) {
        let up = fit.force.z / fit.force.length
        guard abs(up) > 0.9 else {
            return ask(
                "\(kind.rawValue) earth",
                "the orientation's world frame is not aligned with gravity (cosine \(NumberText.short(up)))",
                ["a stream 'pose' instead"]
            )
        }
        guard let field = fit.field else {
            return assumeEarth(fit, settings, "without a magnetometer, the direction of x is unknown")
        }
        guard field.length > 0.5 else {
            return askEarth("the log has no steady magnetic field to determine north")
        }
        // The field points down in the northern hemisphere, and up in the southern hemisphere.
        let isUp = (field.z < 0) != (isSouthern ?? false)
        sign = (up > 0) == isUp ? 1 : -1
        guard settings.sign == nil || settings.sign == sign else {
            sign = nil
            let reason =
                "the device's posture at the start and the magnetic field in the \(hemisphere) contradict each other"
            ask("accelerometer sign", reason, ["sign: 1", "sign: -1"])
            return askEarth(reason)
        }
        setNorth(field, isUp: isUp)
    }

    /// Assumes ENU if the z axis of the orientation points up, and NED if it points down.
    private mutating func assumeEarth(_ fit: QuaternionFit, _ settings: SensorSettings, _ reason: String) {
        guard let sign = settings.usualSign(rateUnit: rateUnit) ?? settings.sign else { return askEarth(reason) }
        let isUp = fit.force.z * sign > 0
        earth = isUp ? "ENU" : "NED"
        guess("\(kind.rawValue) earth", earth ?? "", .assumed, "z points \(isUp ? "up" : "down"); \(reason)")
    }

    private var hemisphere: String { isSouthern ?? false ? "southern hemisphere" : "northern hemisphere" }

    private mutating func setNorth(_ field: Vector3, isUp: Bool) {
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let tolerance = horizontal * Double.sin(Self.northTolerance)
        let isAlongY = field.y > 0 && abs(field.x) < tolerance
        let isAlongX = field.x > 0 && abs(field.y) < tolerance
        guard horizontal > 0.15, isUp ? isAlongX || isAlongY : isAlongX else {
            let away =
                "in the orientation's world frame, the magnetic field points to x \(NumberText.short(field.x)), "
                + "y \(NumberText.short(field.y))"
            return askEarth(away)
        }
        earth = isUp ? (isAlongY ? "ENU" : "NWU") : "NED"
        let axis = isAlongY ? "y" : "x"
        let vertical = field.z < 0 ? "-z" : "z"
        let evidence = "gravity along z; the magnetic field is close to \(axis) and points to \(vertical)"
        isHemisphereKnown = isSouthern != nil || earth == "ENU"
        if isHemisphereKnown {
            let suffix = isSouthern == nil ? "" : ", in the \(hemisphere)"
            guess("\(kind.rawValue) earth", earth ?? "", .likely, evidence + suffix)
        } else {
            // In the southern hemisphere, a frame with the opposite vertical axis explains the same direction of the
            // field.
            let opposite = isUp ? "NED" : "NWU"
            let words = "\(evidence), as in the northern hemisphere; in the southern one the frame is \(opposite)"
            guess("\(kind.rawValue) earth", earth ?? "", .assumed, words)
        }
        guess(
            "\(kind.rawValue) north",
            "true",
            .assumed,
            "the data cannot separate true from magnetic north; write 'north: magnetic' if headings are magnetic"
        )
    }
}

extension VectorSeries {
    /// Returns the series with all values multiplied by a factor.
    func scaled(by factor: Double) -> VectorSeries { VectorSeries(times: times, values: values.map { $0 * factor }) }
}

extension [LayoutAnswer] {
    /// Returns the quaternions whose columns the user has selected, each with its stream.
    func orientations(of groups: [ColumnGroup], in files: [LogFile]) -> [(StreamKind?, ColumnGroup)] {
        compactMap { answer in
            guard let stream = answer.stream, answer.meaning == nil, let count = answer.columnCount,
                let place = files.columns(answer.value, count: count)
            else { return nil }
            let known = groups.first { $0.file == place.file && Set($0.fields) == Set(place.fields) }
            var group = known ?? ColumnGroup(file: place.file, fields: place.fields, stem: "", isNamed: false)
            group.fields = place.fields
            // All four columns are in the order w, x, y, z.
            if answer.value.contains(",") { group.hasNamedScalar = true }
            return (stream, group)
        }
    }
}

extension SensorSet {
    /// The accelerations in units of gravity; `nil` without an accelerometer whose unit is known.
    fileprivate var forceInGravities: VectorSeries? {
        guard let accelerometer, let unit = accelerometer.accelerationUnit else { return nil }
        return accelerometer.series.scaled(by: unit == "g" ? 1 : 1 / Gravity.standard)
    }
}

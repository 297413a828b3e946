import RealModule
import Recordings
import SensorModel

/// The settings of a quaternion's columns, and the accelerometer's sign that follows from them.
struct OrientationSettings: SettingsProposal {
    /// The fields of w, x, y, z.
    private(set) var fields: [Int] = []
    private(set) var kind = StreamKind.reference
    private(set) var direction: String?
    private(set) var earth: String?
    /// The sign of the accelerometer, or `nil` if the orientation does not determine it.
    private(set) var sign: Double?
    /// The gyroscope's unit, if only the orientation determines it.
    private(set) var rateUnit: String?
    /// A Boolean value that indicates whether the log was recorded in the southern hemisphere, or `nil` if it is not
    /// known.
    private let isSouthern: Bool?
    /// A Boolean value that indicates whether latitudes or the frame determine the hemisphere. No frame has y to the
    /// north and z down.
    private(set) var isHemisphereKnown = false
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []

    /// The minimum length of the mean rotated specific force at which an orientation agrees with gravity.
    private static let steady = 0.8
    private static let largestResidual = 0.6
    /// The maximum residual at which the gyroscope's unit is known.
    private static let clearResidual = 0.4
    /// The minimum difference in cost between the best and the second best reading.
    private static let margin = 0.15
    private static let northTolerance = Angle(degrees: 35).radians

    init(
        _ group: ColumnGroup,
        in file: LogFile,
        times: [Double],
        sensors: SensorSet,
        settings: SensorSettings,
        isSouthern: Bool? = nil
    ) {
        self.isSouthern = isSouthern
        setKind(group, file)
        fit(group, file, times, sensors, settings)
    }

    private mutating func fit(
        _ group: ColumnGroup,
        _ file: LogFile,
        _ times: [Double],
        _ sensors: SensorSet,
        _ settings: SensorSettings
    ) {
        guard let accelerometer = sensors.accelerometer, let unit = accelerometer.accelerationUnit else {
            return ask("quaternion", "there is no accelerometer to compare it with", ["direction: …", "earth: …"])
        }
        let force = accelerometer.series.scaled(by: unit == "g" ? 1 : 1 / Gravity.standard)
        let rows = QuaternionFit.Rows(group, in: file, times: times)
        let isFirst: Bool? = group.hasNamedScalar ? true : nil
        let known = settings.units[.gyroscope]
        let units = [("rad/s", 1.0), ("deg/s", Double.pi / 180)].filter { known == nil || known == $0.0 }
        let choices = units.compactMap { unit, factor in
            QuaternionFit.best(
                rows,
                isScalarFirst: isFirst,
                force: force,
                rate: sensors.gyroscope?.series.scaled(by: factor),
                field: sensors.magnetometer?.series
            ).map { (unit, $0) }
        }
        guard let (fittingUnit, fits) = choices.min(by: { $0.1.best.unitCost < $1.1.best.unitCost }) else {
            return ask("quaternion", "too few rows at the times of the accelerometer", ["direction: …", "earth: …"])
        }
        let (best, next) = fits
        let isUnique = next.map { $0.cost > best.cost + Self.margin } ?? true
        guard best.force.length > Self.steady, (best.rateResidual ?? 0) < Self.largestResidual, isUnique else {
            let text =
                "gravity \(NumberText.short(best.force.length)), residual of the rotation "
                + "\(best.rateResidual.map(NumberText.short) ?? "unknown")"
            return ask(
                "quaternion",
                "no order and direction of its columns agrees clearly with the sensors (\(text))",
                ["direction: device-to-earth", "direction: earth-to-device"]
            )
        }
        if known == nil, let residual = best.rateResidual, residual < Self.clearResidual {
            rateUnit = fittingUnit
            guess(
                "gyroscope unit",
                fittingUnit,
                .certain,
                "it agrees with the quaternion; the residual is \(NumberText.short(residual * 100)) %"
            )
        }
        fields = best.reading.isScalarFirst ? group.fields : [3, 0, 1, 2].map { group.fields[$0] }
        direction = best.reading.isDeviceToEarth ? "device-to-earth" : "earth-to-device"
        let residual = best.rateResidual.map { ", rotation differs by \(NumberText.short($0 * 100)) %" } ?? ""
        let evidence = "gravity is constant to \(NumberText.short((1 - best.force.length) * 100)) %\(residual)"
        let order = best.reading.isScalarFirst ? "w, x, y, z" : "x, y, z, w"
        guess("\(kind.rawValue) columns", order, .certain, evidence)
        guess("\(kind.rawValue) direction", direction ?? "", .certain, evidence)
        setEarth(best, settings.sign)
    }

    private mutating func setKind(_ group: ColumnGroup, _ file: LogFile) {
        let name = SensorWords.plain(group.stem + " " + (file.name ?? ""))
        let ofReference = ["ref", "truth", "gt", "vicon", "opt", "mocap", "ground", "qualisys"]
        let ofDevice = ["att", "orient", "rotation", "device", "motion", "lage"]
        if ofReference.contains(where: name.contains) {
            return guess("quaternion", "reference", .likely, "from the name")
        }
        if ofDevice.contains(where: name.contains) {
            kind = .attitude
            return guess("quaternion", "attitude", .likely, "from the name")
        }
        guess("quaternion", "reference", .assumed, "no name says that the device computed it (attitude)")
    }

    private mutating func setEarth(_ fit: QuaternionFit, _ usualSign: Double?) {
        let up = fit.force.z / fit.force.length
        guard abs(up) > 0.9 else {
            return ask(
                "\(kind.rawValue) earth",
                "its world is not aligned with gravity (cosine \(NumberText.short(up)))",
                ["a stream 'pose' instead"]
            )
        }
        guard let field = fit.field, field.length > 0.5 else {
            return ask(
                "\(kind.rawValue) earth",
                "no steady magnetic field to compare its north with",
                ["earth: ENU", "earth: NWU", "earth: NED"]
            )
        }
        // The field points down in the northern hemisphere, and up in the southern hemisphere.
        let isUp = (field.z < 0) != (isSouthern ?? false)
        sign = (up > 0) == isUp ? 1 : -1
        guard usualSign == nil || usualSign == sign else {
            sign = nil
            return ask(
                "accelerometer sign",
                "the posture of the device and the magnetic field on the \(hemisphere) disagree",
                ["sign: 1", "sign: -1"]
            )
        }
        setNorth(field, isUp: isUp)
    }

    private var hemisphere: String { isSouthern ?? false ? "southern hemisphere" : "northern hemisphere" }

    private mutating func setNorth(_ field: Vector3, isUp: Bool) {
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let tolerance = horizontal * Double.sin(Self.northTolerance)
        let isAlongY = field.y > 0 && abs(field.x) < tolerance
        let isAlongX = field.x > 0 && abs(field.y) < tolerance
        guard horizontal > 0.15, isUp ? isAlongX || isAlongY : isAlongX else {
            let away =
                "the magnetic field points to x \(NumberText.short(field.x)), y \(NumberText.short(field.y)) in its world"
            return ask("\(kind.rawValue) earth", away, ["earth: ENU", "earth: NWU", "earth: NED"])
        }
        earth = isUp ? (isAlongY ? "ENU" : "NWU") : "NED"
        let axis = isAlongY ? "y" : "x"
        let vertical = field.z < 0 ? "-z" : "z"
        let evidence = "gravity along z; the magnetic field is nearest to \(axis) and points to \(vertical)"
        isHemisphereKnown = isSouthern != nil || earth == "ENU"
        if isHemisphereKnown {
            let suffix = isSouthern == nil ? "" : ", on the \(hemisphere)"
            guess("\(kind.rawValue) earth", earth ?? "", .likely, evidence + suffix)
        } else {
            // A field of the other hemisphere has the same direction in the opposite frame.
            let opposite = isUp ? "NED" : "NWU"
            let words = "\(evidence), as on the northern hemisphere; on the southern one it is \(opposite)"
            guess("\(kind.rawValue) earth", earth ?? "", .assumed, words)
        }
        guessNorth()
    }

    private mutating func guessNorth() {
        guess(
            "\(kind.rawValue) north",
            "true",
            .assumed,
            "the data do not say whether its north is true or magnetic; write 'north: magnetic' if it is"
        )
    }
}

extension VectorSeries {
    /// Returns the series in another unit.
    func scaled(by factor: Double) -> VectorSeries { VectorSeries(times: times, values: values.map { $0 * factor }) }
}

import Evaluation
import Recordings
import SensorModel

/// An interpretation of an estimate, with the clock, body and world frames that fit best.
struct EstimateHypothesis {
    /// The body frame of the file, if it differs from the device's body frame.
    enum Body: Hashable {
        /// The device's x, y and z axes in terms of the file's axes.
        case axes(AxisMap)
        /// The rotation from the file's body frame to the device.
        case rotation(UnitQuaternion)
    }

    /// The world frame of the file's orientations.
    enum World: Hashable {
        case known(EarthWorld)
        /// The body and world frames are rotated by half a turn about this axis, so that rotations about the other two
        /// axes have the opposite sign.
        case mirrored(EstimateMounting.Axis)
        /// An unknown world frame, for example with a horizontal z axis.
        case other
    }

    let reading: EstimateReading
    /// The comparison of the estimate's rotation rates with the gyroscope, including the fitted clock and body
    /// rotation.
    let rates: RateModel
    /// The residual of the rotation rates, relative to the gyroscope's rates.
    let residual: Double
    let body: Body?
    let world: World
    let worldFit: WorldFit?

    /// The limits, in radians, for the angle between the file's body frame and the device's frame. Below
    /// `minimumBodyAngle`, the frames count as equal. A larger rotation counts as a permutation of axes if it differs
    /// from the permutation by less than `maximumAngleToAxes`.
    private static let minimumBodyAngle = Angle(degrees: 15).radians
    private static let maximumAngleToAxes = Angle(degrees: 12).radians
    /// The maximum ratio of two residuals at which a changed clock is accepted. `clearImprovement` applies to the
    /// suggested clock compared with a small delay, and `smallImprovement` to any change compared with none.
    private static let clearImprovement = 0.6
    private static let smallImprovement = 0.9
    /// The maximum offset in seconds that the delay of a filter can explain.
    private static let maximumDelay: Seconds = 0.2

    /// Fits the hypothesis. Returns `nil` if the estimate and the gyroscope have too few samples in common.
    ///
    /// - Parameters:
    ///   - reading: interpretation of the estimate.
    ///   - guess: clock that the angular speeds suggest; `nil` if they suggest no change of the clock.
    ///   - evidence: recording to compare the estimate with.
    init?(_ reading: EstimateReading, clock guess: DoctorClock?, _ evidence: DoctorEvidence) {
        guard
            let plain = RateModel(
                times: reading.times,
                orientations: reading.orientations,
                gyroscope: evidence.gyroscope
            )
        else { return nil }
        guard let rates = Self.best(plain, guess), let residual = rates.residual() else { return nil }
        self.reading = reading
        self.rates = rates
        self.residual = residual
        let nearest = AxisMap.nearest(to: rates.body)
        if rates.body.rotationAngle.radians < Self.minimumBodyAngle {
            body = nil
        } else {
            body = nearest.angle.radians < Self.maximumAngleToAxes ? .axes(nearest.map) : .rotation(rates.body)
        }
        let track = Self.track(reading, rates)
        worldFit = track.flatMap { WorldFit($0, in: evidence.recording, usesField: evidence.usesField) }
        world = Self.world(worldFit, body: rates.body, declared: evidence.world)
    }

    /// The number of faults that the hypothesis assumes in the estimate.
    var changes: Int {
        let frames =
            switch world {
            case .mirrored: 1
            case .known(let world): (body == nil ? 0 : 1) + (world == .eastNorthUp ? 0 : 1)
            case .other: (body == nil ? 0 : 1) + 1
            }
        return reading.changes.count + frames
    }

    /// Returns the orientations on the recording's clock, corrected by the fitted clock and the fitted body rotation.
    /// Returns `nil` if the fitted clock would run backward.
    static func track(_ reading: EstimateReading, _ rates: RateModel) -> OrientationTrack? {
        guard rates.clock.rate > -1 else { return nil }
        let times = reading.times.map { rates.clock($0) }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        let fix = rates.body.conjugate
        let gap = max(0.3, 3 * (StreamTiming.medianInterval(of: times) ?? 0))
        return OrientationTrack(
            times: times,
            orientations: reading.orientations.map { $0 * fix },
            isKnown: nil,
            longestGap: gap
        )
    }

    /// Returns the best of three models: with an unchanged clock, with a small delay, or with the suggested clock. If
    /// residuals are similar, the simpler model is preferred.
    private static func best(_ plain: RateModel, _ guess: DoctorClock?) -> RateModel? {
        let still = plain.fitted(.body, iterations: 4)
        guard let atZero = still.residual() else { return far(plain, guess)?.model }
        var near = (model: still, residual: atZero)
        let delayed = plain.fitted(.all, iterations: 20)
        if abs(delayed.clock.offset) < maximumDelay, let residual = delayed.residual(), residual < near.residual {
            near = (delayed, residual)
        }
        var best = near
        if let far = far(plain, guess) {
            let isClose = abs(far.model.clock.offset - near.model.clock.offset) < 0.05
            if far.residual < (isClose ? 1 : clearImprovement) * near.residual { best = far }
        }
        return atZero < best.residual / smallImprovement ? still : best.model
    }

    private static func far(_ plain: RateModel, _ guess: DoctorClock?) -> (model: RateModel, residual: Double)? {
        guard let guess else { return nil }
        var best: (model: RateModel, residual: Double)?
        for rate in Set([guess.rate, 0]) {
            var model = plain
            model.clock = guess
            model.clock.rate = rate
            model = model.fitted(.all, iterations: 20)
            if let residual = model.residual(), residual < best?.residual ?? .infinity { best = (model, residual) }
        }
        return best
    }

    /// Returns the world frame that a fit indicates.
    ///
    /// - Parameters:
    ///   - fit: rotation of the estimate relative to the reference, or relative to gravity and the magnetic field.
    ///   - body: fitted rotation of the body frame.
    ///   - declared: world frame from which the file was converted to East, North, Up.
    private static func world(_ fit: WorldFit?, body: UnitQuaternion, declared: EarthWorld) -> World {
        guard let fit else { return .known(declared) }
        let tilt = fit.rotation.inclinationAngle.degrees
        if let axis = EstimateMounting.Axis.allCases.first(where: { body.angle(to: $0.halfTurn).degrees < 25 }),
            fit.knowsHeading, fit.rotation.angle(to: axis.halfTurn).degrees < 30,
            // A file in NED with body axes forward, right, down has the same body rotation as a file with a mirrored
            // axis.
            fit.rotation.angle(to: axis.halfTurn).degrees
                < fit.rotation.angle(to: EarthWorld.northEastDown.rotation).degrees
        {
            return .mirrored(axis)
        }
        // A = T_declared ⊗ T_actual*, where T is the rotation from the file's world frame to East, North, Up.
        let rotations = EarthWorld.allCases.map { ($0, declared.rotation.conjugate * $0.rotation) }
        if tilt > 120 || tilt < 60 {
            let sameSide = rotations.filter { ($0.1.inclinationAngle.degrees > 90) == (tilt > 90) }
            let near = sameSide.min { fit.rotation.angle(to: $0.1).radians < fit.rotation.angle(to: $1.1).radians }
            guard let near else { return .other }
            if near.0 == declared || !fit.knowsHeading { return .known(near.0) }
            if isNear(fit, near.1) || declared == .eastNorthUp && near.0 == .northEastDown { return .known(near.0) }
            let isDeclaredSide = sameSide.contains { $0.0 == declared }
            return isDeclaredSide ? .known(declared) : .known(near.0)
        }
        return .other
    }

    /// Returns a Boolean value that indicates whether a fitted world frame is close to a known world frame.
    ///
    /// A filter's heading follows the magnetic field. If the field points in a wrong direction, the fitted heading has
    /// the same error. Therefore, a heading error is tolerated if the field has the same error.
    private static func isNear(_ fit: WorldFit, _ world: UnitQuaternion) -> Bool {
        let angle = fit.rotation.angle(to: world).degrees
        guard let field = fit.headings(without: world).field else { return angle < 20 }
        let tilt = (world.conjugate * fit.rotation).inclinationAngle.degrees
        return angle < 10 || tilt < 15 && angle < 50 && abs(field.mean.degrees) < 20
    }
}

/// The conversion of a file's times to the recording's clock: t + offset + rate (t − middle).
struct DoctorClock: Hashable {
    var offset: Seconds = 0
    var rate = 0.0
    var middle: Seconds = 0

    func callAsFunction(_ time: Seconds) -> Seconds { time + offset + rate * (time - middle) }

    /// Returns the clock's offset at the first time of the file. The keys `clock` and `clock-rate` refer to this time.
    func offset(at first: Seconds) -> Seconds { offset + rate * (first - middle) }
}

extension AxisMap {
    /// The axis maps that are proper rotations, with the identity first.
    static let rotations = all.filter { $0.matrix.determinant > 0 }

    /// The matrix of the map: new = matrix × old.
    var matrix: Matrix3 {
        let rows = (0..<3).map { axis in
            Vector3(
                sources[axis] == 0 ? signs[axis] : 0,
                sources[axis] == 1 ? signs[axis] : 0,
                sources[axis] == 2 ? signs[axis] : 0
            )
        }
        return Matrix3(rows: rows[0], rows[1], rows[2])
    }

    /// The rotation that the map represents; valid only for ``rotations``.
    var rotation: UnitQuaternion { UnitQuaternion(rotation: matrix) }

    /// Returns the vector in the new axes.
    func callAsFunction(_ vector: Vector3) -> Vector3 {
        let old = [vector.x, vector.y, vector.z]
        return Vector3(
            signs[0] * old[sources[0]],
            signs[1] * old[sources[1]],
            signs[2] * old[sources[2]]
        )
    }

    /// Returns the map in ``rotations`` that is nearest to a rotation, and the angle between the map and the rotation.
    static func nearest(to rotation: UnitQuaternion) -> (map: AxisMap, angle: Angle) {
        var best = (map: AxisMap.identity, angle: rotation.rotationAngle)
        for map in rotations {
            let angle = rotation.angle(to: map.rotation)
            if angle.radians < best.angle.radians { best = (map, angle) }
        }
        return best
    }
}

extension EstimateMounting.Axis {
    /// Half a turn about the axis.
    var halfTurn: UnitQuaternion {
        switch self {
        case .x: UnitQuaternion(unchecked: 0, 1, 0, 0)
        case .y: UnitQuaternion(unchecked: 0, 0, 1, 0)
        case .z: UnitQuaternion(unchecked: 0, 0, 0, 1)
        }
    }
}

public import Geodesy
public import Recordings
public import SensorModel

/// The errors of an attitude that an operating system computes from gyroscope, gravity and the magnetic field.
public struct AttitudeModel: Sendable, Hashable {
    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The north to which the attitude in a file is relative. In memory, the attitude is always relative to true north.
    public var north = EarthFrame.North.trueNorth
    /// The delay of each sample relative to the motion, in seconds.
    public var delay: Seconds = 0
    /// The constant yaw error due to calibration, positive clockwise.
    public var yawBias = Angle.zero
    /// The standard deviation of the slowly varying yaw error.
    public var yaw = Angle.zero
    /// The correlation angle of the slowly varying yaw error. After a rotation of the device by this angle, about any
    /// axis, the correlation is 1/e.
    public var yawTurn = Angle(degrees: 180)
    /// The standard deviation of the inclination error about each horizontal axis.
    public var inclination = Angle.zero
    /// The correlation angle of the inclination error. After a rotation of the device by this angle, about any axis,
    /// the correlation is 1/e.
    public var inclinationTurn = Angle(degrees: 180)
    /// The time constant in seconds with which the yaw follows a magnetic field that magnets disturb.
    public var fieldTime: Seconds = 5

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// An iterator over the operating system's attitudes during a motion, oldest first: device → East, North (true), Up.
///
/// A sample is a delayed orientation, rotated by errors. The errors change smoothly while the device rotates, and are
/// constant at rest. The yaw slowly follows a magnetic field that magnets disturb.
struct AttitudeSensor: IteratorProtocol {
    private let model: AttitudeModel
    private let place: SimulatedPlace
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    /// The errors about east, about north, and clockwise about up, as multiples of their standard deviations.
    private var errors = [SmoothProcess](repeating: SmoothProcess(), count: 3)
    /// The yaw error that magnets cause, in radians, positive clockwise.
    private var disturbance: Double?

    init(_ model: AttitudeModel, duration: Seconds, seed: UInt64, place: SimulatedPlace, motion: Motion) {
        self.model = model
        self.place = place
        self.motion = motion
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: "attitude")
        noise = NormalSource(SplitMix64(seed: seed, purpose: "attitude.noise"))
    }

    mutating func next() -> (stamp: Seconds, value: UnitQuaternion)? {
        while let sample = clock.next() {
            let state = motion.state(at: max(0, sample.time - model.delay))
            advance(at: state)
            if sample.isLost { continue }
            let half = HalfAngle(
                -(model.yawBias.radians + model.yaw.radians * errors[2].value + (disturbance ?? 0))
            )
            let turn = UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
            let tilt = model.inclination.radians / 2
            // The rotation by two small angles, correct to the third order.
            let tilted = UnitQuaternion(w: 1, x: tilt * errors[0].value, y: tilt * errors[1].value, z: 0)
            return (sample.stamp, turn * (tilted ?? .identity) * state.orientation)
        }
        return nil
    }

    private mutating func advance(at state: MotionState) {
        let turned = state.angularVelocity.length * clock.interval
        let turns = [model.inclinationTurn, model.inclinationTurn, model.yawTurn]
        for axis in errors.indices {
            // Random numbers are drawn for each sample and axis, so that the motion does not change the random numbers
            // of other axes.
            let drawn = (noise.next(), noise.next())
            errors[axis].advance(by: turned / turns[axis].radians, drawn)
        }
        guard !place.magnets.isEmpty else { return }
        let field = place.field(at: state.position)
        let now = place.declination.radians - PortableMath.arcTangent(y: field.x, x: field.y)
        let share = 1 - PortableMath.exponential(-clock.interval / model.fieldTime)
        disturbance = disturbance.map { $0 + share * (now - $0).remainder(dividingBy: 2 * Double.pi) } ?? now
    }
}

/// The place of a simulation, with its gravity and its magnetic field.
public struct SimulatedPlace: Sendable, Hashable {
    /// A magnetic dipole near the path, such as a car or a steel pillar.
    public struct Magnet: Sendable, Hashable {
        /// The position in metres east, north and up from the origin.
        public var position: Vector3
        /// The magnetic moment in A·m² (East, North, Up).
        public var moment: Vector3

        /// Returns the field B = µ₀/4π (3 (m·r̂) r̂ − m)/r³ in µT, with µ₀/4π = 10⁻⁷ T·m/A.
        ///
        /// Here, m is the magnetic moment, and r̂ points from the magnet to `point`. Distances r below 10 cm count as
        /// 10 cm.
        func field(at point: Vector3) -> Vector3 {
            let offset = point - position
            guard let direction = offset.normalised else { return .zero }
            let distance = max(offset.length, 0.1)
            let shape = direction * (3 * moment.dot(direction)) - moment
            return shape * (0.1 / (distance * distance * distance))
        }
    }

    /// The origin of the motion on WGS84.
    public var origin: GeodeticPosition
    /// The strength of the Earth's magnetic field in µT.
    public var fieldStrength: Double
    /// The angle of the Earth's magnetic field below the horizon.
    public var dip: Angle
    /// The angle from true north to magnetic north, positive to the east.
    public var declination: Angle
    /// The magnets, whose fields are added to the Earth's magnetic field.
    public var magnets: [Magnet] = []
    /// A uniform field in µT (East, North, Up), which is also added to the Earth's magnetic field.
    var uniformField = Vector3.zero

    /// The gravity in m/s² by Somigliana's formula for WGS84, with the correction for height (NIMA TR8350.2, 2000,
    /// equations 4-1 and 4-3).
    public var gravity: Double {
        let sine = PortableMath.sineAndCosine(origin.point.latitude).sine
        let square = sine * sine
        let (a, f, m) = (6_378_137.0, 1 / 298.257_223_563, 0.003_449_786_506_84)
        // γ = γₑ (1 + k sin² φ)/√(1 − e² sin² φ)
        let ellipsoid =
            9.780_325_335_9 * (1 + 0.001_931_852_652_41 * square)
            / (1 - f * (2 - f) * square).squareRoot()
        // γₕ = γ (1 − 2/a (1 + f + m − 2f sin² φ) h + 3/a² h²)
        let height = origin.height / a
        return ellipsoid * (1 - 2 * (1 + f + m - 2 * f * square) * height + 3 * height * height)
    }

    /// Returns the sum of all magnetic fields at a position, in µT (East, North, Up).
    package func field(at position: Vector3) -> Vector3 {
        var field = earthField + uniformField
        for magnet in magnets { field += magnet.field(at: position) }
        return field
    }

    private var earthField: Vector3 {
        let (dip, north) = (PortableMath.sineAndCosine(dip), PortableMath.sineAndCosine(declination))
        let horizontal = fieldStrength * dip.cosine
        return Vector3(horizontal * north.sine, horizontal * north.cosine, -fieldStrength * dip.sine)
    }
}

/// A differentiable random process with mean 0 and standard deviation 1: a critically damped second-order Gauss–Markov
/// process (Gelb 1974). Its correlation over a distance h is (1 + βh) exp(−βh), with the constant β.
package struct SmoothProcess: Sendable {
    package init() {}

    package private(set) var value = 0.0
    /// The derivative of the process, divided by the constant β of its correlation (1 + βh) exp(−βh).
    private var derivative = 0.0
    private var isStarted = false

    /// The constant β in the correlation (1 + βh) exp(−βh) over a distance h. The correlation over a distance of 1 is
    /// 1/e.
    package static let beta = 2.146_193_220_620_583

    /// Advances the process.
    ///
    /// - Parameters:
    ///   - step: the distance in correlation lengths, at least 0.
    ///   - drawn: two independent standard normal deviates.
    package mutating func advance(by step: Double, _ drawn: (Double, Double)) {
        guard isStarted else {
            (value, derivative, isStarted) = (drawn.0, drawn.1, true)
            return
        }
        let h = Self.beta * step
        let decay = PortableMath.exponential(-h)
        // Φ = e^−h [[1 + h, h], [−h, 1 − h]]
        let (old, rate) = (value, derivative)
        value = decay * ((1 + h) * old + h * rate)
        derivative = decay * ((1 - h) * rate - h * old)
        // Q = 1 − Φ Φᵀ = L Lᵀ
        let (l11, l21, l22) = Self.root(h, decay * decay)
        value += l11 * drawn.0
        derivative += l21 * drawn.0 + l22 * drawn.1
    }

    private static func root(_ h: Double, _ square: Double) -> (Double, Double, Double) {
        // For small steps, a first-order approximation avoids cancellation.
        guard h > 1e-3 else { return ((4 * h * h * h / 3).squareRoot(), (3 * h).squareRoot(), h.squareRoot()) }
        let q11 = 1 - square * ((1 + h) * (1 + h) + h * h)
        let q12 = 2 * h * h * square
        let q22 = 1 - square * (h * h + (1 - h) * (1 - h))
        let l11 = q11.squareRoot()
        let l21 = q12 / l11
        return (l11, l21, max(0, q22 - l21 * l21).squareRoot())
    }
}

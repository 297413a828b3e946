public import SensorModel

/// Orientation from one sample of gravity and one of the magnetic field, by the methods of the literature.
///
/// The methods `davenport`, `quest`, `flae` and `oleq` minimise Wahba's cost (Wahba 1965, doi:10.1137/1007077),
///
///     L(q) = ½ (w |Up − q ⊗ a ⊗ q*|² + (1 − w) |f − q ⊗ m ⊗ q*|²)
///
/// with the measured directions a and m, and with the Earth's field f = (0, cos dip, −sin dip). They have the same
/// optimum, and differ in how they compute it. The methods `famc`, `saam`, `fqa` and `tilt` let gravity determine the
/// inclination and the field only the heading; their result is that of ``Triad``.
///
/// Recomputed at every sample of either sensor, with the other's last one held. No memory of earlier orientations, but
/// for the dip of the first samples. North is magnetic north. O(1) time and memory per sample.
///
///     var estimator = SingleFrame(.init(method: .quest))
///     let orientation = estimator.update(with: frame)
public struct SingleFrame: OrientationEstimator {
    /// How the orientation is computed.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Davenport's q-method (Davenport 1968): the eigenvector of the matrix K for its largest eigenvalue, which is
        /// known in closed form for two directions.
        case davenport
        /// QUEST (Shuster & Oh 1981): Newton's method for the eigenvalue, then Gibbs's vector.
        case quest
        /// FLAE (Wu et al. 2017): the root of the characteristic polynomial, then elimination.
        case flae
        /// OLEQ (Zhou et al. 2018): the limit of repeated products with ½(K + I).
        case oleq
        /// FAMC (Liu et al. 2018): elimination for the eigenvalue 1, with the dip of each sample.
        case famc
        /// SAAM (Wu et al. 2018): the same eigenvector as a polynomial of the measurements.
        case saam
        /// The factored quaternion algorithm (Yun et al. 2008): elevation, roll and azimuth by half-angle formulas.
        case fqa
        /// Roll, pitch and tilt-compensated heading by arc tangents (Ozyagcilar 2015).
        case tilt

        /// Whether the method weighs gravity and field in Wahba's cost.
        var isWeighted: Bool {
            switch self {
            case .davenport, .quest, .flae, .oleq: true
            case .famc, .saam, .fqa, .tilt: false
            }
        }
    }

    /// The method, and what Wahba's cost needs.
    public struct Parameters: Sendable, Hashable {
        /// How the orientation is computed.
        public var method: Method
        /// w, the weight of gravity in Wahba's cost, from 0.001 to 0.999; the field's is 1 − w. Larger trusts the
        /// inclination of the accelerometer more.
        public var gravityWeight: Double
        /// The dip of the Earth's field, positive downwards; nil for that of the first samples.
        public var dip: Angle?

        /// Creates parameters; those left out have their defaults.
        ///
        /// - Parameters:
        ///   - method: `.davenport` by default.
        ///   - gravityWeight: 0.5 by default.
        ///   - dip: nil by default.
        public init(method: Method = .davenport, gravityWeight: Double = 0.5, dip: Angle? = nil) {
            self.method = method
            self.gravityWeight = gravityWeight
            self.dip = dip
        }
    }

    /// The parameters of the estimator.
    public let parameters: Parameters
    private var gate = SingleFrameGate()
    private var state: SingleFrameState

    /// Creates an estimator that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        state = SingleFrameState(SingleFrameSolver(parameters))
    }

    /// The counts of unusable samples.
    public var skips: SkipCounts { gate.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state) ? state.orientation : nil
    }

    /// Forgets all samples.
    public mutating func reset() {
        self = SingleFrame(parameters)
    }
}

/// The solver of one setting, and its last orientation.
struct SingleFrameState: SingleFrameSink {
    private var solver: SingleFrameSolver
    private(set) var orientation = UnitQuaternion.identity

    init(_ solver: SingleFrameSolver) {
        self.solver = solver
    }

    mutating func observe(_ pair: DirectionPair) {
        solver.begin(pair)
        orientation = solver.orientation(of: pair) ?? orientation
    }
}

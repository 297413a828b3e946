import RealModule
import SensorModel

/// Pedestrian dead reckoning: each step moves the walker by the step's length in the direction of the device.
///
/// The direction of the device is the horizontal part of y − z, where y and z are unit vectors along the device's axes.
/// A flat device has the direction of its top edge. An upright device has the direction of view. O(1) time and memory
/// per frame, not counting the orientation estimator.
struct DeadReckoning: Sendable {
    private var heading: Pipeline
    private let turn: Angle
    /// The detector of the walker's steps.
    private(set) var detector: StepDetector
    /// The number of steps without a direction, which do not move the walker.
    private(set) var undirected = 0
    private var orientation: UnitQuaternion?
    private var lateness: InputError?

    /// Creates dead reckoning that has processed no samples.
    ///
    /// - Parameters:
    ///   - heading: the pipeline that estimates the device's orientation.
    ///   - detector: the parameters of the step detector.
    ///   - turn: the angle from the device's direction to the direction of travel, clockwise.
    init(heading: Pipeline, detector: StepDetector.Parameters, turn: Angle) {
        self.heading = heading
        self.detector = StepDetector(detector)
        self.turn = turn
    }

    /// Processes the samples that have the same time.
    ///
    /// - Returns: the motion in metres east, north and up if a step ended and has a direction; `nil` otherwise.
    mutating func process(_ frame: SensorFrame) -> Vector3? {
        if let orientation = heading.process(frame) { self.orientation = orientation }
        guard let force = frame.accelerometer, let length = detector.update(force, at: frame.time) else { return nil }
        let axis = orientation?.rotate(Vector3(0, 1, -1)) ?? .zero
        let scale = Double.hypot(axis.x, axis.y)
        guard scale > Self.smallestProjection else {
            undirected += 1
            return nil
        }
        let (east, north) = (axis.x / scale, axis.y / scale)
        let (sine, cosine) = (Double.sin(turn.radians), Double.cos(turn.radians))
        return length * Vector3(cosine * east + sine * north, cosine * north - sine * east, 0)
    }

    /// The reason why dead reckoning fails: an error of the orientation estimator, or an estimator that returns
    /// orientations only after the last sample. `nil` without such a reason.
    var failure: InputError? { heading.failure ?? lateness }

    /// Ends the run after the last sample. Sets ``failure`` if the orientation estimator returns its orientations only
    /// at the end of a run.
    mutating func finish() {
        var count = 0
        heading.finish(isThorough: false) { _, _ in count += 1 }
        guard count > 0 else { return }
        lateness = InputError(
            file: "pdr:heading=\(heading.specification.text)",
            message: "the estimator returns orientations only after the last sample, but each step of the walk needs "
                + "an orientation immediately",
            advice: "set 'heading' to an estimator that processes samples one by one"
        )
    }

    /// The minimum length of the horizontal part of y − z, where y and z are unit vectors along device axes. If this
    /// part is shorter, the direction is unknown. The whole vector y − z has the length √2.
    private static let smallestProjection = 0.05
}

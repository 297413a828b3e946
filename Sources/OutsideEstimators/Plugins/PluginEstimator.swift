import CSextantEstimator
import SensorModel

/// An estimator in a shared library that is called in Sextant's process.
final class PluginEstimator: OutsideEstimator, @unchecked Sendable {
    private let library: PluginLibrary
    private let values: [Double]
    private let table: sextant_estimator
    private var instance: UnsafeMutableRawPointer?
    private var intake: SampleIntake
    private(set) var failure: InputError?

    /// Creates an instance of the library's estimator.
    ///
    /// - Parameters:
    ///   - library: loaded library.
    ///   - values: values of the library's parameters, in the order of its table.
    init(_ library: PluginLibrary, values: [Double]) {
        self.library = library
        self.values = values
        table = library.table
        intake = SampleIntake(of: library.sensors)
        create()
    }

    deinit {
        if let instance { table.destroy(instance) }
    }

    private func create() {
        instance = values.isEmpty ? table.create(nil) : values.withUnsafeBufferPointer { table.create($0.baseAddress) }
        guard instance == nil else { return }
        fail("the function create() returned NULL")
    }

    var skips: SkipCounts { intake.skips }
    var remarks: [String] { [] }
    var time: OutsideTime? { nil }

    func reset() {
        failure = nil
        intake = SampleIntake(of: library.sensors)
        guard let instance, let reset = table.reset else {
            if let instance { table.destroy(instance) }
            return create()
        }
        reset(instance)
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard failure == nil, let instance else { return nil }
        if let value = intake.sample(1, of: frame) {
            Self.call(table.gyroscope, instance, frame.time, value)
        }
        if let value = intake.sample(0, of: frame) {
            Self.call(table.accelerometer, instance, frame.time, value)
        }
        if let value = intake.sample(2, of: frame) {
            Self.call(table.magnetometer, instance, frame.time, value)
        }
        var q = (0.0, 0.0, 0.0, 0.0)
        let isKnown = withUnsafeMutableBytes(of: &q) { bytes in
            table.orientation(instance, bytes.assumingMemoryBound(to: Double.self).baseAddress)
        }
        guard isKnown != 0 else { return nil }
        guard let orientation = AnswerText.unit(q.0, q.1, q.2, q.3) else {
            fail(
                "at \(frame.time) s, the library returned the quaternion \(q.0), \(q.1), \(q.2), \(q.3), whose "
                    + "length is not 1"
            )
            return nil
        }
        return orientation
    }

    @inline(__always)
    private static func call(
        _ function: (@convention(c) (UnsafeMutableRawPointer?, Double, UnsafePointer<Double>?) -> Void)?,
        _ instance: UnsafeMutableRawPointer,
        _ time: Seconds,
        _ value: Vector3
    ) {
        let numbers = (value.x, value.y, value.z)
        withUnsafeBytes(of: numbers) { bytes in
            function?(instance, time, bytes.assumingMemoryBound(to: Double.self).baseAddress)
        }
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] { [] }

    private func fail(_ message: String) {
        failure = InputError(
            file: "plugin:\(library.path)",
            message: message,
            advice: "correct the library"
        )
    }
}

import CSextant
import Pipelines
import SensorFilters
import SensorModel

/// A pipeline that a handle of the C interface identifies.
private final class PipelineObject: HandleObject {
    static let kind: UInt8 = 1

    let initial: Pipeline
    @exclusivity(unchecked) var pipeline: Pipeline
    @exclusivity(unchecked) var last: UnitQuaternion?

    init(_ pipeline: Pipeline) {
        initial = pipeline
        self.pipeline = pipeline
    }
}

extension UnitQuaternion {
    @inline(__always) fileprivate func write(to destination: UnsafeMutablePointer<Double>) {
        destination[0] = w
        destination[1] = x
        destination[2] = y
        destination[3] = z
    }
}

@inline(__always) private func vector(_ values: UnsafePointer<Double>?) -> Vector3? {
    values.map { Vector3($0[0], $0[1], $0[2]) }
}

/// Implements `sextant_interface` of the header `sextant.h`.
@_cdecl("sextant_interface")
public func interface() -> UInt32 { SEXTANT_INTERFACE }

/// Implements `sextant_pipeline_create` of the header `sextant.h`.
@_cdecl("sextant_pipeline_create")
public func createPipeline(
    interface: UInt32,
    spec: UnsafePointer<CChar>?,
    declination: Double,
    pipeline: UnsafeMutablePointer<UInt64>?,
    message: UnsafeMutablePointer<CChar>?,
    messageSize: Int
) -> Int32 {
    let message = Message(bytes: message, size: messageSize)
    if let failure = message.failure(interface: interface, spec: spec, handle: pipeline) { return failure }
    guard let spec, let pipeline else { return Int32(SEXTANT_INVALID_ARGUMENT) }
    do throws(InputError) {
        let specification = try PipelineSpecification(parsing: String(cString: spec))
        guard !specification.estimator.entry.isOffline else {
            return message.fail(
                SEXTANT_INVALID_ARGUMENT,
                "the offline estimator '\(specification.estimator.entry.name)' has no orientations before the end of a recording; choose another estimator"
            )
        }
        let angle = declination.isFinite ? Angle(degrees: declination) : nil
        return message.store(PipelineObject(Pipeline(specification, rates: [:], declination: angle)), pipeline)
    } catch {
        return message.fail(SEXTANT_INVALID_ARGUMENT, error.description)
    }
}

/// Implements `sextant_pipeline_push` of the header `sextant.h`.
@_cdecl("sextant_pipeline_push")
public func pushToPipeline(
    pipeline: UInt64,
    time: Double,
    gyroscope: UnsafePointer<Double>?,
    accelerometer: UnsafePointer<Double>?,
    magnetometer: UnsafePointer<Double>?,
    orientation: UnsafeMutablePointer<Double>?
) -> Int32 {
    PipelineObject.with(pipeline) { object in
        guard let orientation else { return Int32(SEXTANT_INVALID_ARGUMENT) }
        let frame = SensorFrame(
            time: time,
            accelerometer: vector(accelerometer),
            gyroscope: vector(gyroscope),
            magnetometer: vector(magnetometer)
        )
        guard let output = object.pipeline.process(frame) else { return Int32(SEXTANT_NO_VALUE) }
        object.last = output
        output.write(to: orientation)
        return Int32(SEXTANT_OK)
    }
}

/// Implements `sextant_pipeline_read` of the header `sextant.h`.
@_cdecl("sextant_pipeline_read")
public func readPipeline(pipeline: UInt64, orientation: UnsafeMutablePointer<Double>?) -> Int32 {
    PipelineObject.with(pipeline) { object in
        guard let orientation else { return Int32(SEXTANT_INVALID_ARGUMENT) }
        guard let last = object.last else { return Int32(SEXTANT_NO_VALUE) }
        last.write(to: orientation)
        return Int32(SEXTANT_OK)
    }
}

/// Implements `sextant_pipeline_reset` of the header `sextant.h`.
@_cdecl("sextant_pipeline_reset")
public func resetPipeline(pipeline: UInt64) -> Int32 {
    PipelineObject.with(pipeline) { object in
        object.pipeline = object.initial
        object.last = nil
        return Int32(SEXTANT_OK)
    }
}

/// Implements `sextant_pipeline_destroy` of the header `sextant.h`.
@_cdecl("sextant_pipeline_destroy")
public func destroyPipeline(pipeline: UInt64) -> Int32 { PipelineObject.destroy(pipeline) }

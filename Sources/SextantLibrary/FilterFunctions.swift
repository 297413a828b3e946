import CSextant
import Geodesy
import Pipelines
import SensorModel

/// A filter chain that a handle of the C interface identifies.
private final class FilterObject: HandleObject {
    static let kind: UInt8 = 2

    enum Chain {
        case scalar(FilterChain<Double>)
        case heading(FilterChain<Heading>)
        case vector(FilterChain<Vector3>)
        case quaternion(FilterChain<UnitQuaternion>)
    }

    let initial: Chain
    var chain: Chain

    init(_ chain: Chain) {
        initial = chain
        self.chain = chain
    }

    /// Processes a sample, and writes the output. Returns `false` if the chain has no output yet.
    func push(_ input: UnsafePointer<Double>, at time: Seconds, _ output: UnsafeMutablePointer<Double>) -> Bool {
        switch chain {
        case .scalar(var filters):
            // During the update, the property refers to `initial` instead of the chain. The chain then has a single
            // owner, and its windows are not copied.
            chain = initial
            defer { chain = .scalar(filters) }
            guard let value = filters.update(input[0], at: time) else { return false }
            output[0] = value
        case .heading(var filters):
            chain = initial
            defer { chain = .heading(filters) }
            guard let value = filters.update(Heading(degrees: input[0]), at: time) else { return false }
            output[0] = value.degrees
        case .vector(var filters):
            chain = initial
            defer { chain = .vector(filters) }
            guard let value = filters.update(Vector3(input[0], input[1], input[2]), at: time) else { return false }
            output[0] = value.x
            output[1] = value.y
            output[2] = value.z
        case .quaternion(var filters):
            chain = initial
            defer { chain = .quaternion(filters) }
            let sample = UnitQuaternion(w: input[0], x: input[1], y: input[2], z: input[3])
            guard let value = sample.flatMap({ filters.update($0, at: time) }) else { return false }
            output[0] = value.w
            output[1] = value.x
            output[2] = value.y
            output[3] = value.z
        }
        return true
    }
}

/// Implements `sextant_filter_create` of the header `sextant.h`.
@_cdecl("sextant_filter_create")
public func createFilter(
    interface: UInt32,
    spec: UnsafePointer<CChar>?,
    kind: Int32,
    filter: UnsafeMutablePointer<UInt64>?,
    message: UnsafeMutablePointer<CChar>?,
    messageSize: Int
) -> Int32 {
    let message = Message(bytes: message, size: messageSize)
    if let failure = message.failure(interface: interface, spec: spec, handle: filter) { return failure }
    guard let spec, let filter else { return Int32(SEXTANT_INVALID_ARGUMENT) }
    do throws(InputError) {
        let specification = try FilterSpecification(parsing: String(cString: spec))
        let chain: FilterObject.Chain
        switch Int(kind) {
        case SEXTANT_SCALAR: chain = .scalar(try specification.makeScalar())
        case SEXTANT_HEADING: chain = .heading(try specification.makeHeading())
        case SEXTANT_VECTOR: chain = .vector(try specification.makeVector())
        case SEXTANT_QUATERNION: chain = .quaternion(try specification.makeQuaternion())
        default:
            return message.fail(
                SEXTANT_INVALID_ARGUMENT,
                "kind \(kind) is not SEXTANT_SCALAR, SEXTANT_HEADING, SEXTANT_VECTOR or SEXTANT_QUATERNION"
            )
        }
        return message.store(FilterObject(chain), filter)
    } catch {
        return message.fail(SEXTANT_INVALID_ARGUMENT, error.description)
    }
}

/// Implements `sextant_filter_push` of the header `sextant.h`.
@_cdecl("sextant_filter_push")
public func pushToFilter(
    filter: UInt64,
    time: Double,
    value: UnsafePointer<Double>?,
    output: UnsafeMutablePointer<Double>?
) -> Int32 {
    FilterObject.with(filter) { object in
        guard let value, let output else { return Int32(SEXTANT_INVALID_ARGUMENT) }
        return Int32(object.push(value, at: time, output) ? SEXTANT_OK : SEXTANT_NO_VALUE)
    }
}

/// Implements `sextant_filter_reset` of the header `sextant.h`.
@_cdecl("sextant_filter_reset")
public func resetFilter(filter: UInt64) -> Int32 {
    FilterObject.with(filter) { object in
        object.chain = object.initial
        return Int32(SEXTANT_OK)
    }
}

/// Implements `sextant_filter_destroy` of the header `sextant.h`.
@_cdecl("sextant_filter_destroy")
public func destroyFilter(filter: UInt64) -> Int32 { FilterObject.destroy(filter) }

/// Implements `sextant_distance` of the header `sextant.h`.
@_cdecl("sextant_distance")
public func distance(
    formula: UnsafePointer<CChar>?,
    latitude: Double,
    longitude: Double,
    otherLatitude: Double,
    otherLongitude: Double,
    metres: UnsafeMutablePointer<Double>?
) -> Int32 {
    guard let formula, let metres, let entry = FormulaCatalogue.entry(named: String(cString: formula)),
        let start = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude),
        let end = GeographicPoint(latitudeDegrees: otherLatitude, longitudeDegrees: otherLongitude)
    else { return Int32(SEXTANT_INVALID_ARGUMENT) }
    guard let distance = entry.formula.distance(from: start, to: end) else { return Int32(SEXTANT_NO_VALUE) }
    metres.pointee = distance
    return Int32(SEXTANT_OK)
}

/// A causal, streaming filter over scalars, headings, vectors or orientations.
///
/// A filter has value semantics: a copy stores the current state and continues exactly as the original does. A filter
/// uses no later samples, and its memory is proportional to the length of its window. Callers use ``update(_:at:)``. A
/// conforming type implements only ``start(with:)`` and ``advance(to:over:)``. All filters treat unusable samples in
/// the same way:
///
/// - The first sample starts the filter.
/// - A sample with NaN or infinity, or a quaternion of length zero, is skipped and counted. State and output do not
///   change.
/// - A sample whose time is not later than the previous time leaves the output unchanged and is counted.
/// - A gap longer than ``maximumGap`` restarts the filter from the first sample after the gap. The restart is counted.
///
/// ```swift
/// var filter = LowPass<Double>(LowPassParameters(smoothing: .timeConstant(0.2)))
/// for (time, value) in samples {
///     guard let smoothed = filter.update(value, at: time) else { continue }
///     print(time, smoothed)
/// }
/// ```
public protocol Filter<Value>: Sendable {
    /// The kind of value that the filter reads and returns.
    associatedtype Value: FilterValue

    /// The time and output of the last sample, and the counts of skipped samples. Only ``accept(_:at:)`` and
    /// ``reset()`` change this state.
    var intake: Intake<Value> { get set }

    /// The longest interval between two samples, in seconds, that does not restart the filter.
    var maximumGap: Seconds { get }

    /// Discards all samples, starts with `value` and returns the output for it.
    mutating func start(with value: Value) -> Value

    /// Advances the state by one sample and returns the output at this sample. The sample follows the previous one
    /// after `interval` > 0.
    mutating func advance(to value: Value, over interval: Seconds) -> Value

    /// Processes a sample and returns the filter's output at its time, or `nil` if the sample is skipped.
    ///
    /// The protocol provides a default implementation. A generic filter must implement this method with the statement
    /// `admit(value, at: time)`. The compiler then specialises the code for each value type. Otherwise, callers that
    /// use the filter as `any Filter` run unspecialised code.
    mutating func accept(_ value: Value, at time: Seconds) -> Value?

    /// Discards all samples and sets all counts to zero.
    mutating func reset()
}

extension Filter {
    /// Processes a sample and returns the filter's output at its time, or `nil` before the first usable sample.
    ///
    /// For a skipped sample, the method returns the previous output.
    @inlinable
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        accept(value, at: time) ?? intake.output
    }

    /// Processes a sample as described in ``Filter`` and returns the filter's output, or `nil` if the sample is
    /// skipped.
    @inlinable
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Skips unusable samples and passes all others to ``start(with:)`` or ``advance(to:over:)``.
    ///
    /// Every implementation of ``accept(_:at:)`` calls this method.
    @inlinable
    public mutating func admit(_ value: Value, at time: Seconds) -> Value? {
        guard time.isFinite else { return skip(\.nonFinite) }
        switch value.admitted {
        case .nonFinite: return skip(\.nonFinite)
        case .zero: return skip(\.zero)
        case .usable(let usable): return process(usable, at: time)
        }
    }

    @inlinable
    mutating func process(_ value: Value, at time: Seconds) -> Value? {
        let output: Value
        if let last = intake.time {
            let interval = time - last
            guard interval > 0 else { return skip(\.notLater) }
            if interval > maximumGap {
                intake.countRestart()
                output = start(with: value)
            } else {
                output = advance(to: value, over: interval)
            }
        } else {
            output = start(with: value)
        }
        intake.last = Intake.Sample(time: time, output: output)
        return output
    }

    @usableFromInline
    mutating func skip(_ reason: WritableKeyPath<SkipCounts, Int>) -> Value? {
        intake.skips[keyPath: reason] += 1
        return nil
    }
}

/// The state of a filter's input: the last time, the last output and the counts of skipped samples.
public struct Intake<Value: FilterValue>: Sendable, Hashable {
    @usableFromInline var last: Sample?
    /// The counts of skipped samples and restarts since the filter was created or last reset.
    public internal(set) var skips = SkipCounts()

    /// Creates the state before the first sample.
    public init() {}

    /// The time of the last processed sample; `nil` before the first one.
    @inlinable public var time: Seconds? { last?.time }

    /// The filter's output at ``time``; `nil` before the first sample.
    @inlinable public var output: Value? { last?.output }

    @usableFromInline
    mutating func countRestart() { skips.restarts += 1 }

    /// The time of a processed sample, and the filter's output for it.
    @usableFromInline
    struct Sample: Sendable, Hashable {
        @usableFromInline let time: Seconds
        @usableFromInline let output: Value

        @inlinable init(time: Seconds, output: Value) {
            self.time = time
            self.output = output
        }
    }
}

/// Counts of the samples that a filter or an estimator skipped, and of its restarts.
///
/// Every skipped sample is counted in exactly one property.
public struct SkipCounts: Sendable, Hashable {
    /// Skipped samples that contain NaN or infinity.
    public var nonFinite = 0
    /// Skipped samples of length zero: quaternions, and vectors whose direction is needed.
    public var zero = 0
    /// Skipped samples whose time is not later than the time of the previous sample.
    public var notLater = 0
    /// Skipped measurements that determine no orientation, because gravity is parallel to the magnetic field.
    public var undetermined = 0
    /// The number of restarts after a gap longer than `maximumGap`. The first sample after such a gap is used, not
    /// skipped.
    public var restarts = 0

    /// Creates counts of zero.
    public init() {}

    /// The total number of skipped samples, without restarts.
    public var leftOut: Int { nonFinite + zero + notLater + undetermined }

    /// Adds the counts of the right operand to the counts of the left operand.
    public static func += (left: inout SkipCounts, right: SkipCounts) {
        left.nonFinite += right.nonFinite
        left.zero += right.zero
        left.notLater += right.notLater
        left.undetermined += right.undetermined
        left.restarts += right.restarts
    }
}

/// A causal, streaming filter over scalars, headings, vectors or orientations.
///
/// A filter is a value: a copy is a saved state, and goes on exactly as the original does. It never looks ahead, and
/// keeps O(window) memory. ``update(_:at:)`` is what callers use; a filter itself only says how it starts and how it
/// advances, and the rules for samples that no filter can use are the same for all:
///
/// - the first sample starts the filter;
/// - NaN or infinity, and a quaternion of length zero, never enter the state: output unchanged, counted;
/// - a time that is not later than the one before: output unchanged, counted;
/// - a gap longer than ``maximumGap``: the filter starts anew from the sample behind it, counted.
public protocol Filter<Value>: Sendable {
    associatedtype Value: FilterValue

    /// What the filter knows about its stream. Only ``accept(_:at:)`` and ``reset()`` write it.
    var intake: Intake<Value> { get set }

    /// A gap longer than this makes the filter start anew.
    var maximumGap: Seconds { get }

    /// Forgets all samples and starts with this one. Returns the output for it.
    mutating func start(with value: Value) -> Value

    /// Takes in the next sample, `interval` > 0 later than the one before. Returns the output for it.
    mutating func advance(to value: Value, over interval: Seconds) -> Value

    /// Takes in a sample and gives the filter's output at its time; nil for a sample that was left out: nothing is
    /// passed on for it.
    ///
    /// The protocol brings it. A generic filter writes it again as `admit(value, at: time)`, specialised for the values
    /// that its callers have: they hold filters as existentials, and would otherwise run the code for any value.
    mutating func accept(_ value: Value, at time: Seconds) -> Value?

    /// The state as it was made: no samples, no counts.
    mutating func reset()
}

extension Filter {
    /// Takes in a sample and gives the filter's output at its time; nil while there was no usable sample yet.
    @inlinable
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        accept(value, at: time) ?? intake.output
    }

    @inlinable
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// The rules for samples that no filter can use, and the filter's own step for all others: what ``accept(_:at:)``
    /// is, for every filter.
    @inlinable
    public mutating func admit(_ value: Value, at time: Seconds) -> Value? {
        guard time.isFinite else { return leaveOut(\.nonFinite) }
        switch value.admitted {
        case .nonFinite: return leaveOut(\.nonFinite)
        case .zero: return leaveOut(\.zero)
        case .usable(let usable): return take(usable, at: time)
        }
    }

    @inlinable
    mutating func take(_ value: Value, at time: Seconds) -> Value? {
        let output: Value
        if let last = intake.time {
            let interval = time - last
            guard interval > 0 else { return leaveOut(\.notLater) }
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
    mutating func leaveOut(_ reason: WritableKeyPath<SkipCounts, Int>) -> Value? {
        intake.skips[keyPath: reason] += 1
        return nil
    }
}

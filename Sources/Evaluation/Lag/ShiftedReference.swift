import CDifferenceMoments
package import Recordings
package import SensorModel

/// The reference orientations q(t − shift), interpolated for each time t of an estimate and for one shift. The
/// orientations are stored one half segment after the other.
///
/// They depend on the times of the estimates, but not on the estimated orientations. Pipelines with equal times
/// therefore share one instance.
package struct ShiftedReference {
    /// The samples of one half segment.
    struct Part {
        /// The indices of the estimates whose times are in the half segment.
        let samples: Range<Int>
        /// The index of the half segment's first orientation in ``ShiftedReference/orientations``.
        let first: Int
    }

    private(set) var parts: [Part] = []
    /// The interpolated orientations as unit quaternions.
    private(set) var orientations: QuaternionColumns
    /// The weight of each orientation in one of its segments: the segment whose first half contains the orientation.
    /// Zeros follow as padding.
    private(set) var weights: [Double]

    /// Interpolates the reference at the estimates' times minus the shift. O(samples).
    init(_ reference: LagReference, at times: [Seconds], shift: Seconds, halves: [LagHalf]) {
        var parts: [Part] = []
        var columns = QuaternionColumns()
        let padding = QuaternionColumns.padding
        weights = Array(unsafeUninitializedCapacity: times.count + padding) { weights, weightCount in
            columns = QuaternionColumns(count: times.count) { columns in
                let count = Self.fill(columns, weights, &parts, reference, at: times, shift: shift, halves: halves)
                for index in count..<count + padding { weights[index] = 0 }
                weightCount = count + padding
                return count
            }
        }
        orientations = columns
        self.parts = parts
    }

    /// Interpolates the reference orientations and computes their weights for all half segments.
    ///
    /// - Returns: the number of interpolated orientations.
    private static func fill(
        _ columns: QuaternionColumns.Pointers,
        _ weights: UnsafeMutableBufferPointer<Double>,
        _ parts: inout [Part],
        _ reference: LagReference,
        at times: [Seconds],
        shift: Seconds,
        halves: [LagHalf]
    ) -> Int {
        reference.withInterpolation { reference in
            times.withUnsafeBufferPointer { times in
                var (sample, next) = (0, 0)
                for half in halves {
                    while sample < times.count, times[sample] - shift < half.start { sample += 1 }
                    let (start, first) = (sample, next)
                    var lower = half.firstReference
                    let end = half.end
                    while sample < times.count {
                        let time = times[sample] - shift
                        guard time < end else { break }
                        columns.set(next, reference.orientation(at: time, from: &lower))
                        weights[next] = half.weight(at: time)
                        sample += 1
                        next += 1
                    }
                    parts.append(Part(samples: start..<sample, first: first))
                }
                return next
            }
        }
    }
}

/// Quaternions as four columns, scalar first, for sums over four elements at a time. The columns are padded with zeros.
struct QuaternionColumns {
    /// The start of each column.
    struct Pointers {
        let w: UnsafeMutablePointer<Double>
        let x: UnsafeMutablePointer<Double>
        let y: UnsafeMutablePointer<Double>
        let z: UnsafeMutablePointer<Double>
    }

    /// The number of zeros after each column, so that a sum over four elements at a time may read past the last one.
    static let padding = Int(SEXTANT_MOMENTS_PADDING)

    private let count: Int
    private let numbers: [Double]

    init() { self.init(count: 0) { _ in 0 } }

    /// Creates columns for a number of quaternions.
    ///
    /// - Parameters:
    ///   - count: the number of quaternions.
    ///   - fill: a closure that sets the first quaternions and returns their number. The remaining quaternions are set
    ///     to zero.
    init(count: Int, _ fill: (Pointers) -> Int) {
        self.count = count
        let length = count + Self.padding
        numbers = Array(unsafeUninitializedCapacity: 4 * length) { numbers, initialised in
            guard let w = numbers.baseAddress else { return }
            let columns = Pointers(w: w, x: w + length, y: w + 2 * length, z: w + 3 * length)
            for index in fill(columns)..<length { columns.set(index, .zero) }
            initialised = 4 * length
        }
    }

    init(_ orientations: [UnitQuaternion]) {
        self.init(count: orientations.count) { columns in
            for (index, orientation) in orientations.enumerated() {
                columns.set(index, orientation.lanes)
            }
            return orientations.count
        }
    }

    /// Calls `body` with the columns, starting at an index that is at most the number of quaternions.
    @inline(__always)
    func withColumns(from index: Int, _ body: (sextant_quaternion_columns) -> Void) {
        precondition(index <= count, "the columns end before this index")
        numbers.withUnsafeBufferPointer { numbers in
            guard let w = numbers.baseAddress.map({ $0 + index }) else { return }
            let length = count + Self.padding
            body(sextant_quaternion_columns(w: w, x: w + length, y: w + 2 * length, z: w + 3 * length))
        }
    }
}

extension QuaternionColumns.Pointers {
    @inline(__always)
    func set(_ index: Int, _ quaternion: SIMD4<Double>) {
        w[index] = quaternion.x
        x[index] = quaternion.y
        y[index] = quaternion.z
        z[index] = quaternion.w
    }
}

/// The reference for each shift that is a multiple of a step, interpolated at the times of estimates.
///
/// Interpolated references are stored in the order of their first use, up to a memory limit. Beyond this limit, the
/// reference for a shift is interpolated again at each call.
package final class ShiftedReferences {
    /// The maximum number of stored orientations, at 40 bytes each.
    private static let maximumStored = 1 << 19

    package let times: [Seconds]
    package let step: Seconds
    private let halves: [LagHalf]
    private let reference: LagReference
    private var stored: [Int: ShiftedReference] = [:]

    package init(_ reference: LagReference, at times: [Seconds], step: Seconds, halves: [LagHalf]) {
        self.reference = reference
        self.times = times
        self.step = step
        self.halves = halves
    }

    /// The interpolated reference for a shift.
    ///
    /// - Parameter number: the shift in steps.
    package subscript(number: Int) -> ShiftedReference {
        if let known = stored[number] { return known }
        let shifted = ShiftedReference(reference, at: times, shift: Double(number) * step, halves: halves)
        if (stored.count + 1) * times.count <= Self.maximumStored { stored[number] = shifted }
        return shifted
    }
}

/// The reference for the lag search, prepared once for all pipelines.
package struct LagReference {
    package let times: [Seconds]
    /// The index ranges of consecutive valid samples without gaps.
    let stretches: [Range<Int>]
    /// The maximum span over which the reference is reliable, in seconds; `nil` if the span is unlimited.
    package let span: Seconds?
    private let orientations: [SIMD4<Double>]
    /// The difference between each orientation and the next one; zero for the last orientation. Of the two opposite
    /// quaternions that represent the next orientation, the nearer one is used.
    private var steps: [SIMD4<Double>] = []
    /// The inverse of the interval from each orientation to the next, in 1/s; zero for the last orientation.
    private var inverseIntervals: [Double] = []

    package init(_ reference: ReferenceStream, span: Seconds?) {
        times = reference.times
        stretches = reference.stretches
        self.span = span
        orientations = reference.orientations.map { $0.lanes }
        steps.reserveCapacity(times.count)
        inverseIntervals.reserveCapacity(times.count)
        for index in times.indices {
            guard index + 1 < times.count, times[index + 1] > times[index] else {
                steps.append(.zero)
                inverseIntervals.append(0)
                continue
            }
            let (before, after) = (orientations[index], orientations[index + 1])
            // q and −q are the same orientation, so the nearer quaternion is used.
            steps.append(((before * after).sum() < 0 ? -after : after) - before)
            inverseIntervals.append(1 / (times[index + 1] - times[index]))
        }
    }

    /// Calls `body` with the reference, prepared for interpolation at many times.
    @inline(__always)
    func withInterpolation<Result>(_ body: (Interpolation) -> Result) -> Result {
        times.withUnsafeBufferPointer { times in
            orientations.withUnsafeBufferPointer { orientations in
                steps.withUnsafeBufferPointer { steps in
                    inverseIntervals.withUnsafeBufferPointer { inverseIntervals in
                        body(
                            Interpolation(
                                times: times,
                                orientations: orientations,
                                steps: steps,
                                inverseIntervals: inverseIntervals
                            )
                        )
                    }
                }
            }
        }
    }

    /// The data for interpolation, valid only inside ``withInterpolation(_:)``.
    struct Interpolation {
        fileprivate let times: UnsafeBufferPointer<Seconds>
        fileprivate let orientations: UnsafeBufferPointer<SIMD4<Double>>
        fileprivate let steps: UnsafeBufferPointer<SIMD4<Double>>
        fileprivate let inverseIntervals: UnsafeBufferPointer<Double>

        /// Returns the orientation at a time, interpolated linearly and scaled to unit length.
        ///
        /// If the neighbouring orientations differ by up to 10°, the interpolation error is at most 2e−5 rad and is
        /// symmetric about the middle.
        ///
        /// - Parameters:
        ///   - time: the time.
        ///   - lower: the index of a sample at or before the time. On return, the index of the last such sample.
        @inline(__always)
        func orientation(at time: Seconds, from lower: inout Int) -> SIMD4<Double> {
            while lower + 1 < times.count, times[lower + 1] <= time { lower += 1 }
            let fraction = min(1, max(0, (time - times[lower]) * inverseIntervals[lower]))
            let orientation = orientations[lower] + steps[lower] * fraction
            return orientation * (1 / (orientation * orientation).sum().squareRoot())
        }
    }
}

/// Half of a segment for the lag search. Two consecutive halves of a stretch without gaps form a segment.
///
/// Neighbouring segments share a half. The weights of a segment rise smoothly from 0 to 1 in its first half and fall to
/// 0 in its second half. In each shared half, the weights of the two segments add up to 1 (Welch 1967,
/// doi:10.1109/TAU.1967.1161901). Samples at a segment's ends have no weight, so the segment's error changes smoothly
/// with the shift.
package struct LagHalf {
    /// The length of a segment in seconds, unless a stretch without gaps is shorter. This is long enough for a filter to
    /// settle, and short enough for slow errors to stay almost constant.
    package static let segmentDuration: Seconds = 10
    /// The minimum length of a stretch that is divided into segments.
    static let shortestStretch: Seconds = 1

    package let start: Seconds
    let duration: Seconds
    /// The index of the reference sample at or before the start of the half segment.
    let firstReference: Int
    /// A Boolean value that indicates whether this is the last half of a stretch without gaps. No segment begins with
    /// the last half.
    let isLast: Bool

    package var end: Seconds { start + duration }

    /// Returns the weight of a time in this half segment, for the segment that begins with this half. The weight rises
    /// smoothly from 0 at the start to 1 at the end.
    package func weight(at time: Seconds) -> Double {
        let share = min(1, max(0, (time - start) / duration))
        return share * share * (3 - 2 * share)
    }

    /// Divides the usable time into half segments. The usable time is the time in which reference and estimate are
    /// known at every shift.
    ///
    /// - Parameters:
    ///   - reference: the reference in stretches without gaps.
    ///   - spans: the spans in which the estimate is known at every shift, oldest first.
    ///   - duration: the length of a segment.
    package static func halves(
        of reference: LagReference,
        within spans: [ClosedRange<Seconds>],
        segmentDuration duration: Seconds
    ) -> [LagHalf] {
        var halves: [LagHalf] = []
        var firstSpan = 0
        for stretch in reference.stretches {
            let (from, to) = (reference.times[stretch.lowerBound], reference.times[stretch.upperBound - 1])
            while firstSpan < spans.count, spans[firstSpan].upperBound <= from { firstSpan += 1 }
            for span in spans[firstSpan...] {
                guard span.lowerBound < to else { break }
                let start = max(from, span.lowerBound)
                let length = min(to, span.upperBound) - start
                guard length >= min(shortestStretch, duration / 2) else { continue }
                let count = Int(exactly: max(2, (length / (duration / 2)).rounded())) ?? 2
                var lower = stretch.lowerBound
                for number in 0..<count {
                    let begin = start + length * Double(number) / Double(count)
                    while lower + 1 < stretch.upperBound, reference.times[lower + 1] <= begin { lower += 1 }
                    halves.append(
                        LagHalf(
                            start: begin,
                            duration: length / Double(count),
                            firstReference: lower,
                            isLast: number == count - 1
                        )
                    )
                }
            }
        }
        return halves
    }
}

/// The sum of the components of orientations, each with the sign of the one before it, and the bounds of the components.
///
/// The definition of the mean gives every sample the sign of the newest (`UnitQuaternion.mean(of:)`), which changes with
/// each sample. If all numbers within the bounds lie on the newest's side, so does every sample, and the signs are those
/// of the definition.
public struct OrientationSum: MeanSummary {
    /// A smaller scalar product than this may be rounding.
    @usableFromInline static let margin = 1e-9

    @usableFromInline let w: Component
    @usableFromInline let x: Component
    @usableFromInline let y: Component
    @usableFromInline let z: Component

    /// The sum of one orientation.
    @inlinable public init(_ element: UnitQuaternion) {
        self.init(w: Component(element.w), x: Component(element.x), y: Component(element.y), z: Component(element.z))
    }

    @inlinable init(w: Component, x: Component, y: Component, z: Component) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The sum of both rows.
    @inlinable public func joined(with newer: OrientationSum) -> OrientationSum {
        OrientationSum(
            w: w.joined(with: newer.w),
            x: x.joined(with: newer.x),
            y: y.joined(with: newer.y),
            z: z.joined(with: newer.z)
        )
    }

    /// q or −q, whichever is closer to `previous`.
    @inlinable public static func form(of value: UnitQuaternion, after previous: UnitQuaternion) -> UnitQuaternion {
        value.aligned(with: previous)
    }

    /// Nil where samples may lie more than half a turn from the newest.
    @inlinable public func mean(count: Int, newest: UnitQuaternion) -> UnitQuaternion? {
        let smallestDot =
            w.smallest(times: newest.w) + x.smallest(times: newest.x) + y.smallest(times: newest.y)
            + z.smallest(times: newest.z)
        guard smallestDot > Self.margin else { return nil }
        return UnitQuaternion(w: w.sum.value, x: x.sum.value, y: y.sum.value, z: z.sum.value)
    }

    /// One component of all samples.
    @usableFromInline
    struct Component: Sendable {
        @usableFromInline let sum: CompensatedSum
        @usableFromInline let lowest: Double
        @usableFromInline let highest: Double

        @inlinable init(_ number: Double) { self.init(sum: CompensatedSum(number), lowest: number, highest: number) }

        @inlinable init(sum: CompensatedSum, lowest: Double, highest: Double) {
            self.sum = sum
            self.lowest = lowest
            self.highest = highest
        }

        @inlinable func joined(with newer: Component) -> Component {
            Component(
                sum: sum + newer.sum,
                lowest: min(lowest, newer.lowest),
                highest: max(highest, newer.highest)
            )
        }

        /// The smallest product of any number between the lowest and the highest with `factor`.
        @inlinable func smallest(times factor: Double) -> Double { factor * (factor < 0 ? highest : lowest) }
    }
}

import SensorModel

/// The last `capacity` orientations and their mean on the unit sphere S³ (`SphericalMean`).
///
/// Each sample is kept with the sign that brings it near the one before, in columns, so that several are taken at once.
/// While all lie within 9.9° of the mean on S³, which are 20° of rotation, the definition's iteration needs no angles:
///
/// - the signs are the definition's: in the coordinate with the largest Σ|·| all samples lie on one side. Where samples
///   lie on both sides, none reaches sin 19.9°, and in the mean's largest coordinate each reaches sin(30° − 9.9°);
/// - `log_x(q)` follows from x·q by a series (`NearbyArcs`).
///
/// Start, rounds and end are the definition's, and the results agree to 1e-12 rad. A wider window is left to
/// `SphericalMean`. O(n) time per round, O(n) memory.
struct OrientationWindow: Sendable {
    private typealias Lanes = SIMD2<Double>

    /// Of two samples side by side: w, x, y, z, and 1 where there is none.
    private static let blockLength = 10

    /// All samples but the newest, in blocks of two.
    private var blocks: [Double]
    private let slots: Int
    private var count = 0
    private var next = 0
    private var newest: UnitQuaternion?

    init(capacity: Int) {
        precondition(capacity > 0, "a window holds at least one value")
        slots = capacity - 1
        blocks = [Double](repeating: 0, count: (slots + 1) / 2 * Self.blockLength)
        removeAll()
    }

    mutating func removeAll() {
        for place in blocks.indices { blocks[place] = place % Self.blockLength < 8 ? 0 : 1 }
        count = 0
        next = 0
        newest = nil
    }

    /// Adds the newest orientation; the oldest goes when the window is full. Returns the mean of all.
    mutating func append(_ orientation: UnitQuaternion) -> UnitQuaternion {
        let aligned = newest.map(orientation.aligned) ?? orientation
        let mean = mean(with: aligned)
        newest = aligned
        if slots > 0 { store(aligned) }
        return mean
    }

    private mutating func store(_ orientation: UnitQuaternion) {
        let place = Self.place(of: next)
        blocks.withUnsafeMutableBufferPointer { blocks in
            blocks[place] = orientation.w
            blocks[place + 2] = orientation.x
            blocks[place + 4] = orientation.y
            blocks[place + 6] = orientation.z
            blocks[place + 8] = 0
        }
        next = next + 1 == slots ? 0 : next + 1
        count = min(count + 1, slots)
    }

    private static func place(of slot: Int) -> Int { slot / 2 * blockLength + slot % 2 }

    private func mean(with newest: UnitQuaternion) -> UnitQuaternion {
        if let mean = blocks.withUnsafeBufferPointer({ meanOfNeighbours($0, Quaternion(newest)) }) { return mean }
        let oldest = next - count
        let samples = (0...count).lazy.map { age in
            if age == count { return newest }
            let place = Self.place(of: oldest + age < 0 ? oldest + age + slots : oldest + age)
            return UnitQuaternion(unchecked: blocks[place], blocks[place + 2], blocks[place + 4], blocks[place + 6])
        }
        return SphericalMean.mean(of: samples) ?? newest
    }

    /// Buss & Fillmore 2001, algorithm A1; nil where the samples do not lie close together.
    @inline(__always)
    private func meanOfNeighbours(_ blocks: UnsafeBufferPointer<Double>, _ newest: Quaternion) -> UnitQuaternion? {
        let weight = 1 / Double(count + 1)
        let linear = (Self.sum(blocks) + newest) * weight
        let shortfall = 1 - linear.lengthSquared
        guard shortfall <= NearbyArcs.largestShortfall else { return nil }
        var mean = linear * NearbyArcs.inverseLength(shortfall)
        for _ in 0..<SphericalMean.iterationLimit {
            guard let excess = Self.excess(blocks, newest, at: mean) else { return nil }
            // log_x(q) = θ/sin θ (q − x cos θ): the mean of q and of what θ/sin θ adds to it, without its part along x
            let arcs = linear + excess * weight
            let tangent = arcs - mean * mean.dot(arcs)
            let last = mean
            mean = NearbyArcs.exponential(tangent, at: mean)
            if (mean - last).isWithin(SphericalMean.componentTolerance) { break }
        }
        return UnitQuaternion(nearUnit: linear.dominantComponent < 0 ? -mean : mean)
    }

    @inline(__always)
    private static func sum(_ blocks: UnsafeBufferPointer<Double>) -> Quaternion {
        var sum = Block.zero
        for place in stride(from: 0, to: blocks.count, by: blockLength) {
            sum.add(Block(blocks, place), times: Lanes(repeating: 1))
        }
        return sum.total
    }

    /// `Σ (θ/sin θ − 1) q` over all samples, θ the arc from x to q; nil where one is too far from x.
    @inline(__always)
    private static func excess(
        _ blocks: UnsafeBufferPointer<Double>,
        _ newest: Quaternion,
        at base: Quaternion
    ) -> Quaternion? {
        let versed = 1 - base.dot(newest)
        var farthest = Lanes(repeating: versed)
        var sum = Block.zero
        for place in stride(from: 0, to: blocks.count, by: blockLength) {
            let block = Block(blocks, place)
            let absent = lanes(blocks, place + 8)
            let versed = 1 - (block.dot(base) + absent)
            farthest = farthest.replacing(with: versed, where: versed .> farthest)
            sum.add(block, times: NearbyArcs.excess(versed))
        }
        guard max(farthest.x, farthest.y) <= NearbyArcs.reach else { return nil }
        return sum.total + newest * NearbyArcs.excess(Lanes(repeating: versed)).x
    }

    @inline(__always)
    private static func lanes(_ blocks: UnsafeBufferPointer<Double>, _ place: Int) -> Lanes {
        Lanes(blocks[place], blocks[place &+ 1])
    }

    /// Two samples side by side.
    private struct Block {
        static var zero: Block { Block(w: .zero, x: .zero, y: .zero, z: .zero) }

        var w: Lanes
        var x: Lanes
        var y: Lanes
        var z: Lanes

        @inline(__always)
        init(w: Lanes, x: Lanes, y: Lanes, z: Lanes) {
            self.w = w
            self.x = x
            self.y = y
            self.z = z
        }

        @inline(__always)
        init(_ blocks: UnsafeBufferPointer<Double>, _ place: Int) {
            w = lanes(blocks, place)
            x = lanes(blocks, place &+ 2)
            y = lanes(blocks, place &+ 4)
            z = lanes(blocks, place &+ 6)
        }

        @inline(__always)
        func dot(_ base: Quaternion) -> Lanes { (w * base.w + x * base.x) + (y * base.y + z * base.z) }

        @inline(__always)
        mutating func add(_ other: Block, times factor: Lanes) {
            w += other.w * factor
            x += other.x * factor
            y += other.y * factor
            z += other.z * factor
        }

        @inline(__always)
        var total: Quaternion { Quaternion(w: w.x + w.y, x: x.x + x.y, y: y.x + y.y, z: z.x + z.y) }
    }
}

extension Quaternion {
    /// Whether no component is larger than the limit. Most are told by their squares' sum.
    @inline(__always)
    fileprivate func isWithin(_ limit: Double) -> Bool {
        lengthSquared <= limit * limit * (1 - 1e-9)
            || max(max(abs(w), abs(x)), max(abs(y), abs(z))) <= limit
    }

    /// The component with the largest magnitude, the first of equal ones.
    @inline(__always)
    fileprivate var dominantComponent: Double {
        let first = abs(x) > abs(w) ? x : w
        let second = abs(y) > abs(first) ? y : first
        return abs(z) > abs(second) ? z : second
    }
}

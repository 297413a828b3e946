import SensorModel

/// The changes of a room with steel to the Earth's magnetic field. A room without changes is outdoors.
struct MagneticRoom: Sendable {
    private var magnets: [SimulatedPlace.Magnet] = []
    /// A uniform field in µT (East, North, Up).
    private var uniformField = Vector3.zero
    /// The fraction of the Earth's field that the room removes.
    private var shielding = 0.0

    /// Creates a room that does not change the Earth's field.
    init() {}

    /// The steel objects whose fields are those of dipoles.
    enum Steel: Sendable {
        /// Four to eight objects at the heights of a floor, a desk and a ceiling, around the middle of the path.
        case furniture
        /// Objects in floors and ceilings along the path.
        case floorsAndCeilings(count: Int)
    }

    /// Creates a room with random steel objects near a path.
    ///
    /// - Parameters:
    ///   - path: positions of the sensor at equal intervals.
    ///   - variation: standard deviation of the field along the path in µT, all axes together.
    ///   - draw: number of the random objects.
    ///   - removesMean: whether the mean along the path is removed, so that north is that of the Earth's field.
    ///   - shielding: fraction of the Earth's field that the room removes.
    init(
        _ steel: Steel,
        along path: [Vector3],
        variation: Double,
        draw: UInt64,
        removesMean: Bool,
        shielding: Double
    ) {
        self.shielding = shielding
        var random = SplitMix64(seed: draw, purpose: "steel.position")
        var normal = NormalSource(SplitMix64(seed: draw, purpose: "steel.moment"))
        let middle = Self.mean(path)
        let count =
            switch steel {
            case .furniture: 4 + random.nextIndex(below: 5)
            case .floorsAndCeilings(let count): count
            }
        // Objects that are too close to the path are replaced.
        for _ in 0..<4 * count where magnets.count < count {
            let position =
                switch steel {
                case .furniture:
                    Vector3(
                        middle.x + random.number(in: -1.5...1.5),
                        middle.y + random.number(in: -1.5...1.5),
                        random.element(of: [0, 0.7, 2.6])
                    )
                case .floorsAndCeilings:
                    path[random.nextIndex(below: path.count)] + Vector3(0, 0, random.element(of: [-1.3, 1.6]))
                        + Vector3(1.2 * normal.next(), 1.2 * normal.next(), 0.3 * normal.next())
                }
            let moment = normal.nextVector() * PortableMath.exponential(0.5 * normal.next())
            guard path.allSatisfy({ ($0 - position).length > Self.nearest }) else { continue }
            magnets.append(SimulatedPlace.Magnet(position: position, moment: moment))
        }
        scale(to: variation, along: path, removesMean)
    }

    /// The minimum distance of a steel object from the path. Between the samples of the path, the distance is up to
    /// 0.05 m smaller.
    private static let nearest: Metres = 0.4

    private mutating func scale(to variation: Double, along path: [Vector3], _ removesMean: Bool) {
        let fields = path.map { point in magnets.reduce(Vector3.zero) { $0 + $1.field(at: point) } }
        let mean = Self.mean(fields)
        let squares = fields.reduce(0) { $0 + ($1 - mean).dot($1 - mean) }
        guard squares > 0 else { return }
        let factor = variation / (squares / Double(fields.count)).squareRoot()
        for index in magnets.indices { magnets[index].moment = magnets[index].moment * factor }
        if removesMean { uniformField = -mean * factor }
    }

    private static func mean(_ vectors: [Vector3]) -> Vector3 {
        vectors.reduce(.zero, +) * (1 / Double(max(1, vectors.count)))
    }

    /// Returns the place with the field of this room.
    func added(to place: SimulatedPlace) -> SimulatedPlace {
        var place = place
        place.fieldStrength *= 1 - shielding
        place.magnets += magnets
        place.uniformField += uniformField
        return place
    }
}

extension SplitMix64 {
    /// Returns the next number, uniform in a range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + nextFraction() * (range.upperBound - range.lowerBound)
    }

    /// Returns a random element of a list that is not empty.
    mutating func element<Element>(of list: [Element]) -> Element { list[nextIndex(below: list.count)] }
}

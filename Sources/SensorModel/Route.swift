/// A way to walk or drive along: a line of points, and what to do at some of them.
public struct Route: Sendable, Hashable {
    public struct Vertex: Sendable, Hashable {
        public var point: GeographicPoint
        /// nil where the file gives none.
        public var altitude: Metres?

        public init(point: GeographicPoint, altitude: Metres? = nil) {
            self.point = point
            self.altitude = altitude
        }
    }

    public struct Instruction: Sendable, Hashable {
        public var text: String
        /// The index of the vertex at which it is to be followed.
        public var vertex: Int
        /// Of the way from there to the next instruction, as the file states it; nil where it states none.
        public var length: Metres?
        /// Of the way from there, clockwise from north, as the file states it; nil where it states none.
        public var azimuth: Angle?
        /// From the way before to the way from there, right positive, in (−180°, 180°], as the file states it; nil where
        /// it states none.
        public var turn: Angle?

        public init(
            text: String,
            vertex: Int,
            length: Metres? = nil,
            azimuth: Angle? = nil,
            turn: Angle? = nil
        ) {
            self.text = text
            self.vertex = vertex
            self.length = length
            self.azimuth = azimuth
            self.turn = turn
        }
    }

    public var name: String?
    /// From start to finish.
    public var vertices: [Vertex]
    /// In the order of their vertices.
    public var instructions: [Instruction]
    /// Of the whole way, as the file states it; nil where it states none.
    public var length: Metres?

    public init(
        name: String? = nil,
        vertices: [Vertex],
        instructions: [Instruction] = [],
        length: Metres? = nil
    ) {
        self.length = length
        self.name = name
        self.vertices = vertices
        self.instructions = instructions
    }
}

/// A route to walk or drive along: a polyline, and instructions at some of its vertices.
public struct Route: Sendable, Hashable {
    /// A vertex of the polyline.
    public struct Vertex: Sendable, Hashable {
        /// The position on WGS84.
        public var point: GeographicPoint
        /// The altitude in metres; `nil` if absent from the file.
        public var altitude: Metres?

        /// Creates a vertex.
        public init(point: GeographicPoint, altitude: Metres? = nil) {
            self.point = point
            self.altitude = altitude
        }
    }

    /// An instruction at a vertex.
    public struct Instruction: Sendable, Hashable {
        /// The instruction's text in the file.
        public var text: String
        /// The index of the vertex where the instruction applies.
        public var vertex: Int
        /// The length in metres from the vertex to the next instruction, as stated in the file; `nil` if absent.
        public var length: Metres?
        /// The azimuth of the segment after the vertex, clockwise from north, as stated in the file; `nil` if absent.
        public var azimuth: Angle?
        /// The turn at the vertex, right positive, in (−180°, 180°], as stated in the file; `nil` if absent.
        public var turn: Angle?

        /// Creates an instruction.
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

    /// The route's name; `nil` if absent from the file.
    public var name: String?
    /// The vertices from start to finish.
    public var vertices: [Vertex]
    /// The instructions in the order of their vertices.
    public var instructions: [Instruction]
    /// The length of the route in metres, as stated in the file; `nil` if absent.
    public var length: Metres?

    /// Creates a route.
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

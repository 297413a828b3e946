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

        public init(text: String, vertex: Int) {
            self.text = text
            self.vertex = vertex
        }
    }

    public var name: String?
    /// From start to finish.
    public var vertices: [Vertex]
    /// In the order of their vertices.
    public var instructions: [Instruction]

    public init(name: String? = nil, vertices: [Vertex], instructions: [Instruction] = []) {
        self.name = name
        self.vertices = vertices
        self.instructions = instructions
    }
}

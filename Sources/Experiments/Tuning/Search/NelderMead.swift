/// The simplex method of Nelder and Mead in the unit box, with coefficients that depend on the dimension.
///
/// Sources: Nelder & Mead 1965, doi:10.1093/comjnl/7.4.308; coefficients of Gao & Han 2012,
/// doi:10.1007/s10589-010-9329-3. Points outside the box are moved to its boundary, and the steps are those of
/// `scipy.optimize.minimize(method="Nelder-Mead")`.
package struct NelderMead: SearchRun {
    private struct Vertex {
        var place: [Double]
        var cost: Double
    }

    /// The step that the points of ``batch`` belong to.
    private enum Step {
        case beginning
        case reflection
        case expansion(reflected: Vertex)
        case outsideContraction(reflected: Vertex)
        case insideContraction
        case shrinking
    }

    /// The coefficients of Gao & Han 2012, equation (4.1). In one dimension, where the simplex would shrink to a point,
    /// those of two dimensions.
    private struct Coefficients {
        let expansion: Double
        let contraction: Double
        let shrinking: Double

        init(dimension: Int) {
            let n = Double(max(2, dimension))
            expansion = 1 + 2 / n
            contraction = 0.75 - 1 / (2 * n)
            shrinking = 1 - 1 / n
        }
    }

    package private(set) var batch: [[Double]]
    private let coefficients: Coefficients
    /// The vertices, sorted by cost.
    private var vertices: [Vertex] = []
    private var step = Step.beginning

    /// - Parameters:
    ///   - start: the first vertex in the unit box.
    ///   - size: the distance of each further vertex along one axis, towards the more distant face.
    package init(start: [Double], size: Double) {
        self.init(
            simplex: [start]
                + start.indices.map { axis in
                    var place = start
                    place[axis] += place[axis] <= 0.5 ? size : -size
                    return place
                }
        )
    }

    /// - Parameter simplex: one more point than dimensions, in the unit box.
    package init(simplex: [[Double]]) {
        precondition(
            simplex.count > 1 && simplex.allSatisfy { $0.count == simplex.count - 1 },
            "a simplex has one more vertex than dimensions"
        )
        batch = simplex
        coefficients = Coefficients(dimension: simplex.count - 1)
    }

    package func hasConverged(within tolerance: Double) -> Bool {
        guard let best = vertices.first else { return false }
        return vertices.allSatisfy { vertex in
            zip(vertex.place, best.place).allSatisfy { abs($0 - $1) <= tolerance }
        }
    }

    package mutating func tell(_ costs: [Double]) {
        precondition(costs.count == batch.count, "a cost for every point")
        let evaluated = zip(batch, costs).map { Vertex(place: $0, cost: $1) }
        switch step {
        case .beginning:
            vertices = evaluated
            reflect()
        case .reflection: choose(after: evaluated[0])
        case .expansion(let reflected):
            replaceWorst(with: evaluated[0].cost < reflected.cost ? evaluated[0] : reflected)
        case .outsideContraction(let reflected):
            if evaluated[0].cost <= reflected.cost { replaceWorst(with: evaluated[0]) } else { shrink() }
        case .insideContraction:
            if evaluated[0].cost < worst.cost { replaceWorst(with: evaluated[0]) } else { shrink() }
        case .shrinking:
            vertices = [vertices[0]] + evaluated
            reflect()
        }
    }

    private var worst: Vertex { vertices[vertices.count - 1] }

    private mutating func choose(after reflected: Vertex) {
        if reflected.cost < vertices[0].cost {
            ask(coefficients.expansion, .expansion(reflected: reflected))
        } else if reflected.cost < vertices[vertices.count - 2].cost {
            replaceWorst(with: reflected)
        } else if reflected.cost < worst.cost {
            ask(coefficients.contraction, .outsideContraction(reflected: reflected))
        } else {
            ask(-coefficients.contraction, .insideContraction)
        }
    }

    private mutating func replaceWorst(with vertex: Vertex) {
        vertices[vertices.count - 1] = vertex
        reflect()
    }

    private mutating func shrink() {
        let best = vertices[0].place
        batch = vertices.dropFirst().map { vertex in
            // Gao & Han 2012, step 6: x₁ + δ (xᵢ − x₁).
            zip(best, vertex.place).map { Self.inside($0 + coefficients.shrinking * ($1 - $0)) }
        }
        step = .shrinking
    }

    private mutating func reflect() {
        // The sort is stable: of equal vertices the older one is first.
        vertices.sort { $0.cost < $1.cost }
        ask(1, .reflection)
    }

    /// Requests the point at a distance from the centre of all vertices but the worst, in units of the distance from
    /// the worst to the centre.
    private mutating func ask(_ length: Double, _ step: Step) {
        let others = vertices.dropLast()
        batch = [
            worst.place.indices.map { axis in
                let centre = others.reduce(0) { $0 + $1.place[axis] } / Double(others.count)
                // Gao & Han 2012, steps 2 to 5: x̄ + t (x̄ − xₙ₊₁).
                return Self.inside((1 + length) * centre - length * worst.place[axis])
            }
        ]
        self.step = step
    }

    private static func inside(_ coordinate: Double) -> Double { min(max(coordinate, 0), 1) }
}

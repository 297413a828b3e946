/// Nelder and Mead's simplex with coefficients that suit its dimension, in the unit box.
///
/// Nelder & Mead 1965, doi:10.1093/comjnl/7.4.308; coefficients of Gao & Han 2012, doi:10.1007/s10589-010-9329-3. A
/// place outside the box is moved to its border, as in `scipy.optimize.minimize(method="Nelder-Mead")`, whose steps
/// these are.
struct NelderMead: SearchRun {
    private struct Vertex {
        var place: [Double]
        var cost: Double
    }

    /// What the places of ``batch`` are for.
    private enum Step {
        case beginning
        case reflection
        case expansion(reflected: Vertex)
        case outsideContraction(reflected: Vertex)
        case insideContraction
        case shrinking
    }

    /// Gao & Han 2012, equation (4.1); for one dimension, where they would shrink to a point, those of two.
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

    private(set) var batch: [[Double]]
    private let coefficients: Coefficients
    /// Sorted by cost.
    private var vertices: [Vertex] = []
    private var step = Step.beginning

    /// - Parameters:
    ///   - start: in the unit box.
    ///   - size: how far the other vertices are from it, each along an axis, towards the farther side.
    init(start: [Double], size: Double) {
        self.init(
            simplex: [start]
                + start.indices.map { axis in
                    var place = start
                    place[axis] += place[axis] <= 0.5 ? size : -size
                    return place
                }
        )
    }

    /// - Parameter simplex: one place more than dimensions, in the unit box.
    init(simplex: [[Double]]) {
        precondition(simplex.count > 1 && simplex.allSatisfy { $0.count == simplex.count - 1 }, "a simplex")
        batch = simplex
        coefficients = Coefficients(dimension: simplex.count - 1)
    }

    func hasConverged(within tolerance: Double) -> Bool {
        guard let best = vertices.first else { return false }
        return vertices.allSatisfy { vertex in
            zip(vertex.place, best.place).allSatisfy { abs($0 - $1) <= tolerance }
        }
    }

    mutating func take(_ costs: [Double]) {
        precondition(costs.count == batch.count, "a cost for every place")
        let told = zip(batch, costs).map { Vertex(place: $0, cost: $1) }
        switch step {
        case .beginning:
            vertices = told
            reflect()
        case .reflection: choose(after: told[0])
        case .expansion(let reflected):
            replaceWorst(with: told[0].cost < reflected.cost ? told[0] : reflected)
        case .outsideContraction(let reflected):
            if told[0].cost <= reflected.cost { replaceWorst(with: told[0]) } else { shrink() }
        case .insideContraction:
            if told[0].cost < worst.cost { replaceWorst(with: told[0]) } else { shrink() }
        case .shrinking:
            vertices = [vertices[0]] + told
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
        // Stable: of equal vertices the older one stays in front.
        vertices.sort { $0.cost < $1.cost }
        ask(1, .reflection)
    }

    /// Asks for the place so far from the centre of all vertices but the worst, in lengths of the way from the worst to
    /// it.
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

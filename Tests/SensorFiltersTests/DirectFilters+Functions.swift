import RealModule

extension DirectFilters {
    static func sine(_ x: Double) -> Double { .sin(x) }
    static func cosine(_ x: Double) -> Double { .cos(x) }
    static func arcCosine(_ x: Double) -> Double { .acos(x) }
}

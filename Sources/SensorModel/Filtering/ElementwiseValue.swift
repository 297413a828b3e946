/// A value that is a row of independent numbers: a scalar, a vector.
///
/// Headings and orientations are not: their numbers mean something only together.
public protocol ElementwiseValue: FilterValue {
    /// How many numbers make a value.
    static var elementCount: Int { get }

    /// The value whose number at each place, from 0, the function gives; it is asked once for each place, in order.
    init(elements: (Int) -> Double)

    /// The number at a place from 0.
    func element(_ place: Int) -> Double
}

extension Double: ElementwiseValue {
    /// One.
    @inlinable public static var elementCount: Int { 1 }
    /// The only element.
    @inlinable public init(elements: (Int) -> Double) { self = elements(0) }
    /// The number itself.
    @inlinable public func element(_ place: Int) -> Double { self }
}

extension Vector3: ElementwiseValue {
    /// Three.
    @inlinable public static var elementCount: Int { 3 }

    /// The vector with the elements x, y and z.
    @inlinable public init(elements: (Int) -> Double) {
        self.init(elements(0), elements(1), elements(2))
    }

    /// x, y or z.
    @inlinable public func element(_ place: Int) -> Double {
        switch place {
        case 0: x
        case 1: y
        default: z
        }
    }
}

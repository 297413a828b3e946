/// What is known of a row of values as a whole, such that two rows in succession can be joined without going through
/// them again.
public protocol WindowSummary<Element>: Sendable {
    associatedtype Element: Sendable

    /// The summary of a row of one.
    init(_ element: Element)

    /// The summary of this row with the newer one behind it.
    func joined(with newer: Self) -> Self
}

/// A summary from which a row's mean follows.
public protocol MeanSummary<Element>: WindowSummary {
    /// An equal value in the form that is to follow `previous` in a row: −q for q where that is closer.
    static func form(of value: Element, after previous: Element) -> Element

    /// The mean of the row; nil where the summary does not determine it, and the values must be gone through.
    ///
    /// - Parameters:
    ///   - count: how many values are in the row.
    ///   - newest: the last of them, in its form in the row.
    func mean(count: Int, newest: Element) -> Element?
}

extension MeanSummary {
    @inlinable public static func form(of value: Element, after previous: Element) -> Element { value }
}

/// What is made of an XML file whose elements are told one by one.
protocol MarkupContent {
    /// What the file ought to be, in messages: `a GPX track`.
    static var expectation: String { get }

    /// An element starts.
    ///
    /// - Returns: whether ``end(_:text:)`` is to have its text.
    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool

    /// An element ends. `text` is all that stands within it, the text of elements in it too; nil where it was not
    /// asked for.
    mutating func end(_ element: MarkupElement, text: String?) throws(InputError)
}

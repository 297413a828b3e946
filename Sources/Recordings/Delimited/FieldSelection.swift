/// A field of each row that is asked for, and what is read in it.
struct FieldSelection: Hashable {
    /// What a field's text is turned into.
    enum Reading: Hashable {
        case number
        /// A moment, in whole nanoseconds.
        case stamp(StampNotation)
        /// 1 where the text is this one, 0 elsewhere.
        case word(String)
    }

    /// Counted from 0 in the file's order.
    var field: Int
    var reading = Reading.number
}

/// Report tables that are not what their committed files say; what differs was printed already.
struct TablesDiffer: Error, CustomStringConvertible {
    let names: [String]
    let checked: Int

    var description: String {
        let count = names.count == 1 ? "1 of \(checked) tables differs" : "\(names.count) of \(checked) tables differ"
        return "sextant: \(count) from what is committed; mend what changed them, or commit what "
            + "'sextant tables \(names.joined(separator: " "))' writes"
    }
}

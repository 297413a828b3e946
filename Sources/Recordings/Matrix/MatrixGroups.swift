/// Variables in groups of about the same size, each for a process of its own.
package struct MatrixGroups {
    /// The names of the variables in each group. Parts of one structure are in one group, because they are read together.
    package let names: [[String]]

    /// Distributes variables, the largest first, each to the smallest group.
    package init(of variables: [MatrixVariable], count: Int) {
        var sizes: [String: Int] = [:]
        for variable in variables { sizes[variable.structure, default: 0] += variable.elementCount ?? 0 }
        var groups = [(size: Int, names: Set<String>)](repeating: (0, []), count: max(min(count, sizes.count), 1))
        for (name, size) in sizes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let smallest = groups.indices.min { groups[$0].size < groups[$1].size } ?? 0
            groups[smallest].size += size
            groups[smallest].names.insert(name)
        }
        names = groups.map { group in variables.filter { group.names.contains($0.structure) }.map(\.name) }
    }
}

extension MatrixVariable {
    /// The name of the variable that contains this one; its own name for a variable outside structures.
    fileprivate var structure: String { String(name.prefix { $0 != "." && $0 != "(" }) }
}

internal import SensorModel

/// Builds the tree of a ``PlaceIndex``.
struct PlaceTreeBuilder {
    private(set) var entries: [PlaceIndex.Entry]
    private(set) var nodes: [PlaceIndex.Node] = []

    private enum Axis {
        case x, y, z

        func coordinate(of position: Vector3) -> Metres {
            switch self {
            case .x: position.x
            case .y: position.y
            case .z: position.z
            }
        }
    }

    /// The size at which testing all places of a leaf costs as much as descending further.
    private static let leafSize = 16

    init(entries: [PlaceIndex.Entry]) { self.entries = entries }

    mutating func build() {
        guard !entries.isEmpty else { return }
        addNode(over: 0..<entries.count)
    }

    private mutating func addNode(over range: Range<Int>) {
        let number = nodes.count
        let (node, widest) = summary(of: range)
        nodes.append(node)
        guard range.count > Self.leafSize else { return }
        let middle = range.lowerBound + range.count / 2
        select(middle, in: range, along: widest)
        addNode(over: range.lowerBound..<middle)
        let second = nodes.count
        addNode(over: middle..<range.upperBound)
        nodes[number] = PlaceIndex.Node(
            centre: node.centre,
            radius: node.radius,
            altitudes: node.altitudes,
            heightsAboveDevice: node.heightsAboveDevice,
            entries: range,
            second: second
        )
    }

    /// A leaf for the places of a range, and the axis along which they extend most.
    private func summary(of range: Range<Int>) -> (PlaceIndex.Node, widest: Axis) {
        var low = entries[range.lowerBound].position
        var high = low
        var altitudes: ClosedRange<Metres>?
        var heights: ClosedRange<Metres>?
        for entry in entries[range] {
            let position = entry.position
            low = Vector3(min(low.x, position.x), min(low.y, position.y), min(low.z, position.z))
            high = Vector3(max(high.x, position.x), max(high.y, position.y), max(high.z, position.z))
            if let altitude = entry.altitude {
                altitudes = Self.widened(altitudes, to: altitude)
            } else {
                heights = Self.widened(heights, to: entry.heightAboveDevice)
            }
        }
        let centre = (low + high) * 0.5
        let radius = entries[range].reduce(0) { max($0, ($1.position - centre).length) }
        let size = high - low
        let widest: Axis = size.x >= max(size.y, size.z) ? .x : size.y >= size.z ? .y : .z
        let node = PlaceIndex.Node(
            centre: centre,
            radius: radius,
            altitudes: altitudes,
            heightsAboveDevice: heights,
            entries: range,
            second: nil
        )
        return (node, widest)
    }

    private static func widened(_ range: ClosedRange<Metres>?, to value: Metres) -> ClosedRange<Metres> {
        guard let range else { return value...value }
        return min(range.lowerBound, value)...max(range.upperBound, value)
    }

    /// Reorders the places of a range so that no place before `middle` is greater and none after it is smaller.
    ///
    /// Hoare 1961, doi:10.1145/366622.366647.
    private mutating func select(_ middle: Int, in range: Range<Int>, along axis: Axis) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = axis.coordinate(of: entries[low + (high - low) / 2].position)
            var (left, right) = (low, high)
            while left <= right {
                while axis.coordinate(of: entries[left].position) < pivot { left += 1 }
                while axis.coordinate(of: entries[right].position) > pivot { right -= 1 }
                if left <= right {
                    entries.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                return
            }
        }
    }
}

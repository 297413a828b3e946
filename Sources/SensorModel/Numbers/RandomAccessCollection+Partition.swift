extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element that meets the condition, or the end index if no element does. O(log n).
    ///
    /// If an element meets the condition, all later elements must also meet it.
    @inlinable package func firstIndexOfPartition(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

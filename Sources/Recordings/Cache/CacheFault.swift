/// Why a file of the cache is of no use.
enum CacheFault: Error, Hashable {
    case missing
    /// Cut, changed, or not of the cache.
    case damaged(String)
    /// The system's word for what it does not do.
    case refused(String)
}

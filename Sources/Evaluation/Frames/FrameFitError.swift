/// Why frames cannot be fitted.
struct FrameFitError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

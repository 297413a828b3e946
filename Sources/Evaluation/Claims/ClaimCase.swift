/// One measurement of a claim, and the values for which the claim holds.
public struct ClaimCase: Sendable {
    /// What distinguishes the measurement from the claim's others; empty for the only one.
    public var condition: String
    public var quantity: ClaimQuantity
    /// The values for which the claim holds.
    public var accepted: ClaimRange
}

extension Metres {
    /// From this length on, 2²³ m, neighbouring numbers are over a nanometre apart, and nine decimals say which it is.
    private static let coarse: Metres = 8_388_608

    /// The length to the nanometre: at most nine decimals.
    package var roundedToNanometres: Metres {
        magnitude < Self.coarse ? (self * 1e9).rounded() / 1e9 : self
    }
}

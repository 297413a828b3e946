/// Between which azimuths in [0, π] the wanted one is.
struct AzimuthBracket {
    private var low = SineCosine(sine: 0, cosine: 1)
    private var high = SineCosine(sine: 0, cosine: -1)

    mutating func narrow(to azimuth: SineCosine, isBeyond: Bool) {
        guard contains(azimuth) else { return }
        if isBeyond { high = azimuth } else { low = azimuth }
    }

    func contains(_ azimuth: SineCosine) -> Bool {
        Self.sineOfTurn(from: low, to: azimuth) > 0 && Self.sineOfTurn(from: azimuth, to: high) > 0
    }

    var middle: SineCosine {
        // The ends of the first bracket cancel each other out.
        guard low.sine > 0 || high.sine > 0 else { return SineCosine(sine: 1, cosine: 0) }
        return SineCosine(sine: low.sine + high.sine, cosine: low.cosine + high.cosine).normalised
    }

    /// Whether the ends are neighbours, as far as a double can tell.
    var isClosed: Bool {
        (low.sine - high.sine).magnitude + (low.cosine - high.cosine).magnitude < .ulpOfOne
    }

    private static func sineOfTurn(from start: SineCosine, to end: SineCosine) -> Double {
        end.sine * start.cosine - end.cosine * start.sine
    }
}

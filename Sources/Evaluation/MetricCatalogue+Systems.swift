extension MetricCatalogue {
    static let screenMetrics: [Metric] = [
        Metric(
            .pixelRMSE,
            .screen,
            unit: "px",
            "Root mean square, over places and moments, of how far a place is drawn from where the camera sees it."
        ),
        Metric(.pixelMedian, .screen, unit: "px", "Median of the same distances."),
        Metric(.pixelP95, .screen, unit: "px", "95th percentile of the same distances."),
        Metric(
            .stillRMSPixels,
            .screen,
            unit: "px",
            "RMS distance of a place at the screen's middle from its own mean while the reference rests."
        ),
        Metric(
            .incrementRMSPixels,
            .screen,
            unit: "px",
            "RMS motion of the places shown from one display frame to the next that is not the device's."
        ),
        Metric(
            .pixelJumps,
            .screen,
            unit: "",
            isCount: true,
            "How often a place that is shown moves so by more than eight pixels."
        ),
        Metric(.wronglyShown, .screen, unit: "%", "Of the places shown, those that the camera does not see."),
        Metric(.wronglyHidden, .screen, unit: "%", "Of the places that the camera sees, those that are not shown."),
        Metric(
            .visibleJaccard,
            .screen,
            unit: "",
            polarity: .largerIsBetter,
            "Places both shown and seen, of those shown or seen: mean over display frames with any."
        ),
        Metric(
            .redrawMoved,
            .screen,
            unit: "",
            polarity: .neutral,
            "Places of a drawing that were in the one before: they are moved."
        ),
        Metric(.redrawCreated, .screen, unit: "", "Places of a drawing that were not in the one before: made."),
        Metric(.redrawGone, .screen, unit: "", "Places that were in the drawing before: they are taken away."),
        Metric(
            .drawnFrames,
            .screen,
            unit: "",
            polarity: .neutral,
            isCount: true,
            "How many pictures the system drew."
        ),
    ]

    static let locationMetrics: [Metric] = [
        Metric(
            .locationErrorP50,
            .location,
            unit: "m",
            "Median over display frames of how far the device is from where the system believes it, over ground."
        ),
        Metric(.locationErrorP95, .location, unit: "m", "95th percentile of the same distances."),
    ]
}

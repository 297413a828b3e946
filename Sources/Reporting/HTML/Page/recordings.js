/* The series of the recordings, and their plots. */
const Series = (() => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const code = new Uint8Array(128);
  for (let place = 0; place < 64; place++) code[digits.charCodeAt(place)] = place;
  const powers = Array.from({length: 13}, (_, exponent) => Number("1e" + exponent));

  function times(text) {
    if (Array.isArray(text)) return text;
    const found = [];
    let now = 0, shift = 0, step = 0;
    for (let place = 0; place < text.length; place++) {
      const bits = code[text.charCodeAt(place)];
      step += (bits & 31) * 2 ** shift;
      shift += 5;
      if (bits & 32) continue;
      now += step;
      found.push(now / 1000);
      step = shift = 0;
    }
    return found;
  }

  function values(text) {
    if (Array.isArray(text)) return text;
    const found = [];
    for (let place = 0; place < text.length; place += 3) {
      const bits = code[text.charCodeAt(place)] << 12 | code[text.charCodeAt(place + 1)] << 6 | code[text.charCodeAt(place + 2)];
      const mantissa = bits & 16383, exponent = (bits >> 14) - 12;
      found.push(exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent]);
    }
    return found;
  }

  const points = (lists, x) => {
    const found = [];
    for (let place = 0; lists && place < lists.length; place += 2) {
      const xs = x(lists[place]), ys = values(lists[place + 1]);
      found.push(xs.map((value, n) => [value, ys[n]]));
    }
    return found;
  };

  const known = new Map();
  function error(run) {
    if (!known.has(run)) known.set(run, points(run.error, times));
    return known.get(run);
  }

  /* The largest error in each of `bins` equal spans of time. */
  function largest(run, bins, end) {
    const found = new Array(bins).fill(null);
    for (const [time, value] of error(run).flat()) {
      const bin = Math.min(bins - 1, Math.max(0, Math.floor(time / end * bins)));
      if (found[bin] === null || value > found[bin]) found[bin] = value;
    }
    return found;
  }

  /* The axis is logarithmic if the levels of the lines differ by more than a factor of ten. */
  function wide(levels) {
    const low = Math.min(...levels), high = Math.max(...levels);
    return levels.length > 0 && low > 0 && high / low > 10;
  }

  function plots(data, recording, view) {
    const name = run => data.pipelines[run.pipeline];
    const bands = [...recording.rests.map(span => ["b0", ...span]), ...recording.disturbances.map(span => ["b1", ...span])];
    const line = (run, list) => ({name: name(run), style: "line", slot: run.pipeline, points: list});
    const found = [];
    for (const isOfLocation of [false, true]) {
      const runs = recording.runs.filter(run => run.error && run.isOfLocation === isOfLocation);
      if (runs.length) found.push(...errors(data, recording, view, runs, isOfLocation, bands, line));
    }
    const spectra = recording.runs.filter(run => run.spectrum);
    if (spectra.length) found.push({
      name: "error-spectrum", title: "Spectrum of the error", caption: "Left: slow drift. Right: jitter. A lower line is better.",
      plot: {
        ofPipelines: true, x: {title: "frequency (Hz)", log: true}, y: {title: "error density (deg²/Hz)", log: true},
        series: spectra.map(run => line(run, points(run.spectrum, values))),
      },
    });
    const steps = recording.runs.filter(run => run.step);
    if (steps.length) {
      const series = steps.map(run => line(run, points(run.step, values)));
      if (recording.stepTruth) series.push({name: "the turn itself", style: "outline", slot: 0, points: points(recording.stepTruth, values)});
      found.push({
        name: "step-response", title: "Step response",
        caption: "The mean response to the recording's quick turns; the thin line is the turn itself.",
        plot: {ofPipelines: true, x: {title: "time since the turn began (s)", log: false}, y: {title: "share of the turn (%)", log: false}, series},
      });
    }
    const median = data.metrics.findIndex(metric => metric.name === "compute_ns_p50");
    const timed = recording.runs.filter(run => run.values[median] != null);
    if (timed.length) found.push({
      name: "compute-cost", title: "Compute cost",
      caption: "Time per orientation on this machine: the median, and a line to the 99th percentile.",
      plot: {
        ofPipelines: true, y: {title: "", log: false, names: timed.map(name)},
        x: {title: "time per sample (ns)", log: wide(timed.flatMap(run => [run.values[median], run.computeP99 ?? run.values[median]]))},
        series: timed.map((run, row) => {
          const value = run.values[median];
          return {name: name(run), style: "intervals", slot: run.pipeline, points: [[[value, row, value, Math.max(value, run.computeP99 ?? value)]]]};
        }),
      },
    });
    return found;
  }

  /* The plots of the errors of runs, which are all orientations or all locations. */
  function errors(data, recording, view, runs, isOfLocation, bands, line) {
    const title = isOfLocation ? "location error (m)" : recording.errorTitle, prefix = isOfLocation ? "location-" : "";
    const medians = runs.map(run => values(run.quantiles)[50]).filter(value => value !== undefined);
    const end = Math.max(...runs.map(run => { const list = error(run).at(-1); return list ? list.at(-1)[0] : 0; }));
    // The line with the largest error is drawn first, so that it does not hide the other lines.
    const level = run => values(run.quantiles)[50] ?? 0;
    const byLevel = runs.slice().sort((a, b) => level(b) - level(a));
    // On a linear axis, a line is readable if its median is at least a thirtieth of the largest 99th percentile.
    const most = Math.max(...runs.map(run => values(run.quantiles)[99] ?? 0)), least = Math.min(...medians);
    const log = view.log ?? (least > 0 && most / least > 30);
    const found = [{
      name: prefix + "error-over-time", title: isOfLocation ? "Location error over time" : "Error over time", large: true,
      caption: "The line includes every spike. Drag to zoom in time.",
      plot: {
        ofPipelines: true, isTime: true, bands, end, x: {title: "time (s)", log: false},
        y: {title, log, first: log ? least / 10 : 0},
        series: byLevel.map(run => line(run, error(run))),
      },
    }];
    if (view.compare) found.push(...difference(data, runs, view.compare, end, bands, isOfLocation));
    const levels = runs.flatMap(run => values(run.quantiles).slice(5));
    found.push({
      name: prefix + "error-distribution", title: isOfLocation ? "Distribution of the location error" : "Distribution of the error",
      caption: "The share of the time during which the error is at most the value on the x axis. Further left is better.",
      plot: {
        ofPipelines: true, x: {title, log: wide(levels)},
        y: {title: "share of the time (%)", log: false, first: 0, last: 100},
        series: runs.map(run => line(run, [values(run.quantiles).map((value, share) => [value, share])])),
      },
    });
    const claiming = runs.filter(run => run.claims);
    if (claiming.length) {
      const series = claiming.map(run => line(run, [values(run.claims).map((share, n) => [5 * n, share])]));
      series.push({name: "true claim", style: "outline", slot: 0, points: [[[0, 0], [100, 100]]]});
      const ends = {log: false, first: 0, last: 100};
      found.push({
        name: prefix + "claimed-accuracy", title: `Is the claimed ${isOfLocation ? "location" : "heading"} accuracy true?`,
        caption: "The share of errors within the accuracy that was claimed for the share on the x axis. On the diagonal, the claim is true; below it, errors are larger than claimed.",
        plot: {ofPipelines: true, x: {title: "claimed share (%)", ...ends}, y: {title: "share of errors (%)", ...ends}, series},
      });
    }
    return found;
  }

  function difference(data, all, [a, b], end, bands, isOfLocation) {
    const runs = [a, b].map(slot => all.find(run => run.pipeline === slot));
    if (!runs[0] || !runs[1] || !(end > 0)) return [];
    const bins = 150;
    const [one, other] = runs.map(run => largest(run, bins, end));
    const list = one.map((value, bin) => value === null || other[bin] === null ? [NaN, NaN] : [(bin + 0.5) * end / bins, value - other[bin]]);
    return [{
      name: "difference-over-time", title: `Difference over time: ${data.pipelines[a]} − ${data.pipelines[b]}`, large: true,
      caption: `Each point compares the largest errors within ${Chart.number(end / bins)} s. Below 0, ${data.pipelines[a]} is better.`,
      plot: {
        ofPipelines: false, isTime: true, bands, end, x: {title: "time (s)", log: false},
        y: {title: `difference (${isOfLocation ? "m" : "°"})`, log: false}, series: [{name: "difference", style: "line", slot: a, points: [list]},
          {name: "0", style: "outline", slot: 0, points: [[[0, 0], [end, 0]]]}],
      },
    }];
  }

  return {error, plots, values};
})();

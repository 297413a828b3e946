"use strict";
/* Draws plots as SVG and finds the points at the cursor. */
const Chart = (() => {
  const colours = 7, markers = [6, 8, 4, 12, 10, 14];
  const dashes = ["", "7.2 2.4", "1.8 1.8", "7.2 2.4 1.8 2.4", "12 3.6"];
  const letter = 7, top = 10, right = 16, bottom = 44;

  const escaped = text => String(text).replace(/[&<>"']/g, sign => "&#" + sign.charCodeAt(0) + ";");
  const tenths = number => Math.round(number * 10) / 10;
  const superscript = number => String(number).replace(/[-0-9]/g, digit => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(digit)]);

  function label(value) {
    const size = Math.abs(value);
    if (size === 0 || (size >= 1e-3 && size < 1e5)) return String(Number(value.toPrecision(6)));
    const exponent = Math.floor(Math.log10(size) + 1e-9);
    const factor = Number((value / 10 ** exponent).toPrecision(3));
    return (factor === 1 ? "" : factor + "·") + "10" + superscript(exponent);
  }

  /* A number for people, with five digits. The data have all digits. */
  const number = value => label(Number(value.toPrecision(5)));

  function scale(axis, values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) if (value < low) low = value;
    for (const value of values) if (value > high) high = value;
    if (low > high) [low, high] = axis.log ? [1, 10] : [0, 1];
    else if (axis.log) {
      const factor = Math.max((high / low) ** 0.04, 1.05);
      [low, high] = [low / factor, high * factor];
    } else {
      const space = (high - low) * 0.04;
      if (low >= 0 && low < 0.4 * high) [low, high] = [0, high + space];
      else [low, high] = high > low ? [low - space, high + space] : [low - 0.5, low + 0.5];
    }
    const first = axis.first ?? low;
    let last = axis.last ?? high;
    if (first === last) last = axis.log ? first * 10 : first + 1;
    return {log: axis.log, first, last};
  }

  const position = (s, value) => s.log ? Math.log(value / s.first) / Math.log(s.last / s.first) : (value - s.first) / (s.last - s.first);
  const inverse = (s, share) => s.log ? s.first * (s.last / s.first) ** share : s.first + (s.last - s.first) * share;

  function ticks(s, most) {
    const low = Math.min(s.first, s.last), high = Math.max(s.first, s.last);
    if (!s.log || high / low < 3) return linear(low, high, most);
    const from = Math.floor(Math.log10(low)), to = Math.ceil(Math.log10(high));
    const all = digits => {
      const found = [];
      for (let decade = from; decade <= to; decade++) for (const digit of digits) found.push(Number(digit + "e" + decade));
      return found.filter(value => value >= low && value <= high);
    };
    for (const digits of [[1, 2, 5], [1, 3], [1]]) {
      const values = all(digits);
      if (values.length <= most && values.length > 1) return values.map(value => [value, label(value)]);
    }
    const step = Math.max(1, Math.ceil((to - from + 1) / most));
    return all([1]).filter(value => Math.round(Math.log10(value)) % step === 0).map(value => [value, label(value)]);
  }

  function linear(low, high, most) {
    const rough = (high - low) / most;
    if (!(rough > 0) || !isFinite(rough)) return [];
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(digit => digit * power).find(size => size >= rough * 0.999);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const found = [];
    for (let n = Math.ceil(low / step - 1e-9); n <= high / step + 1e-9; n++) {
      const value = n * step;
      found.push([value, n === 0 ? "0" : decimals <= 4 && Math.abs(value) < 1e5 ? value.toFixed(decimals) : label(value)]);
    }
    return found;
  }

  /* A name in at most two lines of `width` characters, broken after a separator of a SPEC. A longer second line is shortened. */
  function wrapped(name, width) {
    if (name.length <= width) return [name];
    let cut = -1;
    for (let place = width - 1; place > width / 3 && cut < 0; place--) if ("+,:;/_- ".includes(name[place])) cut = place + 1;
    if (cut < 0) cut = width;
    const rest = name.slice(cut);
    return [name.slice(0, cut), rest.length <= width ? rest : rest.slice(0, width / 2 - 1) + "…" + rest.slice(-width / 2)];
  }

  /* The points with the smallest and the largest y of each pixel column, in order. */
  function thinned(points, columns, first, last) {
    if (points.length <= 3 * columns) return points;
    const kept = [];
    let start = 0;
    const column = point => Math.floor((point[0] - first) / (last - first) * columns);
    while (start < points.length) {
      let end = start, low = start, high = start;
      const here = column(points[start]);
      while (end < points.length && column(points[end]) === here) {
        if (points[end][1] < points[low][1]) low = end;
        if (points[end][1] > points[high][1]) high = end;
        end++;
      }
      kept.push(points[Math.min(low, high)]);
      if (low !== high) kept.push(points[Math.max(low, high)]);
      start = end;
    }
    return kept;
  }

  /* The points within [first, last], and one more point on either side. */
  function within(points, first, last) {
    let from = points.findIndex(point => point[0] >= first);
    if (from < 0) return [];
    let to = points.length - 1;
    while (to >= 0 && points[to][0] > last) to--;
    return points.slice(Math.max(0, from - 1), to + 2);
  }

  const drawable = (plot, point) => isFinite(point[0]) && isFinite(point[1]) && (!plot.x.log || point[0] > 0) && (!plot.y.log || point[1] > 0);

  /* The Pareto front of the points: the same rule as that of ParetoOrder in Swift. */
  function front(series, plot) {
    const tolerances = [plot.x.tolerance || 0, plot.y.tolerance || 0], first = tolerances[0] > 0 ? 1 : 0;
    const beats = (a, b) => [0, 1].every(i => a[i] <= b[i] + tolerances[i]) && [0, 1].some(i => a[i] + tolerances[i] < b[i]);
    const kept = [];
    for (const point of series.flatMap(one => one.points.flat()).map(p => [p[0], p[1]]).sort((a, b) => a[first] - b[first] || a[1 - first] - b[1 - first])) {
      if (!kept.some(other => beats(other, point))) kept.push(point);
    }
    return kept.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /* The layout of a plot in a box: its scales and the visible series. */
  function layout(plot, width, height, view) {
    const hidden = plot.ofPipelines ? view.hidden : new Set();
    let series = plot.series.filter(one => one.style === "front" || one.style === "outline" || !hidden.has(one.slot));
    const names = plot.y.names && plot.y.names.filter((_, place) => !hidden.has(plot.series[place] && plot.series[place].slot));
    if (names) {
      let row = 0;
      series = series.map(one => ({...one, points: one.points.map(list => list.map(p => [p[0], row, ...p.slice(2)])), row: row++}));
      height = 74 + names.reduce((sum, name) => sum + 12 + 14 * wrapped(name, 24).length, 0);
    }
    const marks = series.filter(one => one.style === "markers");
    series = series.map(one => one.style === "front" ? {...one, points: [front(marks, plot)]} : one);
    const zoom = plot.isTime ? view.time : null;
    let xs = series.flatMap(one => one.points.flat().filter(p => drawable(plot, p)).flatMap(p => p.length > 2 ? [p[0], p[2], p[3]] : [p[0]]));
    const x = scale(zoom ? {...plot.x, first: zoom[0], last: zoom[1]} : plot.x, xs.filter(v => !plot.x.log || v > 0));
    if (plot.isTime && !zoom && plot.x.last === undefined && xs.length) { x.first = Math.min(0, x.first); x.last = plot.end ?? x.last; }
    const shown = series.map(one => ({...one, points: one.points.map(list => {
      const known = list.filter(p => drawable(plot, p));
      return plot.isTime ? thinned(within(known, x.first, x.last), width, x.first, x.last) : known;
    })}));
    const y = names ? {log: false, first: names.length - 0.5, last: -0.5}
      : scale(zoom ? {...plot.y, last: null} : plot.y, shown.flatMap(one => one.points.flat()).filter(p => !zoom || (p[0] >= x.first && p[0] <= x.last)).map(p => p[1]));
    const longest = Math.max(14, Math.min(26, Math.floor(width * 0.4 / letter)));
    const yTicks = names ? names.map((name, place) => [place, name]) : ticks(y, Math.max(2, Math.floor(height / 45)));
    const room = Math.max(0, ...yTicks.map(tick => names ? Math.max(...wrapped(tick[1], longest).map(line => line.length)) : tick[1].length));
    const left = (names ? 16 : 34) + letter * room;
    return {plot, series: shown, x, y, names, yTicks, longest, left, width, height, innerWidth: Math.max(40, width - left - right), innerHeight: height - top - bottom};
  }

  const across = (box, value) => box.left + box.innerWidth * position(box.x, value);
  const down = (box, value) => top + box.innerHeight * (1 - position(box.y, value));

  function axes(box) {
    const floor = top + box.innerHeight;
    let svg = "", lastEnd = -Infinity;
    const text = (words, x, y, anchor) => `<text text-anchor="${anchor}" x="${tenths(x)}" y="${tenths(y)}">${escaped(words)}</text>`;
    for (const [value, words] of ticks(box.x, Math.max(2, Math.floor(box.innerWidth / 64)))) {
      const x = across(box, value), half = letter * words.length / 2;
      svg += `<path class="g" d="M${tenths(x)} ${top}v${box.innerHeight}"/>`;
      if (x - half < lastEnd + 5) continue;
      lastEnd = x + half;
      svg += text(words, Math.min(x, box.width - half), floor + 17, "middle");
    }
    for (const [value, words] of box.yTicks) {
      const y = down(box, value);
      svg += `<path class="g" d="M${box.left} ${tenths(y)}h${box.innerWidth}"/>`;
      const lines = box.names ? wrapped(words, box.longest) : [words];
      lines.forEach((line, place) => { svg += text(line, box.left - 6, y + 4.5 + 14 * (place - (lines.length - 1) / 2), "end"); });
    }
    svg += `<path d="M${box.left} ${top}v${box.innerHeight}h${box.innerWidth}"/>`;
    svg += text(box.plot.x.title, box.left + box.innerWidth / 2, box.height - 8, "middle");
    if (box.plot.y.title) svg += `<text text-anchor="middle" transform="translate(13 ${tenths(top + box.innerHeight / 2)})rotate(-90)">${escaped(box.plot.y.title)}</text>`;
    return svg;
  }

  function bands(box) {
    return (box.plot.bands || []).map(([kind, from, to]) => {
      const a = Math.max(box.left, across(box, from)), b = Math.min(box.left + box.innerWidth, across(box, to));
      return b < a ? "" : `<path class="${kind}" d="M${tenths(a)} ${top}h${tenths(Math.max(b - a, 0.5))}v${box.innerHeight}h-${tenths(Math.max(b - a, 0.5))}z"/>`;
    }).join("");
  }

  const mark = (slot, x, y, size) => `<use href="#p${markers[slot % markers.length]}" transform="translate(${tenths(x)} ${tenths(y)})scale(${size})"/>`;

  function drawn(box, one) {
    const places = one.points.map(list => list.map(p => [across(box, p[0]), down(box, p[1]), p]));
    let svg = "";
    if (one.style === "markers" || one.style === "dots" || one.style === "intervals") {
      for (const [x, y, p] of places.flat()) {
        if (p.length > 3) svg += `<path d="M${tenths(across(box, p[2]))} ${tenths(y)}H${tenths(across(box, p[3]))}"/>`;
        svg += mark(one.slot, x, y, one.style === "dots" ? 2 : 4.2);
      }
    } else {
      const d = places.filter(list => list.length > 1).map(list => "M" + list.map(([x, y]) => tenths(x) + " " + tenths(y)).join("L")).join("");
      const dash = one.style === "line" ? dashes[one.slot % dashes.length] : "";
      if (d) svg += `<path${dash ? ` stroke-dasharray="${dash}"` : ""} d="${d}"/>`;
      if (one.style === "line") {
        const flat = places.flat().filter(place => place[0] >= box.left && place[0] <= box.left + box.innerWidth);
        for (let n = 0; n < 4 && flat.length; n++) {
          const target = box.left + box.innerWidth * (n + (one.slot % 7 + 1) / 8) / 4;
          const near = flat.reduce((best, place) => Math.abs(place[0] - target) < Math.abs(best[0] - target) ? place : best);
          svg += mark(one.slot, near[0], near[1], 4.2);
        }
      }
    }
    return `<g class="c${one.slot % colours} ${one.style}">${svg}</g>`;
  }

  /* Draws into `host` and returns the box, for hit tests. */
  function draw(host, plot, view, size) {
    const width = Math.max(240, Math.floor(host.clientWidth || size.width || 480));
    const box = layout(plot, width, size.height || 300, view);
    const clip = "clip" + (draw.count = (draw.count || 0) + 1);
    host.innerHTML = `<svg viewBox="0 0 ${box.width} ${box.height}" width="${box.width}" height="${box.height}" aria-hidden="true">`
      + `<defs><clipPath id="${clip}"><rect x="${box.left}" y="${top - 6}" width="${box.innerWidth + 6}" height="${box.innerHeight + 12}"/></clipPath></defs>`
      + bands(box) + axes(box) + `<g clip-path="url(#${clip})">` + box.series.map(one => drawn(box, one)).join("") + "</g><g class=\"cursor\"></g></svg>";
    return box;
  }

  /* The point nearest to a position in pixels, with its series; null if it is more than 40 pixels away. */
  function nearest(box, x, y) {
    let best = null, least = 40 ** 2;
    for (const one of box.series) {
      if (one.style === "front" || one.style === "outline") continue;
      for (const list of one.points) for (const point of list) {
        const across_ = across(box, point[0]) - x, down_ = down(box, point[1]) - y;
        const distance = box.names ? down_ * down_ * 4 : across_ * across_ + down_ * down_;
        if (distance < least) [best, least] = [{series: one, point}, distance];
      }
    }
    return best;
  }

  return {draw, nearest, number, label, escaped, across, down, inverse, position, top, letter};
})();

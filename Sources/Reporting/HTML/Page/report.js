/* The page: pipelines shown and hidden, zoom, one recording at a time, comparison, and links to a view. */
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const view = {hidden: new Set(), recording: 0, time: null, compare: null, dots: false, box: null, metric: null, log: null};
  const element = (tag, attributes = {}, ...content) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name in made && typeof value !== "string") made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...content);
    return made;
  };
  const swatch = slot => {
    const holder = document.createElement("span");
    holder.innerHTML = `<svg class="swatch c${slot % 7}" viewBox="0 0 34 12" aria-hidden="true"><use href="#s${slot}"/></svg>`;
    return holder.firstChild;
  };
  const recordings = data.recordings || [], pipelines = data.pipelines || [], metrics = data.metrics || [];
  const column = name => metrics.findIndex(metric => metric.name === name);
  const charts = [];

  Tables.start(data, table => { if (table === summary) remember(); });
  const summary = document.querySelector("table.sortable");
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    for (const [place, article] of articles.entries()) { article.hidden = false; drawRecording(place); }
  });
  addEventListener("afterprint", () => showRecording());

  /* ---- charts ---- */

  function enhance(figure, plot, options = {}) {
    const host = figure.querySelector(".plot"), words = element("output", {class: "values"});
    host.removeAttribute("role");
    const label = host.getAttribute("aria-label");
    host.removeAttribute("aria-label");
    const keys = plot.isTime ? "arrow keys move the cursor, + and − zoom, 0 shows all" : "arrow keys move from point to point";
    host.setAttribute("tabindex", "0");
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", `${label || options.title}. Plot: ${keys}.`);
    host.after(words);
    const chart = {figure, host, plot, words, options, box: null, at: null};
    charts.push(chart);
    chart.redraw = () => {
      if (!host.isConnected || host.closest("[hidden]")) return;
      chart.box = Chart.draw(host, options.current ? options.current() : plot, view, {height: options.height});
      hint(chart);
    };
    host.addEventListener("pointermove", event => follow(chart, event));
    host.addEventListener("pointerleave", () => { if (!chart.drag) hint(chart); });
    host.addEventListener("pointerdown", event => press(chart, event));
    host.addEventListener("pointerup", event => release(chart, event));
    host.addEventListener("pointercancel", () => { chart.drag = null; hint(chart); });
    host.addEventListener("dblclick", () => { if (plot.isTime) zoom(null); });
    host.addEventListener("keydown", event => key(chart, event));
    return chart;
  }

  const place = (chart, event) => {
    const area = chart.host.querySelector("svg").getBoundingClientRect(), ratio = chart.box.width / area.width;
    return [(event.clientX - area.left) * ratio, (event.clientY - area.top) * ratio];
  };
  const cursor = (chart, svg) => { chart.host.querySelector(".cursor").innerHTML = svg; };
  function hint(chart) {
    cursor(chart, "");
    chart.words.textContent = chart.options.hint ? chart.options.hint() : "";
    chart.at = null;
  }

  function follow(chart, event) {
    if (!chart.box) return;
    const [x, y] = place(chart, event);
    if (chart.drag) return stretch(chart, x, y);
    if (chart.plot.isTime) return showTime(chart, Chart.inverse(chart.box.x, (x - chart.box.left) / chart.box.innerWidth));
    const found = Chart.nearest(chart.box, x, y);
    if (found) showPoint(chart, found); else hint(chart);
  }

  /* Shows the sample of each visible line that is nearest to a time. */
  function showTime(chart, time) {
    const box = chart.box, low = Math.min(box.x.first, box.x.last), high = Math.max(box.x.first, box.x.last);
    time = Math.min(high, Math.max(low, time));
    const found = [];
    for (const one of box.series.filter(one => one.style === "line")) {
      const list = one.points.flat().filter(p => isFinite(p[0]));
      if (!list.length) continue;
      const point = list.reduce((best, p) => Math.abs(p[0] - time) < Math.abs(best[0] - time) ? p : best);
      found.push({series: one, point});
    }
    if (!found.length) return hint(chart);
    chart.at = time;
    found.sort((a, b) => a.point[1] - b.point[1]);
    const x = Math.round(Chart.across(box, time) * 10) / 10;
    cursor(chart, `<path class="line" d="M${x} ${Chart.top}v${box.innerHeight}"/>`
      + found.map(({series, point}) => `<circle class="c${series.slot % 7}" cx="${Chart.across(box, point[0])}" cy="${Chart.down(box, point[1])}" r="4"/>`).join(""));
    chart.words.replaceChildren(...found.map(({series, point}) => element("span",
      {class: "value", "data-pipeline": series.name, "data-x": String(point[0]), "data-y": String(point[1])},
      ...(chart.plot.ofPipelines ? [swatch(series.slot)] : []), `${series.name} `,
      element("b", {}, `${Chart.number(point[1])}°`), ` at ${Chart.number(point[0])} s`)));
  }

  function showPoint(chart, {series, point}) {
    const box = chart.box, plot = box.plot;
    cursor(chart, `<circle class="c${series.slot % 7}" cx="${Chart.across(box, point[0])}" cy="${Chart.down(box, point[1])}" r="8"/>`);
    const name = series.name || (box.names ? box.names[Math.round(point[1])] : "");
    const about = point.recording === undefined ? name : `${recordings[point.recording].name}, ${name}`;
    const parts = [`${plot.x.title}: ${Chart.number(point[0])}`];
    if (point.length > 3) parts.push(`from ${Chart.number(point[2])} to ${Chart.number(point[3])}`);
    if (!box.names) parts.push(`${plot.y.title}: ${Chart.number(point[1])}`);
    chart.words.replaceChildren(element("span", {class: "value", "data-pipeline": name, "data-x": String(point[0]), "data-y": String(point[1]),
      "data-recording": point.recording === undefined ? "" : recordings[point.recording].name}, element("b", {}, about), `  ${parts.join(" · ")}`));
    chart.found = {series, point};
  }

  function key(chart, event) {
    const box = chart.box, step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!box) return;
    if (chart.plot.isTime) {
      const span = box.x.last - box.x.first, middle = chart.at ?? (box.x.first + box.x.last) / 2;
      if (step) showTime(chart, middle + step * span / 100);
      else if (event.key === "+" || event.key === "=") zoom([middle - span / 4, middle + span / 4]);
      else if (event.key === "-") zoom([middle - span, middle + span]);
      else if (event.key === "0" || event.key === "Escape") zoom(null);
      else return;
    } else if (step) {
      const all = box.series.filter(one => one.style !== "front" && one.style !== "outline").flatMap(one => one.points.flat().map(point => ({series: one, point})));
      if (!all.length) return;
      chart.number = ((chart.number ?? (step > 0 ? -1 : 0)) + step + all.length) % all.length;
      showPoint(chart, all[chart.number]);
    } else if (event.key === "Enter" && chart.found && chart.found.point.recording !== undefined) open(chart.found.point.recording, true);
    else return;
    event.preventDefault();
  }

  /* ---- dragging: zoom in time, or a box around recordings ---- */

  function press(chart, event) {
    if (!chart.box || event.button !== 0 || !(chart.plot.isTime || (chart.options.brush && view.dots))) return;
    const [x, y] = place(chart, event);
    chart.drag = {x, y, isTouch: event.pointerType === "touch"};
    if (!chart.drag.isTouch) chart.host.setPointerCapture(event.pointerId);
  }

  function stretch(chart, x, y) {
    const {drag, box} = chart, time = chart.plot.isTime;
    const [a, b] = [Math.min(drag.x, x), Math.max(drag.x, x)];
    const [c, d] = time ? [Chart.top, Chart.top + box.innerHeight] : [Math.min(drag.y, y), Math.max(drag.y, y)];
    cursor(chart, `<rect x="${a}" y="${c}" width="${b - a}" height="${d - c}"/>`);
  }

  function release(chart, event) {
    const {drag, box} = chart;
    chart.drag = null;
    if (!box) return;
    const [x, y] = place(chart, event);
    const at = (x, y) => [Chart.inverse(box.x, (x - box.left) / box.innerWidth), Chart.inverse(box.y, 1 - (y - Chart.top) / box.innerHeight)];
    if (!drag || Math.hypot(x - drag.x, y - drag.y) < 6) {
      const found = chart.plot.isTime ? null : Chart.nearest(box, x, y);
      if (found && found.point.recording !== undefined) open(found.point.recording, true);
      return;
    }
    const [one, other] = [at(drag.x, drag.y), at(x, y)];
    if (chart.plot.isTime) return zoom([Math.min(one[0], other[0]), Math.max(one[0], other[0])]);
    view.box = {figure: chart.plot.name, x: [one[0], other[0]].sort((a, b) => a - b), y: [one[1], other[1]].sort((a, b) => a - b)};
    update();
  }

  function zoom(time) {
    const end = Math.max(0, ...charts.filter(chart => chart.plot.isTime && chart.host.isConnected && !chart.host.closest("[hidden]")).map(chart => chart.plot.end));
    if (time) time = [Math.max(0, time[0]), Math.min(end, time[1])];
    view.time = time && time[1] - time[0] < end * 0.999 && time[1] - time[0] > 0.02 ? time.map(value => Number(value.toFixed(3))) : null;
    update();
  }

  /* ---- the pipelines' buttons ---- */

  const buttons = [], pairs = [];
  const link = element("a", {class: "permalink", href: "#"}, "Link to this view");
  function tools() {
    const list = element("div", {class: "toggles", role: "group", "aria-label": "Pipelines shown in all plots and tables", tabindex: "0"});
    pipelines.forEach((name, slot) => {
      const button = element("button", {type: "button", "aria-pressed": "true"}, swatch(slot), name);
      button.addEventListener("click", () => { view.hidden.has(slot) ? view.hidden.delete(slot) : view.hidden.add(slot); update(); });
      button.addEventListener("dblclick", () => { view.hidden = new Set(pipelines.map((_, other) => other).filter(other => other !== slot)); update(); });
      button.title = "Click: show or hide. Double click: show only this one.";
      buttons.push(button);
      list.append(button);
    });
    const all = element("button", {type: "button"}, "Show all");
    all.addEventListener("click", () => { view.hidden.clear(); update(); });
    const bar = element("div", {class: "tools", role: "region", "aria-label": "Pipelines"}, list, all);
    if (pipelines.length > 1) {
      for (const words of ["Compare ", " with "]) {
        const select = element("select", {}, element("option", {value: ""}, "–"), ...pipelines.map((name, slot) => element("option", {value: String(slot)}, name)));
        select.addEventListener("change", () => {
          const chosen = pairs.map(other => other.value === "" ? null : Number(other.value));
          view.compare = chosen.some(slot => slot === null) || chosen[0] === chosen[1] ? null : chosen;
          update();
          if (view.compare) comparison.scrollIntoView();
        });
        pairs.push(select);
        bar.append(element("label", {}, words, select));
      }
    }
    bar.append(link);
    document.querySelector("main").prepend(bar);
  }

  /* ---- the trade-off of every recording ---- */

  function dotted(plot) {
    const titles = {};
    for (const metric of metrics) titles[metric.name] = metric;
    const [accuracy, jitter, lag] = data.tradeOff.map(column);
    const sides = {"accuracy-jitter": [accuracy, jitter], "accuracy-lag": [accuracy, lag], "lag-jitter": [lag, jitter]}[plot.name];
    if (!sides) return plot;
    const size = (run, metric) => metrics[metric].better === "zero" ? Math.abs(run.values[metric]) : run.values[metric];
    const series = pipelines.map((name, slot) => ({name, style: "dots", slot, points: [recordings.flatMap((recording, place) => {
      const run = recording.runs.find(run => run.pipeline === slot);
      if (!run || sides.some(side => run.values[side] == null)) return [];
      const point = [size(run, sides[0]), size(run, sides[1])];
      point.recording = place;
      return [point];
    })]}));
    const positive = side => series.every(one => one.points[0].every(point => point[side] > 0));
    return {...plot, x: {...plot.x, log: positive(0)}, y: {...plot.y, log: positive(1)}, series};
  }

  /* The recordings with a point of a visible pipeline in the box; null if there is no box. */
  function boxed() {
    const chart = view.box && charts.find(chart => chart.plot.name === view.box.figure && chart.options.brush);
    if (!chart) return null;
    const inside = (value, [from, to]) => value >= from && value <= to;
    return new Set(dotted(chart.plot).series.filter(one => !view.hidden.has(one.slot)).flatMap(one => one.points[0])
      .filter(point => inside(point[0], view.box.x) && inside(point[1], view.box.y)).map(point => point.recording));
  }

  function figures() {
    const heading = document.getElementById("trade-offs");
    for (const figure of document.querySelectorAll("figure[data-plot]")) {
      const plot = (data.figures || [])[Number(figure.dataset.plot)];
      if (!plot) continue;
      const brush = recordings.length > 1 && ["accuracy-jitter", "accuracy-lag", "lag-jitter"].includes(plot.name);
      enhance(figure, plot, {
        title: plot.title, height: 320, brush, current: brush ? () => view.dots ? dotted(plot) : plot : undefined,
        hint: brush ? () => view.dots ? "Drag a box to select recordings; click a point to open its recording." : "" : undefined,
      });
    }
    if (!heading || recordings.length < 2) return;
    const box = element("input", {type: "checkbox", id: "dots"});
    box.addEventListener("change", () => { view.dots = box.checked; if (!view.dots) view.box = null; update(); });
    heading.after(element("p", {class: "note"}, box, element("label", {for: "dots"}, " Show every recording instead of the means")));
  }

  /* ---- one recording ---- */

  const articles = Array.from(document.querySelectorAll("#recordings ~ article"));
  const chosen = element("select", {id: "recording"});
  const list = element("div", {class: "scroll list", tabindex: "0", role: "region", "aria-label": "Recordings"});
  const by = element("select", {id: "by"});
  const count = element("span", {class: "note", role: "status"});

  function chooser() {
    if (recordings.length < 2) return;
    const index = document.querySelector(".index");
    recordings.forEach((recording, place) => chosen.append(element("option", {value: String(place)}, recording.name)));
    chosen.addEventListener("change", () => open(Number(chosen.value)));
    metrics.forEach((metric, place) => by.append(element("option", {value: String(place)}, metric.title)));
    by.addEventListener("change", () => { view.metric = Number(by.value); update(); });
    const step = (words, by) => {
      const button = element("button", {type: "button"}, words);
      button.addEventListener("click", () => open((view.recording + by + recordings.length) % recordings.length));
      return button;
    };
    const clear = element("button", {type: "button", class: "clear"}, "Show all recordings");
    clear.addEventListener("click", () => { view.box = null; update(); });
    index.replaceWith(element("p", {class: "chooser"}, element("label", {for: "by"}, "By "), by, count, clear), list,
      element("p", {class: "chooser"}, element("label", {for: "recording"}, "Recording "), chosen, step("‹ previous", -1), step("next ›", 1)));
  }

  /* Lists the recordings with the values of all visible pipelines. */
  function listRecordings() {
    if (recordings.length < 2) return;
    const metric = view.metric ?? Math.max(0, column(data.tradeOff[0])), within = boxed();
    by.value = String(metric);
    const slots = pipelines.map((_, slot) => slot).filter(slot => !view.hidden.has(slot));
    const head = element("tr", {}, ...["recording", ...slots.map(slot => pipelines[slot])].map(name => element("th", {scope: "col"}, element("button", {type: "button"}, name))));
    const shown = recordings.map((_, place) => place).filter(place => !within || within.has(place));
    const smaller = metrics[metric].better !== "larger";
    const rows = shown.map(place => {
      const values = slots.map(slot => { const run = recordings[place].runs.find(run => run.pipeline === slot); return run ? run.values[metric] : null; });
      const known = values.filter(value => value != null).map(value => smaller ? Math.abs(value) : -value), best = Math.min(...known) + (metrics[metric].tolerance ?? 0);
      const separates = known.length > 1 && !metrics[metric].unranked && (!metrics[metric].tolerance || known.some(value => value > best));
      const button = element("button", {type: "button", class: "open"}, recordings[place].name);
      button.addEventListener("click", () => open(place, true));
      return element("tr", place === view.recording ? {"aria-current": "true"} : {}, element("th", {scope: "row"}, button), ...values.map(value => value == null
        ? element("td", {}, element("span", {"aria-label": "not measured"}, "–"))
        : element("td", {"data-value": String(value), class: (smaller ? Math.abs(value) : -value) <= best && separates ? "best" : ""}, Chart.number(Number(value.toPrecision(3))))));
    });
    const table = element("table", {class: "sortable"}, element("caption", {}, `${metrics[metric].title} of every recording`), element("thead", {}, head), element("tbody", {}, ...rows));
    const before = list.firstChild && Tables.state(list.firstChild);
    list.replaceChildren(table);
    Tables.enhance(table, () => {});
    if (before && before.direction) Tables.sort(table, Math.min(before.column, slots.length), before.direction);
    count.textContent = within ? ` ${shown.length} of ${recordings.length} recordings have a point in the box. ` : ` ${recordings.length} recordings. `;
    count.nextSibling.hidden = !within;
  }

  function drawRecording(place) {
    const article = articles[place], recording = recordings[place];
    if (!article || !recording) return;
    let host = article.querySelector(".drawn");
    if (host) { host.remove(); for (const chart of charts.filter(chart => !chart.host.isConnected)) charts.splice(charts.indexOf(chart), 1); }
    host = element("div", {class: "figures drawn"});
    article.querySelector(".note").after(host);
    for (const entry of Series.plots(data, recording, view)) {
      const save = element("a", {class: "data", download: `${entry.name}.csv`, href: "#"}, "CSV");
      save.addEventListener("click", () => { save.href = "data:text/csv;charset=utf-8," + encodeURIComponent(csv(entry.plot)); });
      const figure = element("figure", entry.large ? {class: "large"} : {}, element("figcaption", {}, element("strong", {}, entry.title), ` ${entry.caption}`), element("div", {class: "plot"}), save);
      if (entry.plot.isTime) {
        const buttons = element("span", {class: "zoom"});
        for (const [words, factor] of [["Zoom in", 0.5], ["Zoom out", 2], ["Whole recording", 0]]) {
          const button = element("button", {type: "button"}, words);
          button.addEventListener("click", () => {
            const [from, to] = view.time || [0, entry.plot.end], middle = (from + to) / 2, half = (to - from) / 2 * factor;
            zoom(factor ? [middle - half, middle + half] : null);
          });
          buttons.append(button);
        }
        if (entry.plot.y.log !== undefined && entry.name.endsWith("error-over-time")) {
          const button = element("button", {type: "button"}, entry.plot.y.log ? "Linear axis" : "Logarithmic axis");
          button.addEventListener("click", () => { view.log = !entry.plot.y.log; update(); });
          buttons.append(button);
        }
        figure.append(buttons);
      }
      host.append(figure);
      enhance(figure, entry.plot, {title: `${entry.title}, ${recording.name}`, height: entry.large ? 380 : 320,
        hint: entry.plot.isTime ? () => "Move over the plot for the values of every pipeline." : undefined}).redraw();
    }
  }

  function csv(plot) {
    const cell = text => /[",\n]/.test(text) ? `"${String(text).replace(/"/g, '""')}"` : String(text);
    const rows = plot.series.flatMap(one => one.points.flat().map(point => [one.name, ...point].map(cell).join(",")));
    return `pipeline,${cell(plot.x.title)},${cell(plot.y.names ? "row" : plot.y.title)}\r\n${rows.join("\r\n")}\r\n`;
  }

  function showRecording() {
    articles.forEach((article, place) => { article.hidden = place !== view.recording; });
    drawRecording(view.recording);
  }

  function open(place, scrolls) {
    if (place !== view.recording) view.time = null;
    view.recording = place;
    update();
    if (!scrolls || !articles[place]) return;
    const heading = articles[place].querySelector("h3");
    heading.scrollIntoView();
    heading.focus({preventScroll: true});
  }

  /* ---- comparison of two pipelines ---- */

  const comparison = element("section", {"aria-labelledby": "compare", hidden: true});
  function random(seed) {
    return () => {
      seed = seed + 0x6D2B79F5 | 0;
      let bits = Math.imul(seed ^ seed >>> 15, 1 | seed);
      bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits;
      return ((bits ^ bits >>> 14) >>> 0) / 4294967296;
    };
  }
  const mean = list => list.reduce((sum, value) => sum + value, 0) / list.length;
  /* Student's 97.5 % quantile: exact below 5 degrees of freedom, otherwise by the Cornish–Fisher expansion, to 0.1 %. */
  function student(freedom) {
    const z = 1.959964, exact = {2: 4.302653, 3: 3.182446, 4: 2.776445};
    return exact[freedom] ?? z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
      + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3);
  }

  /* The bootstrap-t interval of BootstrapInterval.swift for values of either sign. */
  function interval(list) {
    const count = list.length;
    if (count < 3) return null;
    const centre = mean(list), variance = list.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (count - 1) / count;
    const error = Math.sqrt(variance), width = student(count - 1) * error;
    if (count < 5 || !error) return [centre - width, centre + width];
    const next = random(1), ratios = [];
    for (let round = 0; round < 2000; round++) {
      let sum = 0, squares = 0;
      for (let n = 0; n < count; n++) {
        const deviation = list[Math.floor(next() * count)] - centre;
        sum += deviation;
        squares += deviation ** 2;
      }
      const own = sum / count;
      ratios.push(own / Math.sqrt(((squares / count - own * own) / (count - 1) + 0.04 * variance) / 1.04));
    }
    ratios.sort((a, b) => a - b);
    const side = own => Math.max(width, own) - 2 / (count - 1) * Math.max(0, width - own);
    return [centre - side(ratios[1949] * error), centre + side(-ratios[50] * error)];
  }

  /* The differences of a metric over the recordings with values of both pipelines. Signed metrics use absolute values. */
  function differences(metric, [a, b]) {
    const near = metrics[metric].better === "zero", value = number => near ? Math.abs(number) : number;
    return recordings.flatMap((recording, place) => {
      const [one, other] = [a, b].map(slot => recording.runs.find(run => run.pipeline === slot)?.values[metric]);
      return one == null || other == null ? [] : [{place, one: value(one), other: value(other), difference: value(one) - value(other)}];
    });
  }

  function compare() {
    comparison.hidden = !view.compare;
    if (!view.compare) return comparison.replaceChildren();
    const names = view.compare.map(slot => pipelines[slot]), metric = view.metric ?? Math.max(0, column(data.tradeOff[0]));
    const short = value => Chart.number(Number(value.toPrecision(3)));
    const rows = metrics.flatMap((entry, place) => {
      const found = differences(place, view.compare), list = found.map(one => one.difference);
      if (!list.length) return [];
      const range = interval(list), better = list.filter(value => entry.better === "larger" ? value > 0 : value < 0).length;
      const neutral = !entry.better || entry.unranked;
      const title = entry.better === "zero" ? `absolute ${entry.title}` : entry.title;
      const clear = range && (range[0] > 0 || range[1] < 0);
      return [element("tr", {}, element("th", {scope: "row"}, title), ...[mean(found.map(one => one.one)), mean(found.map(one => one.other))].map(value => element("td", {"data-value": String(value)}, short(value))),
        element("td", {"data-value": String(mean(list)), class: clear && !neutral ? "best" : ""}, short(mean(list)), ...(range ? [element("span", {class: "interval"}, ` [${short(range[0])}, ${short(range[1])}]`)] : [])),
        element("td", {"data-value": String(better)}, neutral ? "–" : `${better} of ${list.length}`))];
    });
    const heads = ["metric", names[0], names[1], "difference", `recordings where ${names[0]} is better`];
    const table = element("table", {class: "sortable"}, element("caption", {}, `Table: ${names.join(" compared with ")}`),
      element("thead", {}, element("tr", {}, ...heads.map(name => element("th", {scope: "col"}, element("button", {type: "button"}, name))))), element("tbody", {}, ...rows));
    comparison.replaceChildren(element("h2", {id: "compare"}, `${names[0]} compared with ${names[1]}`),
      element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison"}, table),
      element("p", {class: "note"}, recordings.length < 3 ? "The difference of the first and the second pipeline."
        : "Means over the recordings that have both values. In brackets: the 95 % bootstrap interval of the mean difference (2,000 seeded resamples of the recordings). Highlighted: the interval does not contain 0."));
    Tables.enhance(table, () => {});
    if (recordings.length < 2) return;
    const sorted = differences(metric, view.compare).sort((a, b) => a.difference - b.difference);
    const series = [0, 1].map(side => ({name: `${names[side]} has the smaller value`, style: "markers", slot: view.compare[side], points: [sorted.flatMap((one, rank) => {
      if (side === 0 ? one.difference > 0 : one.difference <= 0) return [];
      const point = [rank + 1, one.difference];
      point.recording = one.place;
      return [point];
    })]}));
    const figure = element("figure", {class: "large"}, element("figcaption", {}, element("strong", {}, `Difference of every recording: ${metrics[metric].title}`),
      ` ${names[0]} − ${names[1]}, sorted. Click a point to open its recording.`), element("div", {class: "plot"}));
    comparison.append(element("div", {class: "figures"}, figure));
    enhance(figure, {name: "difference", ofPipelines: false, x: {title: "recordings, sorted", log: false, first: 0, last: sorted.length + 1}, y: {title: "difference", log: false},
      series: [{name: "0", style: "outline", slot: 0, points: [[[0, 0], [sorted.length + 1, 0]]]}, ...series]}, {title: "Difference of every recording", height: 300}).redraw();
  }

  /* ---- links to a view ---- */

  function fragment() {
    const parts = [], safe = encodeURIComponent;
    if (recordings.length > 1 && view.recording) parts.push("recording=" + safe(recordings[view.recording].name));
    if (view.hidden.size) parts.push("hide=" + [...view.hidden].sort((a, b) => a - b).map(slot => safe(pipelines[slot])).join(","));
    if (view.time) parts.push("time=" + view.time.join(","));
    if (view.compare) parts.push("compare=" + view.compare.map(slot => safe(pipelines[slot])).join(","));
    if (view.log !== null) parts.push("axis=" + (view.log ? "log" : "linear"));
    if (view.dots) parts.push("dots=1");
    if (view.box) parts.push("box=" + [view.box.figure, ...view.box.x, ...view.box.y].join(","));
    if (view.metric !== null) parts.push("by=" + safe(metrics[view.metric].name));
    const state = summary && Tables.state(summary);
    if (state && state.direction) parts.push(`sort=${state.column},${state.direction}`);
    return parts.length ? "#view;" + parts.join(";") : "";
  }

  let current = "";
  function remember() {
    current = fragment();
    link.href = current || "#view";
    try { history.replaceState(null, "", current || location.pathname + location.search); } catch { /* The link still works. */ }
  }

  function restore() {
    const hash = location.hash;
    const anchor = recordings.findIndex(recording => hash === "#" + recording.id);
    if (anchor >= 0) return open(anchor, true);
    if (!hash.startsWith("#view") || hash === current) return;
    const values = new Map(hash.split(";").slice(1).map(part => part.split("=")));
    const names = key => (values.get(key) || "").split(",").filter(Boolean).map(word => { try { return decodeURIComponent(word); } catch { return word; } });
    const numbers = key => names(key).map(Number);
    view.hidden = new Set(names("hide").map(name => pipelines.indexOf(name)).filter(slot => slot >= 0));
    const pair = names("compare").map(name => pipelines.indexOf(name)).filter(slot => slot >= 0);
    view.compare = pair.length === 2 && pair[0] !== pair[1] ? pair : null;
    view.recording = Math.max(0, recordings.findIndex(recording => recording.name === names("recording")[0]));
    const time = numbers("time");
    view.time = time.length === 2 && time[0] < time[1] ? time : null;
    view.dots = values.has("dots");
    view.log = values.has("axis") ? values.get("axis") === "log" : null;
    const box = numbers("box").slice(1);
    view.box = view.dots && box.length === 4 && box.every(isFinite) ? {figure: names("box")[0], x: box.slice(0, 2), y: box.slice(2)} : null;
    const by = column(names("by")[0]);
    view.metric = by >= 0 ? by : null;
    const [sorted, direction] = names("sort");
    if (summary && ["ascending", "descending"].includes(direction) && Number(sorted) < Tables.state(summary).heads.length) Tables.sort(summary, Number(sorted), direction);
    update();
  }

  /* ---- update of the whole page ---- */

  function update() {
    for (const [slot, button] of buttons.entries()) button.setAttribute("aria-pressed", String(!view.hidden.has(slot)));
    pairs.forEach((select, side) => { if (view.compare) select.value = String(view.compare[side]); });
    const dots = document.getElementById("dots");
    if (dots) dots.checked = view.dots;
    Tables.hide(view.hidden);
    compare();
    listRecordings();
    if (chosen.options.length) chosen.value = String(view.recording);
    showRecording();
    for (const chart of charts.slice()) if (!chart.host.closest(".drawn")) chart.redraw();
    remember();
  }

  document.documentElement.classList.add("scripted");
  if (!pipelines.length) { figures(); for (const chart of charts) chart.redraw(); return; }
  tools();
  figures();
  chooser();
  (document.getElementById("trade-offs")?.closest("section") || document.querySelector("main > section")).after(comparison);
  if (location.hash.startsWith("#view") || location.hash.startsWith("#recording-")) restore();
  update();
  addEventListener("hashchange", restore);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; for (const chart of charts.slice()) chart.redraw(); } });
})();
